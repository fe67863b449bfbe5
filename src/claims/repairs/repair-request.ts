import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import { PROVINCES } from '../../model/regions.js';
import type { Warn } from '../claim-problem.js';
import { without } from '../moves/json-parts.js';
import { repairOf as formOf, type Repair } from './forms.js';

/** Nothing of a claim lies deeper; what does stays as it is, for it is refused or left out. */
const DEEPEST = 32;
/** No property has a longer name: warnings of what lies below would repeat it each time. */
const LONGEST_NAME = 64;

/** The request with its texts in form. What is in form stays the same object: most requests are. */
export function repairRequest(request: JsonObject, warn: Warn): JsonObject {
  return repairObject(request, [], { warn, repairOf: ownRepair });
}

/**
 * The request of a claim that goes out as it came, for its rules: a form that nobody puts right is a fault. Blanks around a text are none of it in X12, and
 * which country is meant stays as clear as it is.
 */
export function withoutBlanks(request: JsonObject): JsonObject {
  return repairObject(request, [], { warn: () => undefined, repairOf: () => undefined });
}

interface Way {
  readonly warn: Warn;
  /** The repair of a property of this name. */
  readonly repairOf: (name: string) => Repair | undefined;
}

/** Repairs by name of property, found once: names come again with each line. `null`: it has none of its own. */
const repairs = new Map<string, Repair | null>();
/** A request may bring names of its own: no more than these are remembered. */
const MOST_NAMES = 2000;

function repairObject(object: JsonObject, trail: (string | number)[], way: Way): JsonObject {
  if (trail.length > DEEPEST) return object;
  let changed: JsonObject | undefined;
  let mayBePlace = false;
  for (const name in object) {
    const value = object[name];
    if (value === undefined || name.length > LONGEST_NAME) continue;
    if (name === 'state' || name === 'countryCode') mayBePlace = true;
    trail.push(name);
    const repaired = repairValue(value, name, object, trail, way);
    trail.pop();
    if (repaired === value) continue;
    changed ??= { ...object };
    changed[name] = repaired;
  }
  const result = changed ?? object;
  if (!mayBePlace) return result;
  if (result.countryCode === 'US' && !isOfCanada(without(result, ['countryCode']))) {
    // N404 is for other countries.
    way.warn([...trail, 'countryCode'], 'repaired');
    return without(result, ['countryCode']);
  }
  if (!isOfCanada(result)) return result;
  way.warn([...trail, 'countryCode'], 'repaired');
  return { ...result, countryCode: 'CA' };
}

/** @param beside the object that the value is in, or that its list is in. */
function repairValue(
  value: JsonValue,
  name: string,
  beside: JsonObject,
  trail: (string | number)[],
  way: Way,
): JsonValue {
  if (typeof value === 'string') return repairText(value, name, beside, trail, way);
  if (isObject(value)) return repairObject(value, trail, way);
  if (!Array.isArray(value) || trail.length > DEEPEST) return value;
  let changed: JsonValue[] | undefined;
  for (let at = 0; at < value.length; at++) {
    const entry = value[at] ?? null;
    trail.push(at);
    const repaired = repairValue(entry, name, beside, trail, way);
    trail.pop();
    if (repaired === entry) continue;
    changed ??= [...value];
    changed[at] = repaired;
  }
  return changed ?? value;
}

function repairText(
  text: string,
  name: string,
  beside: JsonObject,
  trail: (string | number)[],
  { warn, repairOf }: Way,
): string {
  const plain = inOneLine(text);
  const repair = repairOf(name);
  const repaired = repair === undefined ? plain : repair(plain, beside);
  if (repaired !== text) warn([...trail], 'repaired');
  return repaired;
}

/** Without blanks around it; lines are joined by a blank. */
function inOneLine(text: string): string {
  if (isInOneLine(text)) return text;
  const trimmed = text.trim();
  if (!/[\r\n]/.test(trimmed)) return trimmed;
  const lines = trimmed.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** Nearly all texts are: ASCII that prints, without blanks at its ends. bench: `npm run bench:claims` */
function isInOneLine(text: string): boolean {
  const last = text.length - 1;
  if (text.charCodeAt(0) <= BLANK || text.charCodeAt(last) <= BLANK) return false;
  for (let at = 0; at <= last; at++) {
    const code = text.charCodeAt(at);
    if (code < BLANK || code > LAST_OF_ASCII) return false;
  }
  return true;
}

const BLANK = ' '.charCodeAt(0);
const LAST_OF_ASCII = '~'.charCodeAt(0);

function ownRepair(name: string): Repair | undefined {
  const known = repairs.get(name);
  if (known !== undefined) return known ?? undefined;
  const repair = formOf(name);
  if (repairs.size < MOST_NAMES) repairs.set(name, repair ?? null);
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
