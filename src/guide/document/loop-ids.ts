import type { Guide } from '../../model/guide.js';

/** Ids of the loops of a guide, such as `2300`, without compiling it. */
export function loopIdsOf(guide: Guide): ReadonlySet<string> {
  const ids = new Set<string>();
  collect([guide.properties, guide.$defs], ids);
  return ids;
}

// A loop's own `x12` names it; the loops inside stand below its `properties` or `items`, or are shared.
function collect(nodes: readonly unknown[], ids: Set<string>): void {
  const open = [...nodes];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { x12, ...below } = node as Readonly<Record<string, unknown>>; // a node of a schema
    const id = typeof x12 === 'object' && x12 !== null && 'loop' in x12 ? x12.loop : undefined;
    if (typeof id === 'string' && id !== '') ids.add(id);
    open.push(...Object.values(below));
  }
}
