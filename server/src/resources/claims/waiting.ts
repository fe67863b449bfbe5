import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';
import { countAtMost } from '../../store/count-at-most.js';
import { dialectOf } from '../../store/dialect-of.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

/** Claims that may go in one file: those of one account, over one route, of one type. */
export interface Gathering {
  readonly routeId: string;
  readonly type: Claims['type'];
}

/** A claim that waits for its file. */
export type WaitingClaim = Pick<Claims, 'id' | 'sending' | 'trace_id' | 'created_at'>;

/** Those that wait, oldest first. No test is among them: nothing that a test key has handed in has a way out. */
export function waitingClaims(
  queries: AccountQueries,
  { routeId, type }: Gathering,
  most: number,
): Promise<readonly WaitingClaim[]> {
  return (
    queries
      .from('claims')
      .select(['id', 'sending', 'trace_id', 'created_at'])
      .where('route_id', '=', routeId)
      .where('type', '=', type)
      // The words of the index.
      .where('state', '=', sql.lit('QUEUED'))
      .where('file_id', 'is', null)
      .where('route_id', 'is not', null)
      .where('mode', '=', sql.lit('production'))
      .orderBy('id')
      .limit(most)
      .execute()
  );
}

/**
 * Puts claims that wait into a file, unless one of them does not wait any more: then none is changed that the caller's transaction keeps, which is
 * to be given up. Whoever else puts them into another file at this moment waits for it, or is waited for.
 * @returns whether all of them are in it.
 */
export async function putIntoFile(
  queries: AccountQueries,
  { ids, fileId, now }: { readonly ids: readonly string[]; readonly fileId: string; readonly now: number },
): Promise<boolean> {
  const { tx, accountId } = queries;
  // In the order of their ids, as whoever moves claims locks them.
  if (dialectOf(tx) === 'postgres') {
    await sql`select id from claims where account_id = ${accountId} and id in ${listOf(tx, ids)} order by id for update`.execute(
      tx,
    );
  }
  const { numUpdatedRows } = await queries
    .update('claims')
    .set({ file_id: fileId, updated_at: now })
    .where('id', 'in', listOf(tx, ids))
    .where('state', '=', sql.lit('QUEUED'))
    .where('mode', '=', sql.lit('production'))
    .where('file_id', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === ids.length;
}

/** How many wait, of all accounts: for the metrics. */
export function countWaitingClaims(db: Transaction): Promise<number> {
  // By the first column of the index, SQLite sees that it fits: without one it looks at all claims there are.
  return countAtMost(
    db,
    sql`select 1 from claims where account_id > '' and state = 'QUEUED' and file_id is null and route_id is not null`,
  );
}
