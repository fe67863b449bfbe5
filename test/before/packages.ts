import * as old from 'ediloom-before';
import * as oldGuides from 'ediloom-before/guides';
import { forceWay } from '../../src/guide/put/short-way.js';
import { loadDictionaries, loadGuides } from '../../src/guides/catalogue.js';
import * as now from '../../src/index.js';

type Now = typeof now;
/** What the comparison asks of a package: verbs that both have. */
export type Core = Pick<Now, 'createEngine' | 'describeFinding' | 'exampleOf' | 'guideTypes' | 'checkGuide'>;
export type Engine = ReturnType<Now['createEngine']>;
export type EngineOptions = Partial<Parameters<Now['createEngine']>[0]>;

/** One of the two: the package with the guides that it brings. */
export interface Package {
  readonly name: 'before' | 'now';
  readonly core: Core;
  readonly guides: ReadonlyMap<string, now.Guide>;
  readonly dictionaries: readonly now.Dictionary[];
  /** With all guides where the options have none; the same one for the same options. */
  engine(options?: EngineOptions): Engine;
}

/** The same question put to both. */
export interface Pair {
  readonly before: Package;
  readonly now: Package;
}

/** Milliseconds: no figure depends on the hour. */
const MOMENT = Date.UTC(2026, 0, 31, 9, 5);

/** The package as it was, and the sources as they are; each with all guides that it ships. */
export async function loadPair(): Promise<Pair> {
  // What goes wrong in one mutant is not to spare the next the short way.
  forceWay('short');
  // Types of the same names from another build: what differs in their insides is what is compared.
  const before = {
    core: old as unknown as Core,
    guides: await oldGuides.loadGuides(),
    dictionaries: await oldGuides.loadDictionaries(),
  };
  const today = { core: now as Core, guides: await loadGuides(), dictionaries: await loadDictionaries() };
  return { before: packageOf('before', before as unknown as typeof today), now: packageOf('now', today) };
}

interface Parts {
  readonly core: Core;
  readonly guides: readonly now.Guide[];
  readonly dictionaries: readonly now.Dictionary[];
}

function packageOf(name: Package['name'], { core, guides, dictionaries }: Parts): Package {
  const engines = new Map<string, Engine>();
  return {
    name,
    core,
    guides: new Map(guides.map((guide) => [guide.x12.id ?? '', guide])),
    dictionaries,
    engine: (options = {}) => {
      const key = JSON.stringify(options);
      const made = engines.get(key) ?? core.createEngine({ guides, dictionaries, clock: () => MOMENT, ...options });
      engines.set(key, made);
      return made;
    },
  };
}
