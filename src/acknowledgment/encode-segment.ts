import type { JsonObject, JsonValue } from '../model/json.js';
import type { SegmentForm } from './acknowledgment-forms.js';

/** A segment of guide JSON from its values by position; what is undefined is left out. */
export function segmentJson(form: SegmentForm, values: readonly (JsonValue | undefined)[]): JsonObject {
  return keyed(form.elements, values);
}

/** An object of such keys, each with the value of its place; what is undefined is left out. */
export function keyed(keys: readonly string[], values: readonly (JsonValue | undefined)[]): JsonObject {
  const object: JsonObject = {};
  for (const [at, key] of keys.entries()) {
    const value = values[at];
    if (value !== undefined) object[key] = value;
  }
  return object;
}
