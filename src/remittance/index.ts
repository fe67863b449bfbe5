/** `ediloom/remittance`: what an 835 says, as facts: payment, claims, lines, adjustments, and whether they add up. */

export { sumOfAmounts } from '../mapping/amounts.js';
export type {
  Adjustment,
  Amount,
  Balance,
  ClaimOutcome,
  Difference,
  GroupTotal,
  Identifier,
  Imbalance,
  ImbalancePlace,
  Party,
  Payee,
  Payer,
  Payment,
  ProviderAdjustment,
  QualifiedAmount,
  Remark,
  Remittance,
  RemittanceClaim,
  RemittanceLine,
  Unjudged,
} from './facts.js';
export { type RemittanceOptions, remittance, remittanceClaim } from './remittance.js';
