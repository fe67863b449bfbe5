import { sql } from 'kysely';
import { skipLocked } from '../store/lock-row.js';
import type { Store, Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';
import { openLanes } from './lanes.js';
import { ALONE } from './queue-name.js';

/*
 * Jobs whose process is dead wait again. One of them may be what it died of: it is counted how often that was, each time it waits longer,
 * and from a few times on such jobs are run by themselves, the first alone and then, as long as the process lives, a few more at a time: so
 * those which only ran beside it are told apart from it and are done. An attempt is what came to an end: the death of a process is none.
 */

/** How often the process of a job may die before the job is given up: 20 minutes and more of waits lie between. */
export const MAX_TAKEOVERS = 10;
/** From so many times on it is run beside none but such. */
const ALONE_FROM = 3;
/** Milliseconds that it waits, by the square of the times before: none, 3 s, 12 s, 27 s, up to 4 minutes. Most have done nothing. */
const WAIT = 3_000;

/** Whether a lease has run out; asked before each look, as the answer costs little and is no, mostly. */
export async function hasExpiredLease(store: Store, now: number): Promise<boolean> {
  const { rows } = await store.read((db) =>
    sql`select 1 from jobs where state = 'running' and lease_until < ${now} limit 1`.execute(db),
  );
  return rows.length > 0;
}

/** Jobs whose owner has not renewed in time wait again. @returns how many. */
export function takeOverExpired(tx: Transaction, now: number): Promise<number> {
  return takeOver(tx, now, sql`lease_until < ${now}`);
}

/** Jobs of all but these owners wait again: for a store that only this process has open, when it starts. @returns how many. */
export function takeOverOfOthers(tx: Transaction, now: number, living: readonly string[]): Promise<number> {
  return takeOver(tx, now, sql`owner not in ${listOf(tx, living)}`);
}

/** Those that somebody else has locked are being taken over, ended or renewed at this moment: nobody waits for them. */
async function takeOver(tx: Transaction, now: number, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ readonly lane: string | null }>`update jobs
    set state = 'waiting', owner = null, lease_until = null, updated_at = ${now},
      due_at = ${now} + takeovers * takeovers * ${sql.lit(WAIT)}, takeovers = takeovers + 1, attempt = attempt - 1,
      queue = case when takeovers + 1 >= ${sql.lit(ALONE_FROM)} and queue not like ${sql.lit(`${ALONE}/%`)}
        then ${sql.lit(`${ALONE}/`)} || queue else queue end
    where id in (select id from jobs where state = 'running' and ${which} ${skipLocked(tx)}) returning lane`.execute(
    tx,
  );
  await openLanes(
    tx,
    rows.flatMap(({ lane }) => lane ?? []),
    now,
  );
  return rows.length;
}

/** The name of a job's queue once it has ended by itself. */
export const ownQueue = sql<string>`case when queue like ${sql.lit(`${ALONE}/%`)}
  then substr(queue, ${sql.lit(ALONE.length + 2)}) else queue end`;
