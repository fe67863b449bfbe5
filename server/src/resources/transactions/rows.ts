import { type Expression, type SqlBool, sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { Transactions } from '../../store/tables.js';
import { visible } from '../executions/visible-rows.js';
import type { TransactionFilters } from './schemas.js';

/** @throws Problem `not-found`. */
export async function findTransaction(queries: AccountQueries, caller: Caller, id: string): Promise<Transactions> {
  const row = await visible(queries, caller, 'transactions').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('transaction');
  return row;
}

/** Transactions whose file was delivered, newest first. */
export async function listTransactions(
  queries: AccountQueries,
  caller: Caller,
  filters: TransactionFilters,
  page: AskedPage,
): Promise<Page<Transactions>> {
  let query = visible(queries, caller, 'transactions').selectAll().where('listed', '=', 1);
  for (const [column, value] of columnsOf(filters)) query = query.where(column, '=', value);
  if (filters.from !== undefined) query = query.where('created_at', '>=', instantOf(filters.from));
  if (filters.to !== undefined) query = query.where('created_at', '<=', instantOf(filters.to));
  const identifier = identifierOf(queries, filters);
  return readPage(identifier === undefined ? query : query.where(identifier), ['created_at', 'id'], page, 'desc');
}

type Column = 'transaction_set' | 'sender_id' | 'receiver_id' | 'direction' | 'mode' | 'status' | 'partnership_id';

function columnsOf(filters: TransactionFilters): readonly (readonly [Column, string])[] {
  const columns: readonly (readonly [Column, string | undefined])[] = [
    ['transaction_set', filters.transactionSetId],
    ['sender_id', filters.sender],
    ['receiver_id', filters.receiver],
    ['direction', filters.direction],
    ['mode', filters.mode],
    ['status', filters.status],
    ['partnership_id', filters.partnershipId],
  ];
  return columns.flatMap(([column, value]) => (value === undefined ? [] : [[column, value] as const]));
}

function identifierOf(
  queries: AccountQueries,
  { businessIdentifier, elementId }: TransactionFilters,
): Expression<SqlBool> | undefined {
  if (businessIdentifier === undefined) {
    if (elementId === undefined) return undefined;
    throw invalid('The query parameter elementId goes with businessIdentifier only.', { code: 'INVALID_PARAMETER' });
  }
  const found = queries.from('business_identifiers').select('transaction_id').where('value', '=', businessIdentifier);
  const wanted = elementId === undefined ? found : found.where('element_id', '=', elementId);
  return sql<SqlBool>`id in (${wanted})`;
}

/** Instants of the interface have been checked to be some. */
export function instantOf(text: string): number {
  return Date.parse(text);
}
