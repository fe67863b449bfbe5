import type { Clock } from '../clock.js';
import type { Store } from '../store/store.js';
import { ARTIFACTS } from './create-artifacts.js';
import { byBytes } from './object-name.js';
import type { ObjectStore } from './object-store.js';
import { isSweepPaused } from './sweep-pause.js';

/** No transaction that will refer to an object is under way for so long; what is younger is never touched. */
const MIN_AGE_MS = 86_400_000;
/** Objects looked up together. */
const PAGE = 500;

export interface SweepOptions {
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
 * Removes objects of artifacts that no row refers to: their writer was killed before its commit, or the row's time has passed. May
 * run in several processes at once, and be cut off anywhere.
 */
export async function sweepObjects({ store, objects, clock, signal }: SweepOptions): Promise<Swept> {
  const before = clock.now() - MIN_AGE_MS;
  let looked = 0;
  let removed = 0;
  let paused = false;
  let page: string[] = [];
  const finishPage = async (): Promise<void> => {
    const kept = await referredTo(store, page);
    paused = await store.read((db) => isSweepPaused(db, clock.now()));
    if (paused) return;
    for (const name of page.filter((one) => !kept.has(one))) {
      signal?.throwIfAborted();
      await objects.delete(name);
      removed++;
    }
    page = [];
  };
  for await (const { name, modified } of objects.list(ARTIFACTS)) {
    signal?.throwIfAborted();
    looked++;
    if (modified < before) page.push(name);
    if (page.length === PAGE) await finishPage();
    if (paused) break;
  }
  if (!paused) await finishPage();
  return { looked, removed, paused };
}

/** Those of the names that rows have lie between the first and the last. Over all accounts: objects have none. */
async function referredTo(store: Store, names: readonly string[]): Promise<ReadonlySet<string>> {
  // Some buckets are not listed in order.
  const sorted = [...names].sort(byBytes);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return new Set();
  const rows = await store.read((db) =>
    db
      .selectFrom('artifacts')
      .select('object_name')
      .distinct()
      .where('object_name', '>=', first)
      .where('object_name', '<=', last)
      .execute(),
  );
  return new Set(rows.flatMap(({ object_name }) => object_name ?? []));
}
