import type { ClaimHistory } from '../../store/claim-tables.js';

/** Why a claim has a state, in codes and words; no value of the claim. The only place that reads and writes `claim_history.reasons`. */
export interface ClaimReasons {
  /** What said it: of the payer's answers a 277CA alone is about the claim itself, the others are about what it was sent in. */
  readonly said: 'TA1' | '999' | '277CA';
  /** Each once, such as `A7:562:85`. */
  readonly codes: readonly ReasonCode[];
}

export interface ReasonCode {
  readonly code: string;
  /** Empty: the lists have none. */
  readonly text: string;
}

export function reasonsColumn(reasons: ClaimReasons): string {
  return JSON.stringify(reasons);
}

/** @returns `undefined`: it needs no reason. */
export function reasonsOf({ reasons }: Pick<ClaimHistory, 'reasons'>): ClaimReasons | undefined {
  // Written by `reasonsColumn`.
  return reasons === null ? undefined : (JSON.parse(reasons) as ClaimReasons);
}
