import { sumOfAmounts, without } from '../mapping/amounts.js';
import type { Adjustment, Amount, Balance, Imbalance, ImbalancePlace, Remittance, RemittanceClaim } from './facts.js';

/** What a claim says before its balance is known. */
export type UnbalancedClaim = Omit<RemittanceClaim, 'balance'>;

/** A line is paid its charge less its adjustments; a claim its charge less those of the claim and of all its lines. */
export function claimBalance({ charge, paid, adjustments, lines }: UnbalancedClaim): Balance {
  const imbalances: Imbalance[] = [];
  for (const [line, { charge, paid, adjustments }] of lines.entries())
    judge(imbalances, { element: 'SVC03', line }, paid, without(charge, amountsOf(adjustments)));
  const all = [adjustments, ...lines.map((line) => line.adjustments)].flatMap(amountsOf);
  judge(imbalances, { element: 'CLP04' }, paid, without(charge, all));
  return { balanced: imbalances.length === 0, imbalances };
}

/**
 * A payment is what its claims are paid, less the adjustments of the provider. What is out of balance below is told as well.
 * @param apart what claims were paid that are not among these.
 */
export function paymentBalance(
  { payment, claims, providerAdjustments }: Omit<Remittance, 'balance'>,
  apart: readonly (Amount | undefined)[],
): Balance {
  const imbalances: Imbalance[] = claims.flatMap(({ balance }, claim) =>
    balance.imbalances.map((one) => ({ ...one, claim })),
  );
  const paid = sumOfAmounts([...claims.map((claim) => claim.paid), ...apart]);
  if (payment.creditOrDebit === 'D') imbalances.push({ element: 'BPR02', reason: 'debit' });
  else judge(imbalances, { element: 'BPR02' }, payment.total, without(paid, amountsOf(providerAdjustments)));
  return { balanced: imbalances.length === 0, imbalances };
}

function judge(
  imbalances: Imbalance[],
  place: ImbalancePlace,
  stated: Amount | undefined,
  expected: Amount | undefined,
): void {
  const difference = without(stated, [expected]);
  if (difference === '0') return;
  if (stated === undefined || expected === undefined || difference === undefined)
    imbalances.push({ ...place, reason: 'unreadable' });
  else imbalances.push({ ...place, reason: 'differs', expected, stated, difference });
}

function amountsOf(adjustments: readonly Pick<Adjustment, 'amount'>[]): readonly (Amount | undefined)[] {
  return adjustments.map(({ amount }) => amount);
}
