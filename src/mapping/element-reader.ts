import { planOf } from '../guide/compile/compile.js';
import type { SegmentPlan } from '../guide/plan/plan.js';
import type { Guide } from '../model/guide.js';
import type { JsonObject } from '../model/json.js';
import { elementIn, isObject, occurrencesOf } from './occurrences.js';
import { type Place, resolvePlaces } from './place.js';

/** Reads one element out of guide JSON: what a set is known by, for one, without writing or reading X12. */
export interface ElementReader {
  /** `BEG03`, `CLM01`. */
  readonly element: string;
  /** Data element number, such as `324`. */
  readonly dataElement: string;
  /** As the guide calls it. */
  readonly title: string;
  /** The values in order, as text; none where the data has none or is not of the guide's form. */
  read(data: unknown): readonly string[];
}

/**
 * Resolves an element path such as `BEG/03` or `2300/CLM/01` to keys of a guide, once for many sets.
 * @returns `undefined` where the path leads nowhere in the guide, or to no element.
 * @throws X12Error `X12_PATH_INVALID`, and `X12_GUIDE_INVALID` as `compileGuide` does.
 */
export function elementReader(guide: Guide, path: string): ElementReader | undefined {
  const places = resolvePlaces(path, planOf(guide).root);
  const named = places.map(nameOf).find((name) => name !== undefined);
  if (named === undefined) return undefined;
  return {
    ...named,
    read: (data) => (isObject(data) ? places.flatMap((place) => valuesAt(data, place)) : []),
  };
}

function nameOf({ scope, element }: Place): Omit<ElementReader, 'read'> | undefined {
  const segment: SegmentPlan | undefined = scope.kind === 'segment' ? scope : scope.trigger;
  const plan = segment?.elements.find((one) => one !== undefined && one.key === element?.key);
  if (segment === undefined || plan === undefined) return undefined;
  const reference = `${segment.tag}${String(plan.position).padStart(2, '0')}`;
  return { element: reference, dataElement: plan.number, title: plan.title };
}

function valuesAt(data: JsonObject, { hops, element }: Place): readonly string[] {
  if (element === undefined) return [];
  return occurrencesOf(data, hops).flatMap((holder) => {
    if (!isObject(holder)) return [];
    const value = elementIn(holder, element);
    const values = Array.isArray(value) ? value : [value];
    return values.filter((one) => typeof one === 'string' || typeof one === 'number').map(String);
  });
}
