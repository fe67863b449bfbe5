import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';

/** The object that a property holds; an empty one where it holds none. */
export function objectIn(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects of a list; none where there is no list. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Those of the properties that are there. */
export function only(object: JsonObject, names: readonly string[]): JsonObject {
  const result: JsonObject = {};
  for (const name of names) {
    const value = object[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** All but those properties. */
export function without(object: JsonObject, names: readonly string[]): JsonObject {
  if (!hasOne(object, names)) return object;
  const result: JsonObject = {};
  for (const name in object) {
    const value = object[name];
    if (value !== undefined && !names.includes(name)) result[name] = value;
  }
  return result;
}

function hasOne(object: JsonObject, names: readonly string[]): boolean {
  for (let at = 0; at < names.length; at++) if (object[names[at] ?? ''] !== undefined) return true;
  return false;
}

/** The object with another value of a property; without it where there is none. */
export function withProperty(object: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  if (value === undefined) return without(object, [name]);
  // Two steps: a literal that names a property behind a spread asks the engine of the language anew each time. bench: `npm run bench:claims`
  const result: JsonObject = { ...object };
  result[name] = value;
  return result;
}

export function isEmpty(object: JsonObject): boolean {
  for (const _ in object) return false;
  return true;
}
