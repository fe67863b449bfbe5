import type { Guide } from '../../model/guide.js';

/** The same in every copy of this package. A symbol: JSON and comparisons of the guide do not see it. */
const BASE = Symbol.for('ediloom.base');

/** Remembers what guide an overlay has narrowed. */
export function withBase(guide: Guide, base: Guide): Guide {
  return Object.defineProperty(guide, BASE, { value: base });
}

/** The guide that was narrowed; `undefined` for one that is no overlay's, or that came from its own JSON. */
export function baseOf(guide: Guide): Guide | undefined {
  const described = Object.getOwnPropertyDescriptor(guide, BASE);
  return described === undefined ? undefined : (described.value as Guide); // withBase alone puts it there
}
