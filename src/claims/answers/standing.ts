import type { AnswerStanding, PaidClaims, ToldPayment, ToldRefusal, ToldStatus } from './answer-facts.js';

/** What was said of a claim that was sent. */
export interface Said<Paid extends PaidClaims> {
  readonly statuses: readonly ToldStatus[];
  readonly refusals: readonly ToldRefusal[];
  readonly payments: readonly ToldPayment<Paid>[];
}

/** Where it stands by that. */
export function standingBy<Paid extends PaidClaims>(said: Said<Paid>): AnswerStanding {
  const last = lastOf(said.payments);
  if (last !== undefined) return last.claim.outcome === 'unknown' ? 'undecided' : last.claim.outcome;
  if (isRejected(said)) return 'rejected';
  if (said.statuses.length === 0) return 'unanswered';
  return said.statuses.some(({ status }) => status.outcome === 'accepted') ? 'accepted' : 'undecided';
}

/** An acceptance that comes late does not undo a refusal. */
export function isRejected({ statuses, refusals }: Pick<Said<PaidClaims>, 'statuses' | 'refusals'>): boolean {
  return refusals.length > 0 || statuses.some(({ status }) => status.outcome === 'rejected');
}

/** By the day of the payment; of one day by the order given. In one payment a correction stands behind its reversal, wherever it was written. */
function lastOf<Paid extends PaidClaims>(payments: readonly ToldPayment<Paid>[]): ToldPayment<Paid> | undefined {
  let last: ToldPayment<Paid> | undefined;
  for (const one of payments) if (last === undefined || isBehind(one, last)) last = one;
  return last;
}

function isBehind<Paid extends PaidClaims>(one: ToldPayment<Paid>, last: ToldPayment<Paid>): boolean {
  if (one.remittance !== last.remittance) return dateOf(one) >= dateOf(last);
  return one.claim.outcome !== 'reversed' || last.claim.outcome === 'reversed';
}

function dateOf({ remittance }: ToldPayment): string {
  return remittance.payment.date ?? '';
}
