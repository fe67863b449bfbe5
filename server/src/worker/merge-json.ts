import { isObject } from '../json.js';

/**
 * One JSON value laid over another: objects are merged member by member, anything else, lists too, is replaced as a whole.
 * Members stand in the order of the base, new ones after them. `undefined` over a base leaves it.
 */
export function mergeJson(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isObject(base) || !isObject(over)) return over;
  // A map, so that a member named `__proto__` is a member like others.
  const members = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(over)) members.set(name, mergeJson(members.get(name), value));
  return Object.fromEntries(members);
}
