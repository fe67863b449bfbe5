import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { dialectOf } from '../../store/dialect-of.js';
import type { EventDeliveries } from '../../store/exchange-tables.js';
import { grouped } from '../../store/grouped.js';
import { listOf } from '../../store/value-list.js';

/** What has become of one delivery. */
export interface DeliveryChange {
  readonly id: string;
  readonly run: number;
  readonly status: EventDeliveries['status'];
  /** For a person; absent: nothing was tried. */
  readonly answer?: string | undefined;
  readonly at: number;
}

/**
 * Writes down what has become of deliveries, by few statements however many there are. Those that were begun anew meanwhile stay as they are.
 * @returns the ids of their events.
 */
export async function changeDeliveries(
  queries: AccountQueries,
  changes: readonly DeliveryChange[],
): Promise<readonly string[]> {
  const alike = grouped(changes, ({ run, status, answer }) => JSON.stringify([run, status, answer]));
  const changed = await Promise.all([...alike.values()].map((group) => changeAlike(queries, group)));
  return [...new Set(changed.flat())];
}

async function changeAlike(queries: AccountQueries, changes: readonly DeliveryChange[]): Promise<readonly string[]> {
  const [first] = changes;
  if (first === undefined) return [];
  const { run, status, answer } = first;
  const ids = changes.map(({ id }) => id);
  const rows = await queries
    .update('event_deliveries')
    .set((row) => ({
      status,
      updated_at: Math.max(...changes.map(({ at }) => at)),
      ...(answer === undefined ? {} : { answer, attempts: row('attempts', '+', 1) }),
    }))
    .where('id', 'in', listOf(queries.tx, ids))
    .where('run', '=', run)
    // What was ended meanwhile, as its destination was deleted, is not to be tried again.
    .$if(status === 'PENDING', (query) => query.where('status', '=', sql.lit('PENDING')))
    .returning('event_id')
    .execute();
  return rows.map(({ event_id }) => event_id);
}

/** Shown times of deliveries are right to a minute: a row that each webhook changed would have all of them wait for each other. */
const SHOWN_MS = 60_000;

/** Destinations that attempts have ended at: ids. */
export interface Attempted {
  readonly reached: readonly string[];
  readonly failed: readonly string[];
  /** Of those that failed: the last attempt of a round. */
  readonly exhausted: readonly string[];
}

/** Locks those whose rows these attempts change, in the order of their ids: of two processes that change the same, none waits for one that waits for it. */
export async function lockAttempted(
  { tx, accountId }: AccountQueries,
  { reached, failed, exhausted }: Attempted,
  at: number,
): Promise<void> {
  if (dialectOf(tx) !== 'postgres') return;
  await sql`select 1 from destinations where account_id = ${accountId} and (id in ${listOf(tx, exhausted)}
      or (id in ${listOf(tx, failed)} and failing_since is null)
      or (id in ${listOf(tx, reached)} and ${isShownOld(at)}))
    order by id for no key update`.execute(tx);
}

function isShownOld(at: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(failing_since is not null or last_delivery_at is null or last_delivery_at < ${at - SHOWN_MS})`;
}

/** Something has reached these destinations. */
export async function noteReached(queries: AccountQueries, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await queries
    .update('destinations')
    .set({ last_delivery_at: at, failing_since: null })
    .where('id', 'in', listOf(queries.tx, ids))
    .where(isShownOld(at))
    .execute();
}

/** An attempt at these destinations has failed; since when that is so counts from the first after one that reached them. */
export async function noteFailing(queries: AccountQueries, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await queries
    .update('destinations')
    .set({ failing_since: at })
    .where('id', 'in', listOf(queries.tx, ids))
    .where('failing_since', 'is', null)
    .execute();
}

/**
 * Disables a destination that nothing has reached since a time.
 * @returns whether it was enabled until now; false, too, where something has reached it.
 */
export async function disableFailing(
  queries: AccountQueries,
  { id, since, why, at }: { readonly id: string; readonly since: number; readonly why: string; readonly at: number },
): Promise<boolean> {
  const row = await queries
    .update('destinations')
    .set({ status: 'DISABLED', disabled_for: why, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'ENABLED')
    .where('failing_since', '<=', since)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What is tried again the longest of all that is on its way to a destination; `undefined`: nothing has failed there once. */
export async function longestTried(queries: AccountQueries, destinationId: string) {
  return (
    queries
      .from('event_deliveries')
      .select(['event_id', 'attempts', 'answer'])
      .where('destination_id', '=', destinationId)
      // The condition of the index, word by word.
      .where('status', '=', sql.lit('PENDING'))
      .where('attempts', '>', 0)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  );
}

/** What waits until a destination is enabled, the oldest first, up to a number: ids. */
export function heldFor(queries: AccountQueries, destinationId: string, most: number): Promise<readonly string[]> {
  return waitingFor(queries, destinationId, { status: 'HELD', most });
}

/** The same of what has not ended in any way: held, or between two attempts. */
export async function unendedFor(
  queries: AccountQueries,
  destinationId: string,
  most: number,
): Promise<readonly string[]> {
  const held = await heldFor(queries, destinationId, most);
  const pending = await waitingFor(queries, destinationId, { status: 'PENDING', most: most - held.length });
  return [...held, ...pending];
}

async function waitingFor(
  queries: AccountQueries,
  destinationId: string,
  { status, most }: { readonly status: 'HELD' | 'PENDING'; readonly most: number },
): Promise<readonly string[]> {
  const rows = await queries
    .from('event_deliveries')
    .select('id')
    .where('destination_id', '=', destinationId)
    // The condition of the index, word by word.
    .where('status', '=', sql.lit(status))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
