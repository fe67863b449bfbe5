import { readFile } from 'node:fs/promises';
import * as old from 'ediloom-before';
import * as oldEligibility from 'ediloom-before/eligibility';
import * as eligibility from '../../src/eligibility/index.js';
import type { Engine } from '../../src/engine/engine.js';
import * as now from '../../src/index.js';

type Core = Pick<typeof now, 'createEngine' | 'Tokenizer'>;
type Eligibility = Pick<typeof eligibility, 'createRequestCodec' | 'createResponseCodec'>;

/** The package before, or the sources as they are: what a stage is measured of. */
export interface Side {
  readonly name: 'before' | 'now';
  readonly core: Core;
  readonly eligibility: Eligibility;
  /** Of its own guides, from the current folder, the root of the repository. */
  readonly folder: string;
}

// Types of the same names from another build.
export const BEFORE: Side = {
  name: 'before',
  core: old as unknown as Core,
  eligibility: oldEligibility as unknown as Eligibility,
  folder: 'node_modules/ediloom-before/guides/',
};
export const NOW: Side = { name: 'now', core: now, eligibility, folder: 'guides/' };

/** An engine with all guides of a transaction set (ST01). */
export async function engineOf(side: Side, set: string): Promise<Engine> {
  const dictionaries = ['004010', '005010'].map((release) => read<now.Dictionary>(side, `dictionary-${release}`));
  return side.core.createEngine({
    guides: await guidesOf(side, set),
    dictionaries: await Promise.all(dictionaries),
    clock: () => MOMENT,
  });
}

const MOMENT = Date.UTC(2026, 0, 31, 9, 5);

/** In the order of the index. */
export async function guidesOf(side: Side, set: string): Promise<readonly now.Guide[]> {
  const entries = await read<readonly { readonly id: string; readonly set: string }[]>(side, 'index');
  return Promise.all(entries.filter((entry) => entry.set === set).map(({ id }) => read<now.Guide>(side, id)));
}

// The files are the project's own; their types are known to whoever asks for them.
async function read<T>({ folder }: Side, name: string): Promise<T> {
  return JSON.parse(await readFile(`${folder}${name}.json`, 'utf8'));
}
