import type { EligibilityResponse } from 'ediloom/eligibility';
import type { Block } from '../blocks.js';
import { lines } from './words.js';

const COLUMNS = [
  { title: 'Code', width: 8 },
  { title: 'What the payer says', width: 32 },
  { title: 'What to do', width: 60 },
];

/** AAA errors, or those of the acknowledgment that came in place of an answer. */
export function rejectionBlocks(response: EligibilityResponse): readonly Block[] {
  const { errors, transactionSetAcknowledgement, implementationTransactionSetSyntaxError } = response;
  const rows = errors.map(({ code = '', description, followupAction, possibleResolutions }) => [
    code,
    description ?? 'No text is known for this code.',
    lines([possibleResolutions, followupAction === undefined ? undefined : `The payer says: ${followupAction}.`]),
  ]);
  const codes = [transactionSetAcknowledgement, implementationTransactionSetSyntaxError].filter((code) => code);
  const blocks: Block[] = [];
  if (rows.length > 0) blocks.push({ kind: 'table', columns: COLUMNS, rows });
  if (codes.length > 0) {
    const text = `In place of an answer the payer sent an acknowledgment, with the codes ${codes.join(' and ')}.`;
    blocks.push({ kind: 'text', text });
  }
  return blocks.length === 0 ? [] : [{ kind: 'heading', text: 'Rejected by the payer' }, ...blocks];
}
