import type { JsonObject, JsonValue } from '../../model/json.js';
import { isObject } from '../occurrences.js';

/** The names of a property: `subscriber.memberId` has two. */
export function namesOf(property: string): readonly string[] {
  return property.split('.');
}

export function readProperty(json: JsonObject, names: readonly string[]): JsonValue | undefined {
  if (names.length === 1) {
    const value = json[names[0] ?? ''];
    return value === null || value === '' ? undefined : value;
  }
  let at: JsonValue | undefined = json;
  for (const name of names) {
    if (!isObject(at)) return undefined;
    at = at[name];
  }
  return at === null || at === '' ? undefined : at;
}

/** The object that holds the last of the names, made where it is missing. */
export function holderOf(json: JsonObject, names: readonly string[]): JsonObject {
  let at = json;
  for (let index = 0; index < names.length - 1; index++) {
    const name = names[index] ?? '';
    const next = at[name];
    if (isObject(next)) at = next;
    else {
      const made: JsonObject = {};
      at[name] = made;
      at = made;
    }
  }
  return at;
}
