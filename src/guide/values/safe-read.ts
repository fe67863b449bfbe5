// Data comes from callers: getters and proxies may throw, and must not stop the writing of a set half-way. Whatever
// cannot be read becomes a value that no element can hold, so that it is reported like any other wrong value.

/** Stands for a value whose reading threw. */
export const UNREADABLE: unique symbol = Symbol('unreadable');
const NO_KEYS: readonly string[] = [];

/** An object of JSON: neither null nor an array. */
export type DataObject = Readonly<Record<string, unknown>>;

/** Stands for the object of a segment that the data has not. */
export const NO_DATA: DataObject = Object.freeze({});

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

let polluted = false;

/** Looks whether somebody put enumerable keys on the platform's prototype; to be asked once a set. */
export function checkPrototype(): void {
  polluted = Object.keys(Object.prototype).length > 0;
}

/**
 * True for an object on which `for in` gives own keys only: one without prototype, or of the platform's own as long as
 * {@link checkPrototype} found no enumerable keys there.
 */
export function isPlainObject(object: DataObject): boolean {
  try {
    const prototype: unknown = Object.getPrototypeOf(object);
    return (prototype === Object.prototype && !polluted) || prototype === null;
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

/**
 * True for an object that is none of JSON and has nothing that could be read as one: a Date, a Map, a typed array, a String
 * that is an object, whose keys are indexes. Instances of classes that have properties of their own are data as any other.
 */
export function isForeign(object: DataObject): boolean {
  return !isPlainObject(object) && (ArrayBuffer.isView(object) || ownKeys(object).every(isIndex));
}

function isIndex(key: string): boolean {
  return /^\d+$/.test(key);
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
export function readProperty(object: DataObject, key: string): unknown {
  try {
    return object[key];
  } catch {
    return UNREADABLE;
  }
}

/** One member of a list. Apart from {@link readProperty}, so that each reads by one kind of key only. */
export function readMember(list: readonly unknown[], index: number): unknown {
  try {
    return list[index];
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
