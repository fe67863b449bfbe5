import { Kind } from '../plan/plan.js';
import type { Target } from '../plan/rules-plan.js';
import type { SegmentPlace } from './rule-frame.js';

/** Where a rule is broken, or what made it fire. */
export interface RulePlace extends SegmentPlace {
  readonly segmentId: string;
  readonly loopId: string | undefined;
  readonly element?: number;
  readonly component?: number;
  readonly repetition?: number;
  /** Number of the data element; composites have none. */
  readonly dataElement?: string;
}

/** The place of a target in a segment; `repetition` 0 = the element does not repeat there. */
export function placeOf(
  target: Pick<Target, 'loop' | 'segment' | 'element' | 'component' | 'plan'>,
  at: SegmentPlace,
  repetition = 0,
): RulePlace {
  const { loop, segment, element, component, plan } = target;
  return {
    segmentId: segment.tag,
    loopId: loop.loopId || undefined,
    ordinal: at.ordinal,
    offset: at.offset,
    ...(element === 0 ? {} : { element }),
    ...(component === 0 ? {} : { component }),
    ...(repetition === 0 ? {} : { repetition }),
    ...(plan === undefined || plan.kind === Kind.composite || plan.number === '' ? {} : { dataElement: plan.number }),
  };
}
