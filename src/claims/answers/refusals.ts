import type { ClaimStatuses, WholeRefusal } from '../report/status-facts.js';
import type { AnswerableClaim, ToldRefusal } from './answer-facts.js';
import { textOf } from './sent-index.js';

/**
 * Refusals of whole batches and billing providers, for the claims that they take with them: those of the BHT03, and of the provider. A
 * claim gets the first of each, as another says nothing new, and a file of refusals of one batch is told no slower than any other.
 */
export function refusalsOf(reports: readonly ClaimStatuses[], claims: readonly AnswerableClaim[]) {
  const told = reports.flatMap((report) => report.refusals.map((refusal) => ({ report, refusal })));
  const first = new Map<string, ToldRefusal>();
  for (const one of told) for (const key of keysOfRefusal(one.refusal)) if (!first.has(key)) first.set(key, one);
  const used = new Set<string>();
  const of = claims.map((claim) => {
    const found = new Set<ToldRefusal>();
    for (const key of keysOfClaim(claim)) {
      const refusal = first.get(key);
      if (refusal === undefined) continue;
      used.add(key);
      found.add(refusal);
    }
    return [...found];
  });
  const unmatched = told.filter(({ refusal }) => !keysOfRefusal(refusal).some((key) => used.has(key)));
  return { of, unmatched };
}

function keysOfRefusal({ kind, transactionId, providers }: WholeRefusal): readonly string[] {
  const batch = textOf(transactionId);
  if (batch === '') return [];
  if (kind === 'batch') return [JSON.stringify([batch])];
  return providers.map(({ qualifier, id }) => JSON.stringify([batch, qualifier, textOf(id)]));
}

/** NM108 of the billing provider is XX for an NPI and FI for a tax id. */
function keysOfClaim({ transactionId, billingNpi, billingTaxId }: AnswerableClaim): readonly string[] {
  const batch = textOf(transactionId);
  if (batch === '') return [];
  const numbers = [
    ['XX', textOf(billingNpi)],
    ['FI', textOf(billingTaxId)],
  ].filter(([, id]) => id !== '');
  return [JSON.stringify([batch]), ...numbers.map((number) => JSON.stringify([batch, ...number]))];
}
