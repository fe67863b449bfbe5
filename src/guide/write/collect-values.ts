import type { ElementTable } from '../plan/element-table.js';
import { type DataObject, hasKey, isPlainObject, ownKeys, readProperty, UNREADABLE } from '../values/safe-read.js';
import { suffixPosition } from '../values/snake-case.js';

/** Hears of keys that name no position, and of those that name one which another key has filled. */
export interface DoubtfulKeys {
  unknown(key: string): void;
  repeated(key: string): void;
}

/**
 * Puts the values of an object into `values` by position and returns the last position filled. Absent and empty values leave no trace.
 * `values` is scratch, empty on entry.
 */
export function collectValues(
  object: DataObject,
  table: ElementTable,
  values: unknown[],
  doubtful: DoubtfulKeys,
): number {
  let last = 0;
  let hears = doubtful;
  for (const name of ownKeys(object)) {
    const position = positionOf(table, name);
    if (position === 0) {
      hears.unknown(name);
      continue;
    }
    const value = readProperty(object, name);
    // What a getter hits is an error of its own: keys behind it are not told of.
    if (value === UNREADABLE && isPlainObject(object)) hears = SILENT;
    if (value === undefined || value === '') continue;
    while (values.length <= position) values.push(undefined);
    if (values[position] !== undefined) hears.repeated(name);
    values[position] = value;
    if (position > last) last = position;
  }
  return last;
}

/** The position that a key names; 0 = no such position. */
export function positionOf(table: ElementTable, name: string): number {
  return table.positions.get(name) ?? surplusPosition(name, table);
}

/** For what was told of before, or need not be. */
export const SILENT: DoubtfulKeys = { unknown: () => undefined, repeated: () => undefined };

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
