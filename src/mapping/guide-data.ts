import type { GuidePlan, LoopPlan } from '../guide/plan/plan.js';
import { isPromise } from '../model/check-options.js';
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
 * like a set that says nothing. Parts may be missing, for a partner may have left them out; one key that the guide has is enough.
 * @throws X12Error `X12_DATA_INVALID` that says what was given, and what to give.
 */
export function guideData(data: unknown, keys: ReadonlySet<string>): JsonObject {
  const given = setData(data);
  if (Object.keys(given).some((key) => keys.has(key))) return given;
  throw invalid(
    'is no JSON of this guide. Give the guide to createEngine, and here the data of a set (or of the loop) that was read by it.',
  );
}

/**
 * Data that a codec was given, if it can be that of a set. What it finds in a set of another guide is nothing.
 * @throws X12Error `X12_DATA_INVALID` as `guideData` does.
 */
export function setData(data: unknown): JsonObject {
  if (isPromise(data)) throw invalid('is a promise. Await it.');
  if (!isObject(data) || ArrayBuffer.isView(data))
    throw invalid(`is no object. Give that of a set in a document of engine.parse: ${OF_A_SET}.`);
  if ('interchanges' in data) throw invalid(`is a document. Give the data of one of its sets: ${OF_A_SET}.`);
  if ('guide' in data && 'data' in data) throw invalid('is a set. Give its data: set.data.');
  return data;
}

const OF_A_SET = 'interchanges[0].groups[0].transactions[0].data';

function invalid(complaint: string): X12Error {
  return new X12Error('X12_DATA_INVALID', `The data ${complaint}`);
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
