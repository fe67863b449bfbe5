import { isObject, member } from '../check/problems.js';

/** `x12/max` may be wrong because of a `maxLength` beside it: so many levels above, a patch still speaks of the place. */
const NEAR = 2;

/**
 * The place of a problem of the patched guide as the author of the overlay knows it: below `/patch` where the patch says something
 * there, or just above it. Other places stay those of the guide.
 */
export function placedIn(patch: unknown, pointer: string): string {
  const keys = pointer.split('/').slice(1);
  let node: unknown = patch;
  let depth = 0;
  while (depth < keys.length && isObject(node)) {
    const next = member(node, keys[depth]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '');
    if (next === undefined) break;
    node = next;
    depth++;
  }
  return depth > 0 && keys.length - depth <= NEAR ? `/patch${pointer}` : pointer;
}
