import type { Caller } from '../../caller.js';
import { notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { inOrderOf } from '../../store/in-order-of.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { DeliveryReports, Executions, Faults } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { seenBy } from './seen-by.js';

/** @throws Problem `not-found`, also where the key does not see it. */
export async function findExecution(queries: AccountQueries, caller: Caller, id: string): Promise<Executions> {
  const row = await seenBy(caller, queries.from('executions')).selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('execution');
  return row;
}

/** For jobs, which work for keys of either mode. */
export function executionWithId(queries: AccountQueries, id: string): Promise<Executions | undefined> {
  return queries.from('executions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Those of these ids that are there, in no order: a key has found the ids by its own mode before. */
export function executionsWithIds(queries: AccountQueries, ids: readonly string[]): Promise<readonly Executions[]> {
  return queries.from('executions').selectAll().where('id', 'in', listOf(queries.tx, ids)).execute();
}

/** The same in the order of the ids. */
export async function executionsInOrder(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<readonly Executions[]> {
  return inOrderOf(ids, await executionsWithIds(queries, ids));
}

/** Oldest first. */
export function listFaults(queries: AccountQueries, executionId: string, page: AskedPage): Promise<Page<Faults>> {
  const faults = queries.from('faults').selectAll().where('execution_id', '=', executionId);
  return readPage(faults, ['created_at', 'id'], page);
}

/** Faults of a file whose text begins with this, oldest first. @param most at most so many. */
export function faultsBeginning(
  queries: AccountQueries,
  executionId: string,
  { beginnings, most }: { readonly beginnings: readonly string[]; readonly most: number },
): Promise<readonly Faults[]> {
  return queries
    .from('faults')
    .selectAll()
    .where('execution_id', '=', executionId)
    .where((row) => row.or(beginnings.map((beginning) => row('message', 'like', `${beginning}%`))))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** @throws Problem `not-found` where the execution has no such fault. */
export async function demandFault(queries: AccountQueries, executionId: string, id: string): Promise<void> {
  const fault = await queries
    .from('faults')
    .select('id')
    .where('id', '=', id)
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
  if (fault === undefined) throw notFound('fault');
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
