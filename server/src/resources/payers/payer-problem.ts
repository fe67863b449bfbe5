import type { PayerFound } from './find-payer.js';

/** Why a text names no payer, and which ones may be meant: by their platform ids. */
export function payerProblem(found: Exclude<PayerFound, { kind: 'found' }>): string {
  const meant = found.kind === 'ambiguous' ? found.candidates : found.near;
  const ids = meant.map(({ platformId }) => platformId).join(', ');
  if (found.kind === 'ambiguous') return `Several payers have this alias: use a platform id (${ids}).`;
  return ids === ''
    ? 'No payer has this id. Search the payers by its name: platform id, primary id or an alias is given.'
    : `No payer has this id. Zeros at the beginning count: ${ids}?`;
}
