import type { ElementTable } from './encode-tables.js';
import { type DataObject, hasKey, isPlainObject, ownKeys, readProperty } from './safe-read.js';
import { suffixPosition } from './snake-case.js';

/** Hears of keys that name no position, and of those that name one which another key has filled. */
export interface DoubtfulKeys {
  unknown(key: string): void;
  repeated(key: string): void;
}

/**
 * Puts the values of an object into `values` by position and returns the last position filled. Absent and empty values
 * leave no trace. `values` is scratch, empty on entry; a loop over own keys costs less than a look-up of every position.
 */
export function collectValues(
  object: DataObject,
  table: ElementTable,
  values: unknown[],
  doubtful: DoubtfulKeys,
): number {
  if (!isPlainObject(object)) return collectSlowly(object, table, values, doubtful);
  let last = 0;
  let before = 0;
  try {
    // for-in reads own properties by their place in the object, which no other loop does; isPlainObject vouches for own.
    for (const name in object) {
      const position = followingPosition(table, before, name);
      if (position === 0) {
        doubtful.unknown(name);
        continue;
      }
      before = position;
      const value = object[name];
      if (value === undefined || value === '') continue;
      while (values.length <= position) values.push(undefined);
      if (values[position] !== undefined) doubtful.repeated(name);
      values[position] = value;
      if (position > last) last = position;
    }
  } catch {
    // A getter threw: begin again, one guarded read at a time. What it hits is reported there.
    values.fill(undefined);
    return collectSlowly(object, table, values, SILENT);
  }
  return last;
}

/** The position that a key names, where the key before named `before` (0 = none); 0 = no such position. */
export function followingPosition(table: ElementTable, before: number, name: string): number {
  const { keys, followers } = table;
  const expected = followers[before] ?? 0;
  if (keys[expected] === name) return expected;
  const position = table.positions.get(name) ?? surplusPosition(name, table);
  if (before < followers.length) followers[before] = position;
  return position;
}

function collectSlowly(object: DataObject, table: ElementTable, values: unknown[], doubtful: DoubtfulKeys): number {
  let last = 0;
  for (const name of ownKeys(object)) {
    const position = table.positions.get(name) ?? surplusPosition(name, table);
    if (position === 0) {
      doubtful.unknown(name);
      continue;
    }
    const value = readProperty(object, name);
    if (value === undefined || value === '') continue;
    while (values.length <= position) values.push(undefined);
    if (values[position] !== undefined) doubtful.repeated(name);
    values[position] = value;
    if (position > last) last = position;
  }
  return last;
}

// Keys before the one that threw were reported by the first attempt; the others are lost in an error of its own.
const SILENT: DoubtfulKeys = { unknown: () => undefined, repeated: () => undefined };

/** The key under which an object holds a position, or would hold it. */
export function keyOfPosition(object: DataObject, table: ElementTable, position: number): string {
  const usual = table.elements[position]?.key ?? `${table.prefix}_${String(position).padStart(2, '0')}`;
  if (hasKey(object, usual)) return usual;
  return ownKeys(object).find((key) => table.positions.get(key) === position) ?? usual;
}

// `element_17` names a place only where the definition names none; 0 = no such place.
function surplusPosition(key: string, { elements, prefix }: ElementTable): number {
  if (!key.startsWith(prefix) || key.charAt(prefix.length) !== '_') return 0;
  const position = suffixPosition(key.slice(prefix.length + 1));
  return elements[position] === undefined ? position : 0;
}
