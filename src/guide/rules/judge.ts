import type { Reason } from '../../model/reasons.js';
import type { Target } from './resolve-path.js';
import type { RuleFrame, SegmentPlace } from './rule-frame.js';
import { placeOf, type RulePlace } from './rule-place.js';
import type { Missing, RuleCheck } from './rules-plan.js';

export interface BrokenRule {
  readonly reason: Reason;
  readonly where: RulePlace;
}

/**
 * Looks at the registers; undefined when the rule holds.
 * @param placeOfMissing where a missing segment would stand.
 */
export function judge(
  check: RuleCheck,
  frame: RuleFrame,
  placeOfMissing: (target: Target) => SegmentPlace,
): BrokenRule | undefined {
  switch (check.kind) {
    case 'some':
      return frame.countOf(check.register) > 0
        ? undefined
        : missing(check.missing, check.holder, frame, placeOfMissing);
    case 'none':
      return frame.countOf(check.register) === 0 ? undefined : counted(check.reason, check.register, frame);
    case 'range': {
      const count = frame.countOf(check.register);
      if (count > check.max) return counted('rule-content', check.register, frame);
      return count < check.min
        ? {
            reason: check.few,
            where: placeOf(
              { ...check.target, element: 0, component: 0, plan: undefined },
              placeOfMissing(check.target),
            ),
          }
        : undefined;
    }
    default: {
      const sum = frame.sums[check.sum];
      if (sum === undefined || sum.broken || sum.isZero || frame.countOf(check.register) === 0) return undefined;
      return counted('rule-balance', check.register, frame);
    }
  }
}

function counted(reason: Reason, register: number, frame: RuleFrame): BrokenRule | undefined {
  const at = frame.counted(register);
  return at && { reason, where: placeOf(at.target, at, at.repetition) };
}

function missing(
  { target, reason, segmentReason }: Missing,
  holder: number | undefined,
  frame: RuleFrame,
  placeOfMissing: (target: Target) => SegmentPlace,
): BrokenRule | undefined {
  const segment = holder === undefined ? undefined : frame.counted(holder);
  if (segment !== undefined)
    return {
      reason,
      where: placeOf({ ...target, loop: segment.target.loop, segment: segment.target.segment }, segment),
    };
  if (segmentReason === undefined) return undefined;
  return {
    reason: segmentReason,
    where: placeOf({ ...target, element: 0, component: 0, plan: undefined }, placeOfMissing(target)),
  };
}
