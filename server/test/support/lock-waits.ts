import { sql } from 'kysely';
import type { Store, Transaction } from '../../src/store/store.js';
import { until } from './test-jobs.js';

/** On PostgreSQL: how many statements wait for a lock that somebody else has. */
export async function lockWaits(store: Store): Promise<number> {
  const { rows } = await store.read((db) =>
    sql<{ count: number | string }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db),
  );
  return Number(rows[0]?.count ?? 0);
}

/** Something that others wait for. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/**
 * On PostgreSQL: has somebody lock two rows, in the order in which all lock them, while another write is under way.
 * @returns how often each ran: a write that waited in a circle runs twice.
 */
export async function runsBeside(
  store: Store,
  [first, second]: readonly [first: LockRow, second: LockRow],
  work: (tx: Transaction) => Promise<unknown>,
): Promise<readonly number[]> {
  const runs = [0, 0];
  const [isFirstLocked, goOn] = [gate(), gate()];
  const ordered = store.write(async (tx) => {
    runs[0] = (runs[0] ?? 0) + 1;
    await first(tx);
    isFirstLocked.open();
    await goOn.opened;
    await second(tx);
  });
  await isFirstLocked.opened;
  const other = store.write((tx) => {
    runs[1] = (runs[1] ?? 0) + 1;
    return work(tx);
  });
  await until(async () => (await lockWaits(store)) > 0);
  goOn.open();
  await Promise.all([ordered, other]);
  return runs;
}

type LockRow = (tx: Transaction) => Promise<unknown>;
