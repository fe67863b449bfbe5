import { readdir, readFile } from 'node:fs/promises';
import { compileGuide } from '../src/guide/compile.js';
import type { GuidePlan } from '../src/guide/plan.js';
import type { Dictionary, Guide } from '../src/model/guide.js';
import { cutWindows } from './probes/windows.js';

/** What a file needs of `guides/`. */
export interface FileGuides {
  readonly guides: readonly Guide[];
  readonly dictionaries: readonly Dictionary[];
  /** The guide of the first set, compiled; undefined when there is none. */
  readonly plan: GuidePlan | undefined;
}

/**
 * Loads the guides of the sets that occur in the bytes, and no others: a bench of one set should not carry the memory
 * of fifty. Runs in the root of the repository.
 */
export async function guidesFor(bytes: Uint8Array): Promise<FileGuides> {
  const sets = findSets(bytes);
  const wanted = new Set(sets.map((set) => set.set));
  const names = await readdir('guides');
  const guides: Guide[] = [];
  for (const name of names.filter((one) => /^\w+-\d{6}.*\.json$/.test(one) && wanted.has(one.slice(0, 3)))) {
    guides.push(JSON.parse(await readFile(`guides/${name}`, 'utf8')));
  }
  const dictionaries: Dictionary[] = [];
  for (const name of names.filter((one) => /^dictionary-.*\.json$/.test(one))) {
    dictionaries.push(JSON.parse(await readFile(`guides/${name}`, 'utf8')));
  }
  const first = sets[0];
  const guide = guides.find(({ x12 }) => x12.transactionSet === first?.set && x12.version === first.version);
  return { guides, dictionaries, plan: guide && compileGuide(guide, { dictionaries }) };
}

interface FoundSet {
  readonly set: string;
  /** ST03, else GS08. */
  readonly version: string;
}

/** Every kind of set once, in order of appearance. */
function findSets(bytes: Uint8Array): readonly FoundSet[] {
  const found = new Map<string, FoundSet>();
  let version = '';
  for (const { bytes: window, delimiters } of cutWindows(bytes)) {
    const element = String.fromCharCode(delimiters.element);
    const text = Buffer.from(window.buffer, window.byteOffset, window.length).latin1Slice();
    for (const segment of text.split(String.fromCharCode(delimiters.terminator))) {
      const tag = segment.trimStart().slice(0, 3);
      if (tag === `GS${element}`) version = segment.split(element)[8] ?? '';
      if (tag !== `ST${element}`) continue;
      const [, set = '', , implementation] = segment.split(element);
      const one = { set, version: implementation || version };
      found.set(`${one.set} ${one.version}`, one);
    }
  }
  return [...found.values()];
}
