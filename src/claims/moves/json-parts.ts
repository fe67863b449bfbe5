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
  if (!names.some((name) => object[name] !== undefined)) return object;
  const result: JsonObject = {};
  for (const name in object) {
    const value = object[name];
    if (value !== undefined && !names.includes(name)) result[name] = value;
  }
  return result;
}

/** The object with another value of a property; without it where there is none. */
export function withProperty(object: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  if (value === undefined) return without(object, [name]);
  return { ...object, [name]: value };
}

export function isEmpty(object: JsonObject): boolean {
  for (const _ in object) return false;
  return true;
}
