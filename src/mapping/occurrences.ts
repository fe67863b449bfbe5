import { freshList, freshListOf } from '../model/fresh-list.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { ElementKey, Hop, Place, Test } from './place.js';

// Finding occurrences in guide JSON, and making them. Where a guide has one, there may be an array all the same.

/** The value of the first occurrence of a place that has one. */
export function valueAt(node: JsonObject, place: Place, from = 0): JsonValue | undefined {
  const hop = place.hops[from];
  if (hop === undefined) return place.element === undefined ? undefined : elementIn(node, place.element);
  const child = node[hop.key];
  if (child === undefined) return undefined;
  if (!Array.isArray(child)) return passes(child, hop) && hop.index < 2 ? valueAt(child, place, from + 1) : undefined;
  let count = 0;
  for (const one of child) {
    if (!passes(one, hop)) continue;
    if (hop.index !== 0 && ++count !== hop.index) continue;
    const value = valueAt(one, place, from + 1);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The first occurrence of a place. */
export function firstAt(node: JsonObject, hops: readonly Hop[], from = 0): JsonObject | undefined {
  const hop = hops[from];
  if (hop === undefined) return node;
  const child = node[hop.key];
  if (child === undefined) return undefined;
  if (!Array.isArray(child)) return passes(child, hop) && hop.index < 2 ? firstAt(child, hops, from + 1) : undefined;
  let count = 0;
  for (const one of child) {
    if (!passes(one, hop)) continue;
    if (hop.index !== 0 && ++count !== hop.index) continue;
    const found = firstAt(one, hops, from + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All occurrences of a place. Most have one hop. bench: `npm run bench:eligibility`. */
export function occurrencesOf(node: JsonObject, hops: readonly Hop[]): readonly JsonObject[] {
  const hop = hops[0];
  if (hop !== undefined && hops.length === 1) {
    const child = node[hop.key];
    if (child === undefined) return NO_OBJECTS;
    if (!Array.isArray(child)) return passes(child, hop) && hop.index < 2 ? freshListOf(child) : NO_OBJECTS;
  }
  const found = freshList<JsonObject>();
  collectAt(node, hops, found, 0);
  return found;
}

function collectAt(node: JsonObject, hops: readonly Hop[], found: JsonObject[], from: number): void {
  const hop = hops[from];
  if (hop === undefined) {
    found.push(node);
    return;
  }
  const child = node[hop.key];
  if (child === undefined) return;
  if (!Array.isArray(child)) {
    if (passes(child, hop) && hop.index < 2) collectAt(child, hops, found, from + 1);
    return;
  }
  const isLast = from === hops.length - 1;
  let count = 0;
  for (let i = 0; i < child.length; i++) {
    const one = child[i] ?? null;
    if (!passes(one, hop)) continue;
    if (hop.index !== 0 && ++count !== hop.index) continue;
    if (isLast) found.push(one);
    else collectAt(one, hops, found, from + 1);
  }
}

/**
 * The occurrence that a value may be put into: one that the filters fit or can be made to fit, else a new one.
 * `undefined` when all there may be say something else.
 */
export function claim(
  node: JsonObject,
  hops: readonly Hop[],
  create: 'create' | 'existing',
  from = 0,
  to = hops.length,
): JsonObject | undefined {
  const hop = from < to ? hops[from] : undefined;
  if (hop === undefined) return node;
  // Most hops lead to the only occurrence that may be there, whatever it says.
  const there = node[hop.key];
  if (hop.tests.length === 0 && hop.index < 2 && isObject(there)) return claim(there, hops, create, from + 1, to);
  // Never a second loop because a segment inside the first is taken: that would be another party.
  const one = admitted(there, hop);
  if (one !== undefined) {
    const found = claim(one, hops, create, from + 1, to);
    if (found !== undefined && create === 'create') settle(one, hop);
    return found;
  }
  if (create === 'existing') return undefined;
  const made: JsonObject = {};
  return attach(node, hop, made) ? claim(made, hops, create, from + 1, to) : undefined;
}

// The first of the occurrences, or the one of the hop's index, that the filters fit or can be made to fit.
function admitted(there: JsonValue | undefined, hop: Hop): JsonObject | undefined {
  if (there === undefined) return undefined;
  if (!Array.isArray(there)) return hop.index < 2 && isObject(there) && admits(there, hop) ? there : undefined;
  let count = 0;
  for (const one of there) {
    if (!isObject(one) || !admits(one, hop)) continue;
    if (++count >= hop.index) return one;
  }
  return undefined;
}

/** Adds an occurrence; false when the guide has no room for one more. */
export function attach(node: JsonObject, hop: Hop, made: JsonObject): boolean {
  const there = node[hop.key];
  const count = there === undefined ? 0 : Array.isArray(there) ? there.length : 1;
  if (count >= hop.max) return false;
  settle(made, hop);
  if (!hop.array) node[hop.key] = made;
  else if (Array.isArray(there)) there.push(made);
  else node[hop.key] = freshListOf(made);
  return true;
}

/** Gives an occurrence the values that its filters ask for. */
export function settle(node: JsonObject, { tests }: Hop): void {
  for (const { segment, element, values } of tests) {
    const value = values?.[0];
    const holder = segment === undefined ? node : claim(node, [segment], 'create');
    if (value !== undefined && holder !== undefined && elementIn(holder, element) === undefined)
      setElement(holder, element, value);
  }
}

export function elementIn(node: JsonObject, { key, component }: ElementKey): JsonValue | undefined {
  const value = node[key];
  if (component === undefined || value === undefined) return value;
  const composite = Array.isArray(value) ? value[0] : value;
  return isObject(composite) ? composite[component] : undefined;
}

export function setElement(node: JsonObject, { key, component, array }: ElementKey, value: JsonValue): void {
  if (component === undefined) {
    node[key] = array && !Array.isArray(value) ? freshListOf(value) : value;
    return;
  }
  const there = node[key];
  const composite = Array.isArray(there) ? there[0] : there;
  if (isObject(composite)) composite[component] = value;
  else {
    // Named in a literal it would take ten times as long. bench: `npm run bench:claims`
    const made: JsonObject = {};
    made[component] = value;
    node[key] = array ? freshListOf(made) : made;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isEmpty(object: JsonObject): boolean {
  for (const _ in object) return false;
  return true;
}

function passes(value: JsonValue, { tests }: Hop): value is JsonObject {
  if (!isObject(value)) return false;
  for (let i = 0; i < tests.length; i++) {
    const test = tests[i];
    if (test !== undefined && !holds(value, test)) return false;
  }
  return true;
}

function holds(node: JsonObject, { segment, element, negated, values }: Test): boolean {
  const holder = segment === undefined ? node : listOf(node[segment.key])[0];
  const value = isObject(holder) ? elementIn(holder, element) : undefined;
  const found = Array.isArray(value) ? value[0] : value;
  // Other JSON is no code.
  const text = typeof found === 'string' || typeof found === 'number' ? String(found) : '';
  const fits = values === undefined ? found !== undefined : values.includes(text);
  return fits !== negated;
}

// For put: an element that is still open can be made to fit.
function admits(node: JsonObject, { tests }: Hop): boolean {
  for (const test of tests) {
    const holder = test.segment === undefined ? node : listOf(node[test.segment.key])[0];
    if (isObject(holder) && elementIn(holder, test.element) !== undefined && !holds(node, test)) return false;
  }
  return true;
}

const NONE: readonly JsonValue[] = [];
const NO_OBJECTS: readonly JsonObject[] = [];

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return NONE;
  return Array.isArray(value) ? value : [value];
}
