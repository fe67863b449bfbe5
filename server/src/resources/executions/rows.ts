import { sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { DeliveryReports, Executions, Faults, Transactions } from '../../store/tables.js';
import { instantOf } from '../transactions/rows.js';
import type { ExecutionFilters } from './schemas.js';
import { visible } from './visible-rows.js';

/** @throws Problem `not-found`. */
export async function findExecution(queries: AccountQueries, caller: Caller, id: string): Promise<Executions> {
  const row = await visible(queries, caller, 'executions').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('execution');
  return row;
}

/** Newest first. */
export function listExecutions(
  queries: AccountQueries,
  caller: Caller,
  filters: ExecutionFilters,
  page: AskedPage,
): Promise<Page<Executions>> {
  let query = visible(queries, caller, 'executions').selectAll();
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
  return readPage(query, ['created_at', 'id'], page, 'desc');
}

/** Oldest first. */
export function listFaults(queries: AccountQueries, executionId: string, page: AskedPage): Promise<Page<Faults>> {
  const faults = queries.from('faults').selectAll().where('execution_id', '=', executionId);
  return readPage(faults, ['created_at', 'id'], page);
}

/** In the order of the file. */
export function listExecutionTransactions(
  queries: AccountQueries,
  executionId: string,
  page: AskedPage,
): Promise<Page<Transactions>> {
  const sets = queries.from('transactions').selectAll().where('execution_id', '=', executionId);
  return readPage(sets, ['place'], page);
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
