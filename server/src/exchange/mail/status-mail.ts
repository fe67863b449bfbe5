import type { StatusChange } from '../../resources/enrollments/status-mail.js';
import type { EnrollmentStatus } from '../../store/enrollment-tables.js';
import type { OutgoingMail } from './mail.js';

/** Characters of a name that are shown. */
const MOST_OF_NAME = 200;

/** What a status is called in a subject, and what whoever reads of it does next. */
const WORDS: Readonly<Record<EnrollmentStatus, { readonly called: string; readonly next: string }>> = {
  DRAFT: { called: 'is a draft', next: 'It is not sent to the payer before it is submitted.' },
  SUBMITTED: {
    called: 'has been submitted',
    next: 'There is nothing to do now. You are told as soon as it goes on, or when something is needed of you.',
  },
  PROVISIONING: {
    called: 'is with the payer',
    next: 'Look whether tasks are assigned to you, and complete them: the payer goes on only after that.',
  },
  LIVE: { called: 'is live', next: 'These transactions can be exchanged with this payer from now on.' },
  REJECTED: {
    called: 'has been rejected',
    next: 'Read its reason, mend what it names, and apply anew: a rejected enrollment is not gone on with.',
  },
  CANCELED: {
    called: 'has been canceled',
    next: 'These transactions are not exchanged with this payer any more. Apply anew, if they are to be.',
  },
};

/** The mail of a change. The name of the provider stands in its text alone; the reason, which a person wrote, stays where a key is asked for. */
export function statusMail(change: StatusChange, publicUrl: string): Omit<OutgoingMail, 'id'> {
  const { enrollmentId, status, previous } = change;
  const { called, next } = WORDS[status];
  const [payer, provider] = [plain(change.payerName), plain(change.providerName)];
  const reason = change.hasReason ? ['A reason or remark is shown with the enrollment.'] : [];
  const lines = [
    `The enrollment of ${provider} with ${payer} ${called}.`,
    '',
    next,
    ...reason,
    '',
    `Enrollment:   ${enrollmentId}`,
    `Transactions: ${change.transactions.join(', ')}`,
    `Status:       ${status}${previous === undefined ? '' : ` (before: ${previous})`}`,
    `Since:        ${new Date(change.changedAt).toISOString()}`,
    '',
    `All of it is shown by the server at ${publicUrl}, to those who have a key.`,
    'You get this because this address was given for changes of this enrollment. Answers to it are not read.',
  ];
  return {
    to: change.to,
    subject: `Enrollment with ${payer} ${called}`,
    text: `${lines.join('\n')}\n`,
    at: change.changedAt,
  };
}

/** A name on one line, without what changes the direction of writing or is not seen. */
function plain(name: string): string {
  const characters = Array.from(name.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim());
  return characters.length <= MOST_OF_NAME ? characters.join('') : `${characters.slice(0, MOST_OF_NAME).join('')}…`;
}
