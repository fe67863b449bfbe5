import { createEngine, type Engine, type Guide, nativeMatcher, type ReadOptions, type TransactionStart } from 'ediloom';
import { encodingNamed } from 'ediloom/encodings';
import { loadDictionaries, loadGuide } from 'ediloom/guides';
import { createLinearPatterns } from '../patterns/linear-patterns.js';
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
/**
 * Nobody is answered by this process, so that patterns and rules may have twenty times what they have where somebody is, and a third of
 * the time thereafter: a hostile pattern is not to keep the process for hours.
 */
const PATTERN_TIME = { now: () => performance.now(), mostMs: 20_000, share: 0.5 };

const patterns = createLinearPatterns({ time: PATTERN_TIME });
const engines = new RecentlyUsed<string, Promise<Engine>>(KEPT_ENGINES);
const own = new RecentlyUsed<string, { readonly text: string; readonly guide: Guide }>(KEPT_GUIDES);

/** @throws X12Error, PatternRefused for a guide that is none for this release. */
export async function planReading(
  { guides: planned, interchanges }: ReadPlan,
  { accountId, encoding = 'utf-8' }: Pick<ReadingOptions, 'accountId' | 'encoding'>,
): Promise<PlannedReading> {
  const dictionaries = await loadDictionaries();
  const guides = new Map<string, Guide>();
  for (const guide of planned) guides.set(guide.id, await guideOf(guide, accountId));
  const isOwn = new Set(planned.flatMap((guide) => ('guide' in guide ? [guides.get(guide.id)] : [])));
  const matcher = patterns.matcherFor(accountId);
  const key = JSON.stringify([accountId, ...[...guides.values()].map(numberOf)]);
  const engine =
    engines.get(key) ??
    Promise.resolve(
      createEngine({
        guides: [...guides.values()],
        dictionaries,
        matcher: (guide) => (isOwn.has(guide) ? matcher : nativeMatcher),
      }),
    );
  engines.set(key, engine);
  // Newest first.
  const releases = dictionaries.map(({ release }) => release).sort((a, b) => (a < b ? 1 : -1));
  const groupOf = ({ interchange, group }: Pick<SetPlace, 'interchange' | 'group'>) =>
    interchanges[interchange - 1]?.groups[group - 1] ?? undefined;
  const wanted = new WeakMap<PlannedGroup, ReadonlySet<number>>();
  const setOf: PlannedReading['set'] = ({ header: { transactionSet }, ...start }) => {
    const sets = groupOf(start)?.guides ?? {};
    return Object.hasOwn(sets, transactionSet) ? sets[transactionSet] : undefined;
  };
  return {
    engine: await engine,
    guides,
    options: {
      guide: (start) => setOf(start)?.guide ?? withoutGuide(start, releases),
      ...(encoding === 'utf-8' ? {} : { encoding: await encodingNamed(encoding) }),
    },
    // JSON has null in place of undefined.
    interchange: (place) => interchanges[place - 1] ?? undefined,
    wants: (place) => {
      const group = groupOf(place);
      if (group?.wanted == null) return group !== undefined;
      const places = wanted.get(group) ?? new Set(group.wanted);
      wanted.set(group, places);
      return places.has(place.transaction);
    },
    set: setOf,
  };
}

/** The engine is not to choose among guides that others of the same file are read by. */
function withoutGuide({ groupHeader }: TransactionStart, releases: readonly string[]): string {
  const standard = groupHeader?.release.trim().slice(0, 6) ?? '';
  const release = /^\d{6}$/.test(standard) ? releases.find((one) => one <= standard) : undefined;
  return release === undefined ? 'generic' : `dictionary-${release}`;
}

async function guideOf(planned: PlannedGuide, accountId: string): Promise<Guide> {
  if (!('guide' in planned)) return loadGuide(planned.id);
  const key = `${accountId} ${planned.id}`;
  const kept = own.get(key);
  // A guide may have been published anew since.
  if (kept?.text === planned.guide) return kept.guide;
  // What is published has been checked then.
  const guide = named(JSON.parse(planned.guide) as Guide, planned.id);
  own.set(key, { text: planned.guide, guide });
  return guide;
}

const numbers = new WeakMap<Guide, number>();
let count = 0;

/** An engine belongs to these very objects. */
function numberOf(guide: Guide): number {
  const number = numbers.get(guide) ?? ++count;
  numbers.set(guide, number);
  return number;
}
