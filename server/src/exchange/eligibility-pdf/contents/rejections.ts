import type { EligibilityResponse, RejectError } from 'ediloom/eligibility';
import type { Block } from '../blocks.js';
import { joined, lines } from './words.js';

/** Why there is no benefit, as a front desk reads it. */
export interface Rejection {
  /** AAA03; `''` of what is no AAA. */
  readonly code: string;
  readonly says: string;
  readonly todo: string;
}

const COLUMNS = [
  { title: 'Code', width: 8 },
  { title: 'What the payer says', width: 32 },
  { title: 'What to do', width: 60 },
];
const UNCODED = [
  { title: 'What has happened', width: 32 },
  { title: 'What to do', width: 68 },
];

/** Whether the payer has refused what was sent before it looked for the patient: by a 999, or by a TA1. */
export function isUnread({ transactionSetAcknowledgement, status, errors }: EligibilityResponse): boolean {
  return (transactionSetAcknowledgement !== undefined && status === 'ERROR') || errors.some(isOfEnvelope);
}

/** AAA errors, or what came in place of an answer. */
export function rejectionsOf(response: EligibilityResponse): readonly Rejection[] {
  const { errors, transactionSetAcknowledgement: verdict } = response;
  const told = errors.filter((error) => !isOfEnvelope(error)).map(rejectionOf);
  if (isUnread(response)) return [...told, unread(response)];
  if (verdict === undefined) return told;
  const says = 'The payer has taken the request and not answered it: it sent an acknowledgment in place of an answer.';
  return [...told, { code: '', says, todo: 'Make the check again in a while, or ask the payer by telephone.' }];
}

function rejectionOf({ code = '', description, followupAction, possibleResolutions }: RejectError): Rejection {
  return {
    code,
    says: description ?? 'No text is known for this code.',
    todo: lines([possibleResolutions, followupAction === undefined ? undefined : `The payer says: ${followupAction}.`]),
  };
}

/** Nobody at a front desk has written what is wrong there. */
function unread({ errors, ...response }: EligibilityResponse): Rejection {
  const { transactionSetAcknowledgement: verdict, implementationTransactionSetSyntaxError: fault } = response;
  const ofEnvelope = errors.find(isOfEnvelope);
  const reason =
    ofEnvelope?.description ??
    joined([`A 999 with the status ${verdict}`, fault && `and the error ${fault}`, 'came in place of an answer.'], ' ');
  return {
    code: '',
    says: 'The payer could not read the request, and has not looked for the patient.',
    todo: lines([
      'What was asked need not be wrong. Give the id of this check to the operator of this service, who finds what the payer objects to; meanwhile ask the payer by telephone.',
      `For the operator: ${reason}`,
    ]),
  };
}

/** A TA1. */
function isOfEnvelope({ location }: RejectError): boolean {
  return location === 'TA1';
}

/** What a document says of it. */
export function rejectionBlocks(response: EligibilityResponse): readonly Block[] {
  const rows = rejectionsOf(response).map(({ code, says, todo }) => [code, says, todo]);
  if (rows.length === 0) return [];
  const isTaken = response.transactionSetAcknowledgement !== undefined;
  const title = isUnread(response) ? 'Not read by the payer' : isTaken ? 'Not answered' : 'Rejected by the payer';
  const hasCodes = rows.some(([code]) => code !== '');
  return [
    { kind: 'heading', text: title },
    hasCodes
      ? { kind: 'table', columns: COLUMNS, rows }
      : { kind: 'table', columns: UNCODED, rows: rows.map((row) => row.slice(1)) },
  ];
}
