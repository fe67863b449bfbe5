import type { ElementTable } from './encode-tables.js';
import type { ElementPlan } from './plan.js';
import { type DataObject, hasKey, ownKeys, readProperty } from './safe-read.js';

export type KeyPrefix = 'element' | 'component';

/** Positions beyond this are taken for a slip, not for a surplus element. */
const LARGEST_POSITION = 1_000;

export interface CollectOptions {
  readonly elements: readonly (ElementPlan | undefined)[];
  readonly table: ElementTable;
  readonly prefix: KeyPrefix;
  readonly onUnknown: (key: string) => void;
}

/**
 * Puts the values of an object into `values` by position and returns the last position filled. Absent and empty values
 * leave no trace. `values` is scratch, empty on entry; a loop over own keys costs less than a look-up of every position.
 */
export function collectValues(object: DataObject, options: CollectOptions, values: unknown[]): number {
  const { keys, positions } = options.table;
  const names = ownKeys(object);
  let last = 0;
  let next = 1;
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? '';
    // Data mostly comes in guide order: then the key is the next one, the very same string.
    const position = keys[next] === name ? next : (positions.get(name) ?? surplusPosition(name, options));
    if (position === 0) {
      options.onUnknown(name);
      continue;
    }
    next = position + 1;
    const value = readProperty(object, name);
    if (value === undefined || value === '') continue;
    while (values.length <= position) values.push(undefined);
    values[position] = value;
    if (position > last) last = position;
  }
  return last;
}

/** The key under which an object holds a position, or would hold it. */
export function keyOfPosition(
  object: DataObject,
  options: Pick<CollectOptions, 'elements' | 'table' | 'prefix'>,
  position: number,
): string {
  const usual = options.elements[position]?.key ?? `${options.prefix}_${String(position).padStart(2, '0')}`;
  if (hasKey(object, usual)) return usual;
  return ownKeys(object).find((key) => options.table.positions.get(key) === position) ?? usual;
}

// `element_17` names a place only where the definition names none; 0 = no such place.
function surplusPosition(key: string, { elements, prefix }: CollectOptions): number {
  if (!key.startsWith(prefix) || key.charAt(prefix.length) !== '_') return 0;
  const digits = key.slice(prefix.length + 1);
  const position = Number(digits);
  const wellFormed = position >= 1 && position <= LARGEST_POSITION && digits === String(position).padStart(2, '0');
  return wellFormed && elements[position] === undefined ? position : 0;
}
