import { objectMaker } from '../../model/object-maker.js';
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

const Place = objectMaker<RulePlace>();

/** The place of a target in a segment; `repetition` 0 = the element does not repeat there. */
export function placeOf(
  target: Pick<Target, 'loop' | 'segment' | 'element' | 'component' | 'plan'>,
  at: SegmentPlace,
  repetition = 0,
): RulePlace {
  const { loop, segment, element, component, plan } = target;
  const place = new Place();
  place.segmentId = segment.tag;
  place.loopId = loop.loopId || undefined;
  place.ordinal = at.ordinal;
  place.offset = at.offset;
  if (element !== 0) place.element = element;
  if (component !== 0) place.component = component;
  if (repetition !== 0) place.repetition = repetition;
  if (plan !== undefined && plan.kind !== Kind.composite && plan.number !== '') place.dataElement = plan.number;
  return place;
}
