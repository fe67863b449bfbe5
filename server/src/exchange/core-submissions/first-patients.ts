import type { JsonObject, JsonValue } from 'ediloom';
import { isObject } from '../../json.js';
import { MOST_SEGMENTS } from '../eligibility/read-request.js';

/** Loops of one level that are kept: with two patients a 270 is about several. */
const MOST_LOOPS = 2;

/**
 * Guide JSON of a 270, as its check needs it. One that is longer than any about one patient is asked of nobody, and what is answered names its first
 * patient: the others, of which a set may have hundreds of thousands, are left out, as everybody would wait while they are decoded and written.
 */
export function firstPatients(data: JsonObject, segments: number): JsonObject {
  return segments > MOST_SEGMENTS ? firstLoops(data) : data;
}

function firstLoops(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data)
      // It says how many segments there were.
      .filter(([name]) => !name.endsWith('_SE'))
      .map(([name, value]) => [name, firstOf(value, name.endsWith('_HL_loop') ? MOST_LOOPS : undefined)]),
  );
}

function firstOf(value: JsonValue, most?: number): JsonValue {
  if (Array.isArray(value)) return value.slice(0, most).map((one) => firstOf(one));
  // Guide JSON has guide JSON in it.
  return isObject(value) ? firstLoops(value as JsonObject) : value;
}
