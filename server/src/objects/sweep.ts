import type { Clock } from '../clock.js';
import type { Store, Transaction } from '../store/store.js';
import { ARTIFACTS } from './create-artifacts.js';
import { byBytes } from './object-name.js';
import type { ObjectStore } from './object-store.js';
import { forget, seenForADay } from './orphans.js';
import { isSweepPaused } from './sweep-pause.js';

/** No transaction that will refer to an object is under way for so long; what is younger is never touched. */
const MIN_AGE_MS = 86_400_000;
/** Objects looked up together. */
const PAGE = 500;

/** Objects that rows name, under names of the server's own. */
export interface SweptPlace {
  /** Of their names: `_artifacts/`. */
  readonly prefix: string;
  /**
   * They may be read for as long as somebody is at it, piece by piece: what has lost its row is removed once it was seen without one for a day.
   * Default: at the first look.
   */
  readonly mayBeRead?: true;
  /** Those that rows name from the first to the last, in the order of their bytes. */
  namesBetween(db: Transaction, first: string, last: string): Promise<readonly string[]>;
}

export interface SweepOptions {
  readonly places: readonly SweptPlace[];
  readonly store: Store;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

export interface Swept {
  readonly looked: number;
  readonly removed: number;
  /** A backup is under way: what is left is for the next time. */
  readonly paused: boolean;
}

/**
 * Removes objects that no row refers to: their writer was killed before its commit, another version has taken their place, or the row's
 * time has passed. May run in several processes at once, and be cut off anywhere.
 */
export async function sweepObjects({ places, ...options }: SweepOptions): Promise<Swept> {
  const swept = { looked: 0, removed: 0, paused: false };
  for (const place of places) {
    if (swept.paused) break;
    const { looked, removed, paused } = await sweepPlace(place, options);
    swept.looked += looked;
    swept.removed += removed;
    swept.paused = paused;
  }
  return swept;
}

async function sweepPlace(
  place: SweptPlace,
  { store, objects, clock, signal }: Omit<SweepOptions, 'places'>,
): Promise<Swept> {
  const before = clock.now() - MIN_AGE_MS;
  let looked = 0;
  let removed = 0;
  let paused = false;
  let page: string[] = [];
  const finishPage = async (): Promise<void> => {
    const kept = await referredTo(store, place, page);
    paused = await store.read((db) => isSweepPaused(db, clock.now()));
    if (paused) return;
    const unnamed = page.filter((one) => !kept.has(one));
    const gone = place.mayBeRead ? await seenForADay(store, page, unnamed, clock.now()) : unnamed;
    // First, so that whoever is killed here leaves nothing written down that is gone: what stays is seen anew.
    if (place.mayBeRead) await forget(store, gone);
    for (const name of gone) {
      signal?.throwIfAborted();
      await objects.delete(name);
      removed++;
    }
    page = [];
  };
  for await (const { name, modified } of objects.list(place.prefix)) {
    signal?.throwIfAborted();
    looked++;
    if (modified < before) page.push(name);
    if (page.length === PAGE) await finishPage();
    if (paused) break;
  }
  if (!paused) await finishPage();
  return { looked, removed, paused };
}

/** Artifacts. Over all accounts: the names have none. */
export const sweptArtifacts: SweptPlace = {
  prefix: ARTIFACTS,
  namesBetween: async (db, first, last) => {
    const rows = await db
      .selectFrom('artifacts')
      .select('object_name')
      .distinct()
      .where('object_name', '>=', first)
      .where('object_name', '<=', last)
      .execute();
    return rows.flatMap(({ object_name }) => object_name ?? []);
  },
};

async function referredTo(store: Store, place: SweptPlace, names: readonly string[]): Promise<ReadonlySet<string>> {
  // Some buckets are not listed in order.
  const sorted = [...names].sort(byBytes);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return new Set();
  return new Set(await store.read((db) => place.namesBetween(db, first, last)));
}
