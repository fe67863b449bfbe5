import { readFile } from 'node:fs/promises';
import { compileGuide } from '../src/guide/compile/compile.js';
import type { GuidePlan } from '../src/guide/plan/plan.js';
import type { Dictionary, Guide } from '../src/model/guide.js';
import type { Source } from '../src/syntax/source.js';
import { tokenize } from '../src/syntax/tokenize.js';

/** What a file needs of `guides/`. */
export interface FileGuides {
  readonly guides: readonly Guide[];
  readonly dictionaries: readonly Dictionary[];
  /** The guide of the first set, compiled; undefined when there is none. */
  readonly plan: GuidePlan | undefined;
}

/**
 * Loads the guides of the sets that occur in the source, and no others: a bench of one set should not carry the memory
 * of fifty. Reads `guides/` of the current folder, the root of the repository.
 */
export async function guidesFor(source: Source): Promise<FileGuides> {
  const sets = await findSets(source);
  const entries: readonly { readonly id: string; readonly set: string }[] = await readGuideFile('index');
  const guides: Guide[] = [];
  for (const { id, set } of entries) {
    if (sets.some((found) => found.set === set)) guides.push(await readGuideFile(id));
  }
  const dictionaries: Dictionary[] = [];
  for (const release of ['004010', '005010']) dictionaries.push(await readGuideFile(`dictionary-${release}`));
  const first = sets[0];
  const guide = guides.find(({ x12 }) => x12.transactionSet === first?.set && x12.version === first.version);
  return { guides, dictionaries, plan: guide && compileGuide(guide, { dictionaries }) };
}

// The files are the project's own; their types are known to whoever asks for them.
async function readGuideFile<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(`guides/${name}.json`, 'utf8'));
}

interface FoundSet {
  readonly set: string;
  /** ST03, else GS08. */
  readonly version: string;
}

/** Every kind of set once, in order of appearance. */
async function findSets(source: Source): Promise<readonly FoundSet[]> {
  const found = new Map<string, FoundSet>();
  let version = '';
  for await (const batch of tokenize(source)) {
    for (let i = 0; i < batch.count; i++) {
      const tag = batch.tag(i);
      if (tag === 'GS') version = batch.element(i, 8);
      if (tag !== 'ST') continue;
      const one = { set: batch.element(i, 1), version: batch.element(i, 3) || version };
      found.set(`${one.set} ${one.version}`, one);
    }
  }
  return [...found.values()];
}
