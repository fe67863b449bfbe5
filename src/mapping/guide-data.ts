import type { GuidePlan, LoopPlan, Slot } from '../guide/plan/plan.js';
import { isPromise } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import type { JsonObject } from '../model/json.js';
import { isObject } from './occurrences.js';
import { resolvePlaces } from './place.js';

/** The keys by which data is known as guide JSON of a guide. */
export interface GuideKeys {
  /** Keys of a loop; of a plan's root: names of its sections. Data has one at least. */
  readonly outer: ReadonlySet<string>;
  /** Keys in the sections, but for those of ST and SE; empty where there are no sections. */
  readonly inner: ReadonlySet<string>;
  /** Keys of ST and SE: any set has them, so that they tell nothing. */
  readonly shared: ReadonlySet<string>;
}

export function keysOf({ slots }: Pick<LoopPlan, 'slots'>): GuideKeys {
  const inSections = slots.filter(({ section }) => section !== undefined);
  return {
    outer: new Set(slots.map(({ section, key }) => section ?? key)),
    inner: new Set(inSections.filter((slot) => !isShared(slot)).flatMap(({ key, aliases }) => [key, ...aliases])),
    shared: new Set(inSections.filter(isShared).map(({ key }) => key)),
  };
}

function isShared(slot: Slot): boolean {
  return slot.kind === 'segment' && (slot.tag === 'ST' || slot.tag === 'SE');
}

/**
 * Data that a codec or a reader of facts was given, if it can be of its guide: a mapping would find nothing in other data, and nothing looks
 * like a set that says nothing. Parts may be missing, for a partner may have left them out; one key that the guide has is enough.
 * @throws X12Error `X12_DATA_INVALID` that says what was given, and what to give.
 */
export function guideData(data: unknown, keys: GuideKeys): JsonObject {
  // Every decode comes here: a few keys are looked at. bench: `npm run bench:eligibility`
  if (isObject(data) && hasKeyOf(data, keys.outer) && !isOfOther(data, keys)) return data;
  throw new X12Error('X12_DATA_INVALID', complaint(data));
}

function hasKeyOf(data: JsonObject, known: ReadonlySet<string>): boolean {
  for (const key in data) if (known.has(key)) return true;
  return false;
}

/** Do its sections hold something, and nothing that the guide has? */
function isOfOther(data: JsonObject, { outer, inner, shared }: GuideKeys): boolean {
  if (inner.size === 0) return false;
  let hasOthers = false;
  for (const name of outer) {
    const section = data[name];
    if (!isObject(section)) continue;
    for (const key in section) {
      if (inner.has(key)) return false;
      if (!shared.has(key)) hasOthers = true;
    }
  }
  return hasOthers;
}

const OF_A_SET = 'interchanges[0].groups[0].transactions[0].data';

function complaint(data: unknown): string {
  if (isPromise(data)) return 'The data is a promise. Await it.';
  if (data === undefined || data === null)
    return `There is no data. Give that of a set in a document of engine.parse: ${OF_A_SET}.`;
  if (typeof data === 'string' || ArrayBuffer.isView(data) || data instanceof ArrayBuffer)
    return `The data is text or bytes. Parse it first, and give the data of a set: await engine.parse(...) has it in ${OF_A_SET}.`;
  if (isObject(data) && Array.isArray(data.interchanges))
    return `The data is a document. Give the data of one of its sets: ${OF_A_SET}.`;
  if (isObject(data) && 'guide' in data && isObject(data.data)) return 'The data is a set. Give its data: set.data.';
  return 'The data is no JSON of this guide. Give the guide to createEngine, and here the data of a set (or of the loop) that was read by it.';
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
