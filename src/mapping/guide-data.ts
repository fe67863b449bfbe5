import type { GuidePlan, LoopPlan } from '../guide/plan/plan.js';
import { X12Error } from '../model/error.js';
import type { JsonObject } from '../model/json.js';
import { isObject } from './occurrences.js';
import { resolvePlaces } from './place.js';

/** Keys of which guide JSON of a loop has one at least; of a plan's root: of the set, with its sections. */
export function keysOf({ slots }: Pick<LoopPlan, 'slots'>): ReadonlySet<string> {
  return new Set(slots.map(({ section, key }) => section ?? key));
}

/**
 * Data that a reader of facts was given, if it can be of its guide: a mapping would find nothing in other data, and facts of nothing look
 * like a set that says nothing.
 * @throws X12Error `X12_DATA_INVALID` for what is no object, or has no key of these.
 */
export function guideData(data: unknown, keys: ReadonlySet<string>): JsonObject {
  if (isObject(data) && Object.keys(data).some((key) => keys.has(key))) return data;
  throw new X12Error(
    'X12_DATA_INVALID',
    'The data is no JSON of this guide. Give the guide to createEngine, and here the data of a set (or of the loop) that was read by it.',
  );
}

/**
 * Refuses a guide of another set before its tables are tied to it, which would name a row of theirs.
 * @param path an element that the right guide has, and no other set. @param right the guide to give.
 * @throws X12Error `X12_PATH_INVALID`.
 */
export function requireSet({ root, guide }: GuidePlan, path: string, right: string): void {
  if (resolvePlaces(path, root).length > 0) return;
  const { transactionSet } = guide.x12;
  throw new X12Error('X12_PATH_INVALID', `The guide is of set ${transactionSet}: it has no ${path}. Give ${right}.`);
}
