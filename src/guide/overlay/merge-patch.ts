import { X12Error } from '../../model/error.js';
import { isObject, type JsonObject } from '../check/problems.js';

/** Deeper than any guide: a hostile patch must not exhaust the stack. */
const DEEPEST = 200;

/**
 * RFC 7386: members of the patch replace those of the target, `null` removes, objects merge, lists are replaced whole.
 * Key order of the target stays; new keys come last. Neither argument is changed.
 * @throws X12Error `X12_GUIDE_INVALID` when the patch nests deeper than 200 levels.
 */
export function mergePatch(target: unknown, patch: unknown, depth = 0): unknown {
  if (!isObject(patch)) return patch;
  if (depth > DEEPEST) {
    throw new X12Error('X12_GUIDE_INVALID', 'The patch of the overlay nests deeper than any guide. Make it shallower.');
  }
  const members = new Map<string, unknown>(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) members.delete(key);
    else members.set(key, mergePatch(members.get(key), value, depth + 1));
  }
  // fromEntries defines own members: a key `__proto__` stays data.
  return Object.fromEntries(members) satisfies JsonObject;
}
