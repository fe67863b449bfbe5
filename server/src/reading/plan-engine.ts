import {
  createEngine,
  type Dictionary,
  type Engine,
  type Guide,
  nativeMatcher,
  type ReadOptions,
  type TransactionStart,
} from 'ediloom';
import { encodingNamed } from 'ediloom/encodings';
import { loadDictionaries, loadGuide } from 'ediloom/guides';
import { createLinearPatterns, type LinearPatterns } from '../patterns/linear-patterns.js';
import { RecentlyUsed } from '../recently-used.js';
import { named } from './named-guide.js';
import type {
  PlannedGroup,
  PlannedGuide,
  PlannedInterchange,
  PlannedSet,
  ReadingOptions,
  ReadPlan,
  SetPlace,
} from './reader.js';

/** What a file is read with, and what the plan says of its parts. */
export interface PlannedReading {
  readonly engine: Engine;
  readonly options: Pick<ReadOptions, 'guide' | 'encoding'>;
  /** By the ids that the engine knows them by. */
  readonly guides: ReadonlyMap<string, Guide>;
  interchange(place: number): PlannedInterchange | undefined;
  /** Whether `read` is to give a set. */
  wants(place: SetPlace): boolean;
  set(start: Pick<TransactionStart, 'interchange' | 'group' | 'header'>): PlannedSet | undefined;
}

/** Engines with compiled guides of accounts take some megabytes each. */
const KEPT_ENGINES = 4;
/** Read, and so compiled, once. */
const KEPT_GUIDES = 16;
/** What comes back of it with each millisecond that goes by: patterns and rules may take a third of the time for as long as they will. */
const SHARE = 0.5;

interface OwnGuide {
  /** As it was published. */
  readonly text: string;
  readonly guide: Guide;
}

/** Engines for plans, with the guides that were read lately: the files of an account go by the same few. */
export class PlanEngines {
  readonly #patterns: LinearPatterns;
  readonly #engines = new RecentlyUsed<string, Engine>(KEPT_ENGINES);
  readonly #own = new RecentlyUsed<string, OwnGuide>(KEPT_GUIDES);
  readonly #numbers = new WeakMap<Guide, number>();
  #count = 0;

  /** @param patternMs what patterns and rules of an account may take at once. */
  constructor(patternMs: number) {
    this.#patterns = createLinearPatterns({ time: { now: () => performance.now(), mostMs: patternMs, share: SHARE } });
  }

  /** @throws X12Error, PatternRefused for a guide that is none for this release. */
  async plan(
    { guides: planned, interchanges }: ReadPlan,
    { accountId, encoding = 'utf-8' }: Pick<ReadingOptions, 'accountId' | 'encoding'>,
  ): Promise<PlannedReading> {
    const dictionaries = await loadDictionaries();
    const guides = new Map<string, Guide>();
    for (const guide of planned) guides.set(guide.id, await this.#guideOf(guide, accountId));
    const own = planned.flatMap((guide) => ('guide' in guide ? [guide.id] : []));
    const engine = this.#engineOf(accountId, guides, new Set(own), dictionaries);
    // Newest first.
    const releases = dictionaries.map(({ release }) => release).sort((a, b) => (a < b ? 1 : -1));
    const plan = partsOf(interchanges);
    return {
      ...{ ...plan, engine, guides },
      options: {
        guide: (start) => plan.set(start)?.guide ?? withoutGuide(start, releases),
        ...(encoding === 'utf-8' ? {} : { encoding: await encodingNamed(encoding) }),
      },
    };
  }

  /** @param own ids of the guides that the account has written. */
  #engineOf(
    accountId: string,
    guides: ReadonlyMap<string, Guide>,
    own: ReadonlySet<string>,
    dictionaries: readonly Dictionary[],
  ): Engine {
    const all = [...guides.values()];
    const key = JSON.stringify([accountId, ...all.map((guide) => this.#numberOf(guide))]);
    const kept = this.#engines.get(key);
    if (kept !== undefined) return kept;
    const isOwn = new Set([...guides].flatMap(([id, guide]) => (own.has(id) ? [guide] : [])));
    const linear = this.#patterns.matcherFor(accountId);
    const matcher = (guide: Guide) => (isOwn.has(guide) ? linear : nativeMatcher);
    const engine = createEngine({ guides: all, dictionaries, matcher });
    this.#engines.set(key, engine);
    return engine;
  }

  async #guideOf(planned: PlannedGuide, accountId: string): Promise<Guide> {
    if (!('guide' in planned)) return loadGuide(planned.id);
    const key = `${accountId} ${planned.id}`;
    const kept = this.#own.get(key);
    // A guide may have been published anew since.
    if (kept?.text === planned.guide) return kept.guide;
    // What is published has been checked then.
    const guide = named(JSON.parse(planned.guide) as Guide, planned.id);
    this.#own.set(key, { text: planned.guide, guide });
    return guide;
  }

  /** An engine belongs to these very objects. */
  #numberOf(guide: Guide): number {
    const number = this.#numbers.get(guide) ?? ++this.#count;
    this.#numbers.set(guide, number);
    return number;
  }
}

function partsOf(interchanges: ReadPlan['interchanges']): Pick<PlannedReading, 'interchange' | 'wants' | 'set'> {
  // JSON has null in place of undefined.
  const groupOf = ({ interchange, group }: Pick<SetPlace, 'interchange' | 'group'>) =>
    interchanges[interchange - 1]?.groups[group - 1] ?? undefined;
  const wanted = new WeakMap<PlannedGroup, ReadonlySet<number>>();
  return {
    interchange: (place) => interchanges[place - 1] ?? undefined,
    wants: (place) => {
      const group = groupOf(place);
      if (group?.wanted == null) return group !== undefined;
      const places = wanted.get(group) ?? new Set(group.wanted);
      wanted.set(group, places);
      return places.has(place.transaction);
    },
    set: ({ header: { transactionSet }, ...start }) => {
      const sets = groupOf(start)?.guides ?? {};
      return Object.hasOwn(sets, transactionSet) ? sets[transactionSet] : undefined;
    },
  };
}

/** The engine is not to choose among guides that others of the same file are read by. */
function withoutGuide({ groupHeader }: TransactionStart, releases: readonly string[]): string {
  const standard = groupHeader?.release.trim().slice(0, 6) ?? '';
  const release = /^\d{6}$/.test(standard) ? releases.find((one) => one <= standard) : undefined;
  return release === undefined ? 'generic' : `dictionary-${release}`;
}
