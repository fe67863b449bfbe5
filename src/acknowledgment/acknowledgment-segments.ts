/** One segment of guide JSON, its values found by position: what the guide calls them does not matter. */
export interface AcknowledgmentSegment {
  readonly tag: string;
  /** The text of an element or component; empty when it is absent or no text. Of several repetitions the first. */
  element(position: number, component?: number): string;
}

/** The order in which a 997 or 999 has its segments; JSON objects may have lost it. */
const ORDER = [
  ...['AK1', 'AK2', 'AK2_loop', 'IK3', 'AK3', 'IK3_loop', 'AK3_loop'],
  // A CTX stands behind the IK4 of its own loop, and before the IK4 loops of its IK3.
  ...['IK4', 'AK4', 'CTX', 'IK4_loop', 'AK4_loop', 'IK5', 'AK5', 'AK9'],
];
const LOOP = '_loop';
const CONTAINERS: ReadonlySet<string> = new Set(['heading', 'detail', 'summary', 'segments']);
/** Loops in loops; beyond it nothing is looked for. */
const MAXIMUM_DEPTH = 8;

/**
 * The segments of a 997 or 999 in guide JSON of any guide or dictionary, in order, one by one: it may have very many. Whatever is none is passed over.
 */
export function* acknowledgmentSegments(data: unknown): Generator<AcknowledgmentSegment, void, undefined> {
  yield* collect(data, 0);
}

function* collect(node: unknown, depth: number): Generator<AcknowledgmentSegment, void, undefined> {
  if (depth > MAXIMUM_DEPTH) return;
  for (const { name, value } of members(node)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (name === undefined || name.endsWith(LOOP)) yield* collect(item, depth + 1);
      else if (isObject(item)) yield segmentOf(name, item);
    }
  }
}

interface Member {
  /** A tag, that of a loop with `_loop`; undefined for a section. */
  readonly name: string | undefined;
  readonly value: unknown;
}

function members(node: unknown): readonly Member[] {
  if (!isObject(node)) return [];
  const found: Member[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (CONTAINERS.has(key)) found.push({ name: undefined, value });
    const name = /_([A-Z0-9]{3}(?:_loop)?)$/.exec(key)?.[1];
    if (name !== undefined && ORDER.includes(name)) found.push({ name, value });
  }
  return found.sort((a, b) => rank(a) - rank(b));
}

function rank({ name }: Member): number {
  return name === undefined ? -1 : ORDER.indexOf(name);
}

/** A segment of guide JSON. */
export function segmentOf(tag: string, elements: object): AcknowledgmentSegment {
  let values: ReadonlyMap<number, unknown> | undefined;
  return {
    tag,
    element(position, component = 1) {
      // Of most of those that are left out nobody asks.
      values ??= byPosition(elements);
      return text(values.get(position), component);
    },
  };
}

function text(value: unknown, component: number): string {
  if (Array.isArray(value)) return Array.isArray(value[0]) ? '' : text(value[0], component);
  if (isObject(value)) return simple(byPosition(value).get(component));
  return component === 1 ? simple(value) : '';
}

function simple(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function byPosition(elements: object): ReadonlyMap<number, unknown> {
  const values = new Map<number, unknown>();
  for (const [key, value] of Object.entries(elements)) {
    const position = /_([0-9]{2})$/.exec(key)?.[1];
    if (position !== undefined) values.set(Number(position), value);
  }
  return values;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
