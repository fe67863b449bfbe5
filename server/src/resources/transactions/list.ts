import { type SqlBool, sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { invalid } from '../../problems.js';
import { timesOf } from '../../schemas/times.js';
import type { AccountQueries } from '../../store/account-queries.js';
import {
  columnFilter,
  countFiltered,
  type Filter,
  type FilteredList,
  type Range,
  type RowCount,
  readFilteredPage,
  within,
} from '../../store/filtered-page.js';
import type { AskedPage, Page } from '../../store/page.js';
import type { Transactions } from '../../store/tables.js';
import type { TransactionFilters } from './schemas.js';
import { isOfShownFile, isOfShownFileIfAny } from './unshown.js';

/**
 * Transactions whose file was delivered, or has come in, newest first; a page may be short, and the list goes on as long as there is `next`.
 * @throws Problem `invalid` for filters that do not go together.
 */
export async function listTransactions(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  asked: TransactionFilters,
  page: AskedPage,
): Promise<Page<Transactions>> {
  return readFilteredPage(queries, { ...listOfSets(queries, caller, asked), shown: isOfShownFile(queries) }, page);
}

/** How many of them there are. @throws Problem `invalid` for filters that do not go together. */
export async function countTransactions(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  asked: TransactionFilters,
): Promise<RowCount> {
  return countFiltered(queries, { ...listOfSets(queries, caller, asked), shown: await isOfShownFileIfAny(queries) });
}

function listOfSets(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  asked: TransactionFilters,
): FilteredList<'transactions'> {
  return {
    table: 'transactions',
    always: sql<SqlBool>`listed = 1`,
    filters: filtersOf(queries, caller, asked),
    ...timesOf(asked),
  };
}

function filtersOf(
  queries: AccountQueries,
  { mode: keyMode }: Pick<Caller, 'mode'>,
  asked: TransactionFilters,
): readonly Filter[] {
  // Test keys see what test keys have made.
  const columns: readonly (readonly [column: string, value: string | undefined, usual?: string])[] = [
    ['key_mode', keyMode === 'test' ? keyMode : undefined, 'live'],
    ['transaction_set', asked.transactionSetId],
    ['sender_id', asked.sender],
    ['receiver_id', asked.receiver],
    ['direction', asked.direction, 'OUTBOUND'],
    ['mode', asked.mode, 'production'],
    ['status', asked.status, 'succeeded'],
    ['partnership_id', asked.partnershipId],
    ['acknowledgment', asked.acknowledgment, 'not-expected'],
  ];
  const identifier = identifierFilter(queries, asked);
  return [
    ...columns.flatMap(([column, value, usual]) =>
      value === undefined ? [] : [columnFilter('transactions', column, value, usual)],
    ),
    ...(identifier === undefined ? [] : [identifier]),
  ];
}

/** What a transaction is known by stands in a table of its own, with the instant of the transaction. */
function identifierFilter(
  { accountId }: AccountQueries,
  { businessIdentifier, elementId }: TransactionFilters,
): Filter | undefined {
  if (businessIdentifier === undefined) {
    if (elementId === undefined) return undefined;
    throw invalid('The query parameter elementId goes with businessIdentifier only.', { code: 'INVALID_PARAMETER' });
  }
  const isValue = sql<SqlBool>`value = ${businessIdentifier}`;
  const isElement = elementId === undefined ? sql`` : sql`and coalesce(element_id, '') = ${elementId}`;
  const found = (range: Range) => sql<SqlBool>`id in (select transaction_id from business_identifiers
    where account_id = ${accountId} and ${sql.join([isValue, ...within(range, 'transaction_id')], sql` and `)} ${isElement})`;
  return {
    // Counted, so that it is asked for each transaction and not made a search of its own for the value.
    trying: sql<SqlBool>`(select count(*) from business_identifiers as known
      where known.transaction_id = transactions.id and coalesce(known.value, '') = ${businessIdentifier} ${isElement}) > 0`,
    leading: {
      places: { table: 'business_identifiers', id: 'transaction_id', where: isValue },
      isOrdered: false,
      within: found,
    },
  };
}
