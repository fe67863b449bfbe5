import { type SqlBool, sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { timesOf } from '../../schemas/times.js';
import type { AccountQueries } from '../../store/account-queries.js';
import {
  columnFilter,
  countFiltered,
  type Filter,
  type FilteredList,
  idFilter,
  type RowCount,
  readFilteredPage,
} from '../../store/filtered-page.js';
import type { AskedPage, Page } from '../../store/page.js';
import type { Executions } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { filesKnownBy } from '../transactions/known-by.js';
import type { ExecutionFilters } from './schemas.js';

/** Newest first; a page may be short, and the list goes on as long as there is `next`. */
export async function listExecutions(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  asked: ExecutionFilters,
  page: AskedPage,
): Promise<Page<Executions>> {
  return readFilteredPage(queries, await listOfFiles(queries, caller, asked), page);
}

/** How many there are. @param most rows to look at, where not as many as for everybody. */
export async function countExecutions(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  asked: ExecutionFilters,
  most?: number,
): Promise<RowCount> {
  return countFiltered(queries, await listOfFiles(queries, caller, asked), most);
}

async function listOfFiles(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  asked: ExecutionFilters,
): Promise<FilteredList<'executions'>> {
  const known = asked.businessIdentifier === undefined ? [] : [await knownFilter(queries, asked.businessIdentifier)];
  return {
    table: 'executions',
    filters: [...filtersOf(caller, asked), ...known],
    ...timesOf(asked),
  };
}

function filtersOf({ mode: keyMode }: Pick<Caller, 'mode'>, asked: ExecutionFilters): readonly Filter[] {
  const { direction, faultCode, partnershipId, status, mode, displayName } = asked;
  // Test keys see what test keys have made.
  const columns: readonly (readonly [column: string, value: string | undefined, usual?: string])[] = [
    ['key_mode', keyMode === 'test' ? keyMode : undefined, 'live'],
    ['direction', direction, 'OUTBOUND'],
    ['fault_code', faultCode],
    ['partnership_id', partnershipId],
    ['status', status, 'COMPLETED'],
    ['mode', mode, 'production'],
  ];
  return [
    ...columns.flatMap(([column, value, usual]) =>
      value === undefined ? [] : [columnFilter('executions', column, value, usual)],
    ),
    ...(displayName === undefined ? [] : [nameFilter(displayName)]),
  ];
}

/** Files of the transactions that are known by a value. Those are found first: they are few, and stand in another order. */
async function knownFilter(queries: AccountQueries, value: string): Promise<Filter> {
  const ids = await filesKnownBy(queries, value);
  return idFilter('executions', sql`in ${listOf(queries.tx, ids)}`);
}

/**
 * A part of the path, in either case. It has no index: one of every three letters costs more with each file than all other indexes
 * together, so the newest files are looked through, or those that another filter leads to.
 */
function nameFilter(part: string): Filter {
  // In lower case on both sides, and no letters but those of ASCII, as both databases have it.
  const lower = part.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const pattern = `%${lower.replace(/[\\%_]/g, '\\$&')}%`;
  return { trying: sql<SqlBool>`lower(directory || '/' || name) like ${pattern} escape '\\'` };
}
