import { sql } from 'kysely';
import type { Caller } from '../../../caller.js';
import type { Call } from '../../../gateway/call.js';
import { notFound } from '../../../problems.js';
import type { AccountQueries } from '../../../store/account-queries.js';
import type { DeliveryReports, Executions, Faults, Transactions } from '../../../store/tables.js';
import { instantOf } from '../transactions/queries.js';
import { newestFirst, visible } from '../visible-rows.js';
import type { ExecutionFilters } from './schemas.js';

type Page = Call['page'];

/** @throws Problem `not-found`. */
export async function findExecution(queries: AccountQueries, caller: Caller, id: string): Promise<Executions> {
  const row = await visible(queries, caller, 'executions').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('execution');
  return row;
}

/** Newest first, one more than the page holds. */
export function listExecutions(
  queries: AccountQueries,
  caller: Caller,
  filters: ExecutionFilters,
  page: Page,
): Promise<readonly Executions[]> {
  let query = newestFirst(visible(queries, caller, 'executions').selectAll(), page);
  if (filters.direction !== undefined) query = query.where('direction', '=', filters.direction);
  if (filters.faultCode !== undefined) query = query.where('fault_code', '=', filters.faultCode);
  if (filters.partnershipId !== undefined) query = query.where('partnership_id', '=', filters.partnershipId);
  if (filters.status !== undefined) query = query.where('status', '=', filters.status);
  if (filters.mode !== undefined) query = query.where('mode', '=', filters.mode);
  if (filters.from !== undefined) query = query.where('created_at', '>=', instantOf(filters.from));
  if (filters.to !== undefined) query = query.where('created_at', '<=', instantOf(filters.to));
  if (filters.displayName !== undefined) {
    // Lower case on both sides: SQLite's `like` folds it, PostgreSQL's does not.
    const pattern = `%${filters.displayName.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`lower(directory || '/' || name) like ${pattern} escape '\\'`);
  }
  return query.execute();
}

export function listFaults(queries: AccountQueries, executionId: string, page: Page): Promise<readonly Faults[]> {
  const query = queries
    .from('faults')
    .selectAll()
    .where('execution_id', '=', executionId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.size + 1);
  if (page.after === undefined) return query.execute();
  // Positions are sort keys of this list that come back under a MAC.
  const [createdAt, id] = page.after as readonly [number, string];
  return query
    .where((at) =>
      at.or([at('created_at', '>', createdAt), at.and([at('created_at', '=', createdAt), at('id', '>', id)])]),
    )
    .execute();
}

/** In the order of the file. */
export function listExecutionTransactions(
  queries: AccountQueries,
  executionId: string,
  page: Page,
): Promise<readonly Transactions[]> {
  const query = queries
    .from('transactions')
    .selectAll()
    .where('execution_id', '=', executionId)
    .orderBy('place')
    .limit(page.size + 1);
  const [place] = page.after ?? [];
  return place === undefined ? query.execute() : query.where('place', '>', Number(place)).execute();
}

/** Oldest first. */
export function deliveryReportsOf(queries: AccountQueries, executionId: string): Promise<readonly DeliveryReports[]> {
  return queries
    .from('delivery_reports')
    .selectAll()
    .where('execution_id', '=', executionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
