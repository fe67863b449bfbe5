import type { LoopTable, SlotEntry } from '../plan/loop-table.js';
import {
  type DataObject,
  isForeign,
  isList,
  isObject,
  isPlainObject,
  lengthOf,
  ownKeys,
  readProperty,
} from '../values/safe-read.js';
import type { EncodeLevel } from './encode-level.js';
import type { EncodeReport } from './encode-report.js';
import { givenForm } from './given-form.js';

type Entries = ReadonlyMap<string, SlotEntry> | undefined;

const NO_PATH: readonly string[] = [];

/**
 * Puts the children that an object has into a level. Values that are as good as absent leave no entry: then what is
 * missing shows as missing.
 */
export function collectChildren(object: DataObject, level: EncodeLevel, report: EncodeReport): void {
  const { table } = level;
  if (!isPlainObject(object)) return collectFrom(object, table.entries, level, { report, path: NO_PATH });
  let before: SlotEntry | undefined;
  try {
    // for-in reads own properties by their place in the object; isPlainObject vouches for own.
    for (const key in object) {
      const expected = before === undefined ? table.first : before.follower;
      const entry = expected !== undefined && expected.key === key ? expected : found(table, before, key);
      if (entry !== undefined) before = entry;
      const value = object[key];
      const list = isList(value);
      if (entry !== undefined && isThere(entry, value, list)) {
        level.add(entry, value, key);
        if (list !== entry.array && report.asTyped) report.misshaped([key], value);
      } else if (value !== undefined || entry === undefined) rejectChild(entry, value, [key], { level, report });
    }
  } catch {
    // A getter threw: begin again, one guarded read at a time.
    level.restart();
    collectFrom(object, table.entries, level, { report, path: NO_PATH });
  }
}

// Looks a child up by its key, and keeps it as the one to expect next time.
function found(table: LoopTable, before: SlotEntry | undefined, key: string): SlotEntry | undefined {
  const entry = table.entries.get(key);
  if (entry === undefined) return undefined;
  if (before === undefined) table.first = entry;
  else before.follower = entry;
  return entry;
}

/** {@link collectChildren} with guarded reads; `path` are the keys down to the object: a section at the top. */
export function collectFrom(
  object: DataObject,
  entries: Entries,
  level: EncodeLevel,
  { report, path }: { report: EncodeReport; path: readonly string[] },
): void {
  if (isForeign(object)) return report.property('value-type', path);
  for (const key of ownKeys(object)) {
    const entry = entries?.get(key);
    const value = readProperty(object, key);
    const list = isList(value);
    if (entry !== undefined && isThere(entry, value, list)) {
      level.add(entry, value, key);
      if (list !== entry.array) report.misshaped([...path, key], value);
    } else if (value !== undefined || entry === undefined) rejectChild(entry, value, [...path, key], { level, report });
  }
}

function isThere({ max }: SlotEntry, value: unknown, list: boolean): boolean {
  if (list) return lengthOf(value as readonly unknown[]) > 0; // by isList
  return typeof value === 'object' && value !== null && !(max > 1 && isIndexed(value as DataObject)); // no list, so an object
}

// A list that came as an object is none: without this its indexes would be sought among the properties.
function isIndexed(object: DataObject): boolean {
  return ownKeys(object)[0] === '0';
}

function rejectChild(
  entry: SlotEntry | undefined,
  value: unknown,
  keys: readonly string[],
  { level, report }: { level: EncodeLevel; report: EncodeReport },
): void {
  if (entry === undefined) report.property('property-unknown', keys);
  else if (isList(value)) {
    level.missing.push(entry.slot);
    if (!entry.array) report.misshaped(keys, value);
  } else if (!isObject(value) || isIndexed(value)) report.property('value-type', keys, givenForm(value));
}
