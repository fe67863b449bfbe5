import type { JsonValue } from '../../model/json.js';
import type { ClaimType } from '../claim-type.js';
import { objectsIn } from '../moves/json-parts.js';
import { sumOf } from './cents.js';
import type { ClaimAtHand } from './edit.js';

interface AdjustmentNames {
  /** The list of CAS at a decision of a line; that of the claim is `claimLevelAdjustments` everywhere. */
  readonly ofLine: string;
  /** Reasons and amounts of one CAS. */
  readonly details: string;
}

const PRACTICE_NAMES = { ofLine: 'claimAdjustmentInformation', details: 'adjustmentDetails' };

/** What a claim type calls its adjustments. */
export const ADJUSTMENTS: Readonly<Record<ClaimType, AdjustmentNames>> = {
  professional: PRACTICE_NAMES,
  dental: PRACTICE_NAMES,
  institutional: { ofLine: 'lineAdjustment', details: 'claimAdjustmentDetails' },
};

/** The sum of all amounts in a list of adjustments, in cents. */
export function adjustedBy({ type }: ClaimAtHand, list: JsonValue | undefined): bigint {
  const { details } = ADJUSTMENTS[type];
  let sum = 0n;
  for (const { [details]: reasons } of objectsIn(list))
    sum += sumOf(objectsIn(reasons).map(({ adjustmentAmount }) => adjustmentAmount));
  return sum;
}
