import type { GuidePlan, LoopPlan, SegmentPlan } from '../plan/plan.js';
import { type DataObject, isList, NO_DATA, ownKeys, readProperty } from '../values/safe-read.js';

// What stands in segments that follow from the set: both ways of writing fill them in.

/**
 * Elements of ST that stand whatever the data says, by position. ST03 is filled in for a set that brings no ST at all; one that was read without it keeps
 * doing without.
 */
export function headerOf(
  { guide }: GuidePlan,
  segment: SegmentPlan,
  object: DataObject,
  controlNumber: string,
): (string | undefined)[] {
  const { transactionSet, implementation } = guide.x12;
  const given: (string | undefined)[] = [undefined, undefined, controlNumber];
  const own = readProperty(object, segment.elements[2]?.key ?? '');
  // What is neither text nor a number is told, as of any element, and not replaced without a word.
  if (own !== undefined && typeof own !== 'string' && typeof own !== 'number' && !(isList(own) && own.length < 2))
    given[2] = undefined;
  if (object !== NO_DATA) return given;
  given[1] = transactionSet;
  const third = segment.elements[3];
  if (third !== undefined && !third.notUsed) given[3] = implementation;
  return given;
}

/** Keys of SE in the data, and whether one is known, of which something is to be told: count and number are always this set's own, whatever was read. */
export function* trailerFaults(
  positions: ReadonlyMap<string, number> | undefined,
  object: DataObject,
): Generator<readonly [key: string, isKnown: boolean]> {
  for (const key of object === NO_DATA ? [] : ownKeys(object)) {
    const value = readProperty(object, key);
    if (positions?.has(key) === false) yield [key, false];
    // What is no value at all was not read.
    else if (value !== undefined && typeof value !== 'string' && typeof value !== 'number') yield [key, true];
  }
}

/** Elements of the HL of a level, by position, as nesting has them. HL04 only informs; it is written where the guide asks for it. */
export function levelOf(
  { trigger, hlLevel }: LoopPlan,
  id: string,
  parentId: string | undefined,
  hasChildren: boolean,
): readonly (string | undefined)[] {
  const child = trigger?.elements[4]?.required === true ? (hasChildren ? '1' : '0') : undefined;
  return [undefined, id, parentId || undefined, hlLevel || undefined, child];
}
