// Data comes from callers: getters and proxies may throw, and must not stop the writing of a set half-way. Whatever
// cannot be read becomes a value that no element can hold, so that it is reported like any other wrong value.

/** Stands for a value whose reading threw. */
export const UNREADABLE: unique symbol = Symbol('unreadable');
const NO_KEYS: readonly string[] = [];

/** An object of JSON: neither null nor an array. */
export type DataObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is DataObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** Own keys in the object's order; none where they cannot be read. Keys of the prototype are no data. */
export function ownKeys(object: DataObject): readonly string[] {
  try {
    return Object.keys(object);
  } catch {
    return NO_KEYS;
  }
}

/** True for an own key. */
export function hasKey(object: DataObject, key: string): boolean {
  try {
    return Object.hasOwn(object, key);
  } catch {
    return false;
  }
}

/** One property or member. */
export function readProperty(object: DataObject | readonly unknown[], key: string | number): unknown {
  try {
    return (object as DataObject)[key]; // an array is read by its index the same way
  } catch {
    return UNREADABLE;
  }
}

export function lengthOf(list: readonly unknown[]): number {
  try {
    return list.length;
  } catch {
    return 0;
  }
}
