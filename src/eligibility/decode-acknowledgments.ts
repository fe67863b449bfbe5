import { decodeFunctional } from '../acknowledgment/decode-functional.js';
import type { ReceivedAnswerInterchange } from './received-answer.js';
import type { EligibilityResponse } from './response.js';

/** What stands in place of a 271: a 999 or 997, a TA1, or nothing that is an answer. */
export function decodeAcknowledgments(
  interchange: ReceivedAnswerInterchange,
  own: Partial<EligibilityResponse>,
): readonly EligibilityResponse[] {
  const sets = interchange.groups.flatMap(({ transactions }) => transactions);
  const functional = sets.filter(({ guide }) => /^99[79]/.test(guide));
  const answers = functional.map(({ guide, data }) => functionalAnswer(guide, data, own));
  const rejected = interchange.acknowledgments.find(({ acknowledgmentCode }) => acknowledgmentCode === 'R');
  if (answers.length > 0) return answers;
  if (rejected !== undefined) return [interchangeAnswer(rejected.noteCode, own)];
  return sets.length === 0 ? [] : [unreadable(own)];
}

function functionalAnswer(guide: string, data: unknown, own: Partial<EligibilityResponse>): EligibilityResponse {
  const { transactions, verdict, codes } = decodeFunctional(guide, data);
  const set = transactions.find((one) => one.verdict !== 'A') ?? transactions[0];
  const acknowledgement = set?.verdict ?? verdict;
  const error = set?.codes[0] ?? codes[0];
  return {
    ...own,
    ...(acknowledgement === 'A' ? {} : { status: 'ERROR' }),
    transactionSetAcknowledgement: acknowledgement,
    ...(error === undefined ? {} : { implementationTransactionSetSyntaxError: error }),
    dependents: [],
    errors: [],
  };
}

function interchangeAnswer(note: string, own: Partial<EligibilityResponse>): EligibilityResponse {
  return failed(own, {
    description: `The payer rejected the interchange; TA105 is ${/^\d{3}$/.test(note) ? note : 'not a code'}.`,
    location: 'TA1',
    possibleResolutions: 'Correct the envelope by that code and send the request again under a new control number.',
  });
}

function unreadable(own: Partial<EligibilityResponse>): EligibilityResponse {
  return failed(own, {
    description: 'The payer sent something else than a 271 of this guide.',
    location: 'ST',
    possibleResolutions: 'Look at ST01 and ST03 of the answer, and ask the payer.',
  });
}

function failed(
  own: Partial<EligibilityResponse>,
  error: { description: string; location: string; possibleResolutions: string },
): EligibilityResponse {
  return { ...own, status: 'ERROR', dependents: [], errors: [error] };
}
