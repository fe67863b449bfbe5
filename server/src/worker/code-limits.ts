/** Bounds on a JSON value: text in UTF-16 units, nesting, and values in all, containers included. */
export interface JsonLimits {
  readonly length: number;
  readonly levels: number;
  readonly nodes: number;
}

const KB = 1024;

/** Longest expression, and longest text of a schema or of all lookup tables of a mapping. */
export const TEXT_LIMIT = 300 * KB;

/** What a customer wrote and we compile. */
export const CODE_LIMITS: JsonLimits = { length: TEXT_LIMIT, levels: 100, nodes: 10_000 };

/** Guides have more: the engine's own 850 has 26,000 values in 410 KB, and an account may start from a copy of it. */
export const GUIDE_LIMITS: JsonLimits = { length: 1024 * KB, levels: 100, nodes: 60_000 };

/** What goes into an expression, and what comes out of it. */
export const DATA_LIMITS: JsonLimits = { length: 4096 * KB, levels: 100, nodes: 4096 * KB };

/** Which limit a JSON value exceeds, or `undefined`. It does not recurse, so that no depth can harm it. */
export function exceededLimit(value: unknown, limits: JsonLimits): 'levels' | 'nodes' | undefined {
  let nodes = 1;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= limits.levels) return 'levels';
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      const members: readonly unknown[] = Array.isArray(item) ? item : Object.values(item);
      nodes += members.length;
      if (nodes > limits.nodes) return 'nodes';
      for (const member of members) if (typeof member === 'object' && member !== null) below.push(member);
    }
    level = below;
  }
  return undefined;
}

/**
 * The JSON text of a value within limits; `undefined` gives `undefined`.
 * @throws RangeError that names the limit which the value exceeds.
 */
export function limitedJson(value: unknown, limits: JsonLimits, what: string): string | undefined {
  const exceeded = exceededLimit(value, limits);
  if (exceeded !== undefined) throw new RangeError(`${what} has more than ${limits[exceeded]} ${exceeded}.`);
  const text: string | undefined = JSON.stringify(value);
  if (text !== undefined && text.length > limits.length)
    throw new RangeError(`${what} is longer than ${limits.length}.`);
  return text;
}
