import type { ClaimStatus, ClaimStatuses, PaidClaim, PaidClaims, WholeRefusal } from '../../../src/claims/index.js';

// Facts of 277CAs and 835s as their readers give them, with what a test says of them.

let count = 0;

export function report(
  claims: readonly Partial<ClaimStatus>[],
  refusals: readonly Partial<WholeRefusal>[] = [],
): ClaimStatuses {
  return {
    reportId: `R${++count}`,
    claims: claims.map((claim) => ({
      outcome: 'accepted',
      isSplit: false,
      providers: [],
      statuses: [],
      lines: [],
      ...claim,
    })),
    refusals: refusals.map((refusal) => ({ kind: 'batch', providers: [], statuses: [], ...refusal })),
  };
}

export function payment(claims: readonly Partial<PaidClaim>[], date = '2026-04-05'): PaidClaims {
  return {
    payment: { traceNumber: `T${++count}`, payerIdentifier: '1123456789', date, total: '0' },
    claims: claims.map((claim) => ({ outcome: 'processed', ...claim })),
  };
}
