import type { ClaimHistory } from '../../store/claim-tables.js';

/** Why a claim stands where it stands; no value of the claim or of the answer. The only place that reads and writes `claim_history.reasons`. */
export interface ClaimReasons {
  /** What said it: of what payers answer a 277CA alone is about the claim itself, the others are about what it was sent in. */
  readonly said: 'TA1' | '999' | '277CA';
  /** Each once; none where it gave none. */
  readonly reasons: readonly ClaimReason[];
}

export interface ClaimReason {
  /** Such as `TA105 023`, `IK403 7` or `A7:562:85`. */
  readonly code: string;
  /** Empty: the lists have none. */
  readonly text: string;
  readonly place?: string;
  readonly advice?: string;
  /** Of a set with several claims, where the payer has named the one at fault: whether it is this one. */
  readonly of?: 'this claim' | 'another claim';
}

export function reasonsColumn(reasons: ClaimReasons): string {
  return JSON.stringify(reasons);
}

/** @returns `undefined`: it needs no reason. */
export function reasonsOf({ reasons }: Pick<ClaimHistory, 'reasons'>): ClaimReasons | undefined {
  // Written by `reasonsColumn`.
  return reasons === null ? undefined : (JSON.parse(reasons) as ClaimReasons);
}
