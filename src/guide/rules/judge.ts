import type { Reason } from '../../model/reasons.js';
import type { RuleCheck, Target } from '../plan/rules-plan.js';
import type { RuleFrame, SegmentPlace } from './rule-frame.js';
import { placeOf, type RulePlace } from './rule-place.js';

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
  const { register } = check;
  const count = frame.countOf(register);
  switch (check.kind) {
    case 'some': {
      if (count > 0) return undefined;
      const { target, reason, segmentReason } = check.missing;
      const holder = check.holder === undefined ? undefined : frame.counted(check.holder);
      if (holder === undefined) return segmentReason && absent(segmentReason, target, placeOfMissing(target));
      const { loop, segment } = holder.target;
      return { reason, where: placeOf({ ...target, loop, segment }, holder) };
    }
    case 'none':
      return counted(check.reason, register, frame);
    case 'range':
      if (count > check.max) return counted('rule-content', register, frame);
      return count < check.min ? absent(check.few, check.target, placeOfMissing(check.target)) : undefined;
    default: {
      const sum = frame.sum(check.sum);
      if (sum === undefined || sum.broken || sum.isZero) return undefined;
      return counted('rule-balance', register, frame);
    }
  }
}

function absent(reason: Reason, target: Target, at: SegmentPlace): BrokenRule {
  return { reason, where: placeOf({ ...target, element: 0, component: 0, plan: undefined }, at) };
}

function counted(reason: Reason, register: number, frame: RuleFrame): BrokenRule | undefined {
  const at = frame.counted(register);
  return at && { reason, where: placeOf(at.target, at, at.repetition) };
}
