import { codeListName } from '../../src/guide/document/guide-types.js';
import type { CodesNode, Guide } from '../../src/model/guide.js';

/**
 * The code lists that several of these guides have alike, by the names of their types. Base guides hold the lists of their release, long
 * ones among them: where each declared its own, they would be most of what the package weighs.
 */
export function sharedLists(guides: readonly Guide[]): Readonly<Record<string, CodesNode>> {
  const first = new Map<string, CodesNode>();
  const shared = new Map<string, CodesNode>();
  for (const [key, list] of guides.flatMap(({ $defs = {} }) => Object.entries($defs))) {
    if (!('enum' in list)) continue;
    const name = codeListName(key);
    const known = first.get(name);
    if (known === undefined) first.set(name, list);
    else if (JSON.stringify(known) === JSON.stringify(list)) shared.set(name, list);
  }
  return Object.fromEntries([...shared].sort(([one], [other]) => (one < other ? -1 : 1)));
}
