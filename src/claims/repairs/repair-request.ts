import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { Warn } from '../claim-problem.js';
import { PROVINCES } from '../regions.js';
import { type Repair, repairOf } from './forms.js';

/** The request with its texts in form. What is in form stays the same object: most requests are. */
export function repairRequest(request: JsonObject, warn: Warn): JsonObject {
  return repairObject(request, [], warn);
}

/** Repairs by name of property, found once: names come again with each line. */
const repairs = new Map<string, Repair | undefined>();
/** A request may bring names of its own: no more than these are remembered. */
const MOST_NAMES = 2000;

function repairObject(object: JsonObject, trail: (string | number)[], warn: Warn): JsonObject {
  let changed: JsonObject | undefined;
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    trail.push(name);
    const repaired = repairValue(value, name, trail, warn);
    trail.pop();
    if (repaired === value) continue;
    changed ??= { ...object };
    changed[name] = repaired;
  }
  const result = changed ?? object;
  return isOfCanada(result) ? { ...result, countryCode: 'CA' } : result;
}

function repairValue(value: JsonValue, name: string, trail: (string | number)[], warn: Warn): JsonValue {
  if (typeof value === 'string') return repairText(value, name, trail, warn);
  if (isObject(value)) return repairObject(value, trail, warn);
  if (!Array.isArray(value)) return value;
  let changed: JsonValue[] | undefined;
  for (let at = 0; at < value.length; at++) {
    const entry = value[at] ?? null;
    trail.push(at);
    const repaired = repairValue(entry, name, trail, warn);
    trail.pop();
    if (repaired === entry) continue;
    changed ??= [...value];
    changed[at] = repaired;
  }
  return changed ?? value;
}

const LINE_ENDS = /\s*[\r\n]+\s*/g;

function repairText(text: string, name: string, trail: (string | number)[], warn: Warn): string {
  const plain = /[\r\n]/.test(text) ? text.trim().replace(LINE_ENDS, ' ') : text.trim();
  const repaired = ownRepair(name)?.(plain) ?? plain;
  if (repaired !== text) warn([...trail], 'repaired');
  return repaired;
}

function ownRepair(name: string): Repair | undefined {
  if (repairs.has(name)) return repairs.get(name);
  const repair = repairOf(name);
  if (repairs.size < MOST_NAMES) repairs.set(name, repair);
  return repair;
}

/** An address with a Canadian province and postal code lacks only its country. */
function isOfCanada({ countryCode, state, postalCode }: JsonObject): boolean {
  return (
    countryCode === undefined &&
    typeof state === 'string' &&
    PROVINCES.has(state) &&
    typeof postalCode === 'string' &&
    /^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(postalCode)
  );
}
