import { type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { InterchangeState, ReceivedInterchanges } from '../../store/exchange-tables.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';

/*
 * Interchanges that wait for somebody: nobody's, not from whom they may come, or of a number that came before with other contents. Each is
 * taken out once: `assigned`, `released`, or `reprocessed` with its file. Without its file it is `expired`.
 */

const WAITING: readonly InterchangeState[] = ['quarantined', 'held'];
const TAKEN_OUT: readonly InterchangeState[] = ['assigned', 'released'];

/** Oldest first. */
export function listWaiting(queries: AccountQueries, page: AskedPage): Promise<Page<ReceivedInterchanges>> {
  // The words of the index.
  const rows = queries.from('received_interchanges').selectAll().where(sql<SqlBool>`state in ('quarantined', 'held')`);
  return readPage(rows, ['created_at', 'id'], page);
}

/** Those that waited until their files went, oldest first. */
export function listExpired(queries: AccountQueries, page: AskedPage): Promise<Page<ReceivedInterchanges>> {
  // The words of the index, too.
  const rows = queries.from('received_interchanges').selectAll().where(sql<SqlBool>`state = 'expired'`);
  return readPage(rows, ['created_at', 'id'], page);
}

/** An interchange that came in, whatever became of it. */
export function interchangeWithId(queries: AccountQueries, id: string): Promise<ReceivedInterchanges | undefined> {
  return queries.from('received_interchanges').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @returns false where it does not wait any more: somebody else was first. */
export async function takeOut(
  queries: AccountQueries,
  id: string,
  { state, at }: { readonly state: 'assigned' | 'released'; readonly at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('received_interchanges')
    .set({ state, updated_at: at })
    .where('id', '=', id)
    .where('state', 'in', WAITING)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** One that somebody took out, and whose execution nobody made: it waits again, for what it waited for. */
export async function putBack(
  queries: AccountQueries,
  id: string,
  { state, at }: { readonly state: 'quarantined' | 'held'; readonly at: number },
): Promise<void> {
  await queries
    .update('received_interchanges')
    .set({ state, updated_at: at })
    .where('id', '=', id)
    .where('state', 'in', TAKEN_OUT)
    .execute();
}

/** One that somebody took out, and whose file is not kept any more: it is processed by nothing. */
export async function expireTakenOut(queries: AccountQueries, id: string, at: number): Promise<void> {
  await queries
    .update('received_interchanges')
    .set({ state: 'expired', fault_code: 'FILE_NOT_FOUND', updated_at: at })
    .where('id', '=', id)
    .where('state', 'in', TAKEN_OUT)
    .execute();
}

/** Those of a file that is processed again as a whole wait no more. */
export async function takeOutOfFile(queries: AccountQueries, executionId: string, at: number): Promise<void> {
  await queries
    .update('received_interchanges')
    .set({ state: 'reprocessed', updated_at: at })
    .where('execution_id', '=', executionId)
    .where('state', 'in', WAITING)
    .execute();
}
