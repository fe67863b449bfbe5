import { type SelectQueryBuilder, sql } from 'kysely';
import { ulidTime } from '../../ids.js';
import { timesOf } from '../../schemas/times.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Invocations } from '../../store/function-tables.js';
import { type AskedPage, type Page, pageOf, readPage } from '../../store/page.js';
import type { Tables } from '../../store/tables.js';
import type { InvocationFilters } from './invocation-schemas.js';

/** What is read for a list: what an invocation is invoked with, its error and its log may be long. */
const LISTED = [
  ...['id', 'function_name', 'mode', 'kind', 'source', 'depth', 'state', 'attempts'],
  ...['took_ms', 'created_at', 'started_at', 'ended_at', 'expires_at'],
] as const satisfies readonly (keyof Invocations)[];

export type ListedInvocation = Omit<Invocations, 'account_id' | 'event' | 'error' | 'log'>;

/** Of a function, or of one of this name that was deleted: what it did is kept as long as its log. */
export interface InvocationsOf {
  readonly functionName: string;
  readonly mode: Invocations['mode'];
}

/** Behind every id. */
const LAST_ID = '~';

/** Newest first. */
export function listInvocations(
  queries: AccountQueries,
  { functionName, mode }: InvocationsOf,
  asked: InvocationFilters,
  page: AskedPage,
): Promise<Page<ListedInvocation>> {
  const rows = queries.from('invocations').select(LISTED).where('function_name', '=', functionName);
  if (asked.status === undefined) return inRange(rows, ['mode', mode], asked, page);
  return inRange(rows.where('mode', '=', mode), ['state', asked.status], asked, page);
}

/**
 * Rows whose column has this value. It is asked for as a range of column and id: where the database saw that the column has one value alone, it
 * might go through all ids from the newest on until it has met enough of the function, and in the index of the function it meets no others.
 */
async function inRange(
  rows: SelectQueryBuilder<Tables, 'invocations', ListedInvocation>,
  [column, value]: readonly [column: 'mode' | 'state', value: string],
  asked: InvocationFilters,
  { size, after: [, last = LAST_ID] = [] }: AskedPage,
): Promise<Page<ListedInvocation>> {
  const { from, to } = timesOf(asked);
  const bounds = [String(last), to === undefined ? LAST_ID : ulidTime(to + 1)].sort();
  const asPage = { size: size + 1, after: [value, bounds[0] ?? LAST_ID] };
  const { items } = await readPage(rows, [column, 'id'], asPage, 'desc');
  // Ids begin with their times.
  const least = from === undefined ? '' : ulidTime(from);
  // Looked at here: PostgreSQL sees no end of a range of two columns, and would go through all of the function that is older.
  const inside = items.filter((row) => row[column] === value && row.id >= least);
  return pageOf(inside, size, (row) => [row[column], row.id]);
}

/** Those that nobody will try again by itself, of all functions of an account, the one that failed last first. */
export function listFailed(queries: AccountQueries, page: AskedPage): Promise<Page<ListedInvocation>> {
  const rows = queries
    .from('invocations')
    .select(LISTED)
    // The words of its index.
    .where(sql<boolean>`state = 'failed' and kind = 'Event'`);
  return readPage(rows, ['ended_at', 'id'], page, 'desc');
}

/** How many of those have failed since then: counted up to so many. @param since milliseconds since 1970. */
export async function countFailedSince(queries: AccountQueries, since: number, most: number): Promise<number> {
  const rows = queries.from('invocations').select('id').where(sql<boolean>`state = 'failed' and kind = 'Event'`);
  return (await rows.where('ended_at', '>', since).limit(most).execute()).length;
}

export async function hasInvocations(queries: AccountQueries, { functionName, mode }: InvocationsOf): Promise<boolean> {
  const rows = queries.from('invocations').select('id').where('function_name', '=', functionName);
  return (await rows.where('mode', '=', mode).limit(1).executeTakeFirst()) !== undefined;
}
