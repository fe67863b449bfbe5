import type { ElementPlan, GuidePlan } from '../../guide/plan/plan.js';
import { isObject } from '../../mapping/occurrences.js';
import { resolvePlaces } from '../../mapping/place.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { ClaimType } from '../claim-type.js';
import { requestPlaces } from './request-places.js';
import type { TablePlace } from './table-places.js';

const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);

/** How long a text may be: characters, of a number digits. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
  readonly isNumber: boolean;
}

/** Hears of a text that is too short or too long for its element. */
export type HearLength = (trail: readonly (string | number)[], lengths: Lengths) => void;

/** A property by its name, and what is inside. */
interface Node {
  lengths?: Lengths;
  readonly inside: Map<string, Node>;
}

/**
 * Measures the texts of a request in normal form by the elements that they fill, for the schema leaves the length of most open: without it
 * the engine would refuse the 837, in words that nobody knows who wrote JSON.
 */
export function lengthsBy(type: ClaimType, plan: GuidePlan): (request: JsonObject, hear: HearLength) => void {
  const root: Node = { inside: new Map() };
  for (const place of requestPlaces(type)) {
    const found = elementsOf(place, plan).flatMap(lengthsOf);
    if (found.length === 0) continue;
    const node = nodeAt(root, place.property.replaceAll('[]', ''));
    node.lengths = widest(node.lengths === undefined ? found : [node.lengths, ...found]);
  }
  return (request, hear) => measure(request, root, [], hear);
}

function elementsOf({ loops, elements }: TablePlace, { root }: GuidePlan): readonly ElementPlan[] {
  const loop = loops.at(-1)?.loop;
  return elements
    .map((element) => (loop === undefined ? element : `${loop}/${element}`))
    .flatMap((path) => resolvePlaces(path, root))
    .flatMap(({ element }) => (element === undefined ? [] : [element.plan]));
}

// Dates and times are judged as such.
function lengthsOf({ type, min, max }: ElementPlan): readonly Lengths[] {
  if (type === 'DT' || type === 'TM' || type === 'composite') return [];
  return [{ least: min, most: max, isNumber: /^[NR]/.test(type) }];
}

/** A property may have several places, of which the first with room is taken. */
function widest(found: readonly Lengths[]): Lengths {
  return {
    least: Math.min(...found.map(({ least }) => least)),
    most: Math.max(...found.map(({ most }) => most)),
    isNumber: found.every(({ isNumber }) => isNumber),
  };
}

function nodeAt(root: Node, property: string): Node {
  return property.split('.').reduce((node, name) => {
    const before = node.inside.get(name) ?? { inside: new Map() };
    node.inside.set(name, before);
    return before;
  }, root);
}

function measure(value: JsonValue | undefined, node: Node, trail: (string | number)[], hear: HearLength): void {
  if (typeof value === 'string') return measureText(value, node, trail, hear);
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) measureAt(at, value[at], node, trail, hear);
  else if (isObject(value)) {
    for (const name in value) {
      const below = node.inside.get(name);
      if (below !== undefined) measureAt(name, value[name], below, trail, hear);
    }
  }
}

function measureAt(
  name: string | number,
  value: JsonValue | undefined,
  node: Node,
  trail: (string | number)[],
  hear: HearLength,
): void {
  trail.push(name);
  measure(value, node, trail, hear);
  trail.pop();
}

function measureText(text: string, { lengths }: Node, trail: readonly (string | number)[], hear: HearLength): void {
  if (lengths === undefined || text === '') return;
  const { least, most, isNumber } = lengths;
  // Neither sign nor point of a number counts, and two halves of a character are one.
  const length = isNumber ? digitsIn(text) : text.length > most ? [...text].length : text.length;
  if (length < least || length > most) hear([...trail], lengths);
}

function digitsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) count++;
  }
  return count;
}
