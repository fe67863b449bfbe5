import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { ProviderEnrollments } from '../../store/enrollment-tables.js';
import { type AskedPage, type Page, type PagePosition, pageOf } from '../../store/page.js';
import { listOf } from '../../store/value-list.js';
import { type Condition, conditionsOf, type EnrollmentFilters } from './filters.js';
import { shownSizes } from './sizes.js';

/** Bytes of tasks and documents from which on a page has no more enrollments. */
const MOST_BYTES = 4 * 1024 * 1024;

/** How much is looked at. */
const BOUNDS = {
  /** Rows that one filter may leave, so that they are put in order by themselves. */
  few: 1_000,
  /** Rows that one page looks at, where filters leave more. */
  examined: 5_000,
};

/** Rows that are counted where nothing narrows a list. */
const MOST_COUNTED = 10_000;

/** What lists are ordered by, and the columns of that; all have an index, and none is ever NULL. */
export const SORTS = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  statusLastUpdatedAt: 'status_updated_at',
  requestedEffectiveDate: 'requested_date',
  lastEraReceivedAt: 'last_era_at',
  id: 'id',
} as const satisfies Readonly<Record<string, keyof ProviderEnrollments>>;

/** `updatedAt:desc` in its parts. */
export interface Sort {
  readonly by: keyof typeof SORTS;
  readonly direction: 'asc' | 'desc';
}

const NEWEST_FIRST: readonly Sort[] = [{ by: 'createdAt', direction: 'desc' }];

/** A page of a list, and how many the list has where that is known without counting all. */
export interface ListedPage extends Page<ProviderEnrollments> {
  readonly totalCount?: number | undefined;
}

/**
 * Enrollments under any filters in any order. Where one filter leaves few rows, these are put in order; else the index of the order is read, a
 * bounded stretch for a page: it may be short, and the list goes on as long as there is `next`.
 */
export async function listEnrollmentRows(
  queries: AccountQueries,
  filters: EnrollmentFilters,
  sorts: readonly Sort[],
  page: AskedPage,
  bounds = BOUNDS,
): Promise<ListedPage> {
  const order = orderOf(sorts);
  const conditions = conditionsOf(queries, filters);
  const few = await fewOf(queries, conditions, bounds.few);
  const all = conditions.map(({ trying }) => trying);
  if (few !== undefined) {
    const within = sql<SqlBool>`id in ${listOf(queries.tx, few)}`;
    const found = await read(queries, [within, ...all], order, page);
    return { ...found, totalCount: await count(queries, [within, ...all]) };
  }
  if (conditions.length === 0) {
    const found = await read(queries, await untilStop(queries, order, page, page.size + 1), order, page);
    return page.after === undefined ? { ...found, totalCount: await countAll(queries) } : found;
  }
  const end = await endOf(queries, order, page, bounds.examined);
  if (end === undefined) return read(queries, all, order, page);
  const found = await read(queries, [...all, isBehind(order, end, true)], order, page);
  // All of the stretch that passes is shown: behind it the list may go on.
  return found.next === undefined ? { ...found, next: end } : found;
}

/**
 * As many enrollments of a page as there is room for in an answer, at least one: each is shown with all of its tasks, which may be long. How long is
 * asked first, so that no more is read.
 */
export async function withinRoom(
  queries: AccountQueries,
  sorts: readonly Sort[],
  page: ListedPage,
  mostBytes = MOST_BYTES,
): Promise<ListedPage> {
  const sizes = await shownSizes(
    queries,
    page.items.map(({ id }) => id),
  );
  let bytes = 0;
  const full = page.items.findIndex(({ id }) => {
    bytes += sizes.get(id) ?? 0;
    return bytes > mostBytes;
  });
  const last = page.items[Math.max(0, full - 1)];
  if (full === -1 || last === undefined || page.items.length === 1) return page;
  const items = page.items.slice(0, Math.max(1, full));
  return { ...page, items, next: orderOf(sorts).map(({ by }) => last[SORTS[by]]) };
}

/** By id last, so that a page can begin behind any row; each column once. */
function orderOf(given: readonly Sort[]): readonly Sort[] {
  const sorts = given.length === 0 ? NEWEST_FIRST : given;
  const named = sorts.filter(({ by }, place) => sorts.findIndex((one) => one.by === by) === place);
  const untilId = named.findIndex(({ by }) => by === 'id');
  if (untilId >= 0) return named.slice(0, untilId + 1);
  return [...named, { by: 'id', direction: named.at(-1)?.direction ?? 'asc' }];
}

/** The ids that the filter with the fewest rows leaves; `undefined`: all leave many. */
async function fewOf(
  queries: AccountQueries,
  conditions: readonly Condition[],
  few: number,
): Promise<readonly string[] | undefined> {
  let fewest: readonly string[] | undefined;
  for (const { is, isIndexed } of conditions) {
    if (!isIndexed) continue;
    const most = fewest?.length ?? few;
    const rows = await queries
      .from('provider_enrollments')
      .select('id')
      .where(is)
      .limit(most + 1)
      .execute();
    if (rows.length <= most) fewest = rows.map(({ id }) => id);
    if (fewest?.length === 0) break;
  }
  return fewest;
}

async function read(
  queries: AccountQueries,
  conditions: readonly RawBuilder<SqlBool>[],
  order: readonly Sort[],
  { size, after }: AskedPage,
): Promise<Page<ProviderEnrollments>> {
  let rows = queries
    .from('provider_enrollments')
    .selectAll()
    .limit(size + 1);
  for (const condition of conditions) rows = rows.where(condition);
  for (const { by, direction } of order) rows = rows.orderBy(SORTS[by], direction);
  if (after !== undefined) rows = rows.where(isBehind(order, after));
  return pageOf(await rows.execute(), size, (row) => order.map(({ by }) => row[SORTS[by]]));
}

/** @returns `undefined`: there are many, and a page is not made to wait for their count. */
async function countAll(queries: AccountQueries): Promise<number | undefined> {
  const further = await queries
    .from('provider_enrollments')
    .select('id')
    .orderBy('id')
    .offset(MOST_COUNTED)
    .limit(1)
    .executeTakeFirst();
  return further === undefined ? count(queries, []) : undefined;
}

async function count(queries: AccountQueries, conditions: readonly RawBuilder<SqlBool>[]): Promise<number> {
  let rows = queries.from('provider_enrollments').select(sql<number>`count(*)`.as('count'));
  for (const condition of conditions) rows = rows.where(condition);
  return Number((await rows.executeTakeFirstOrThrow()).count);
}

/** The last row that a page looks at; `undefined`: the end of the list is nearer. */
async function endOf(
  queries: AccountQueries,
  order: readonly Sort[],
  page: AskedPage,
  examined: number,
): Promise<PagePosition | undefined> {
  if (order.length <= 2) return rowAfter(queries, order, page, examined);
  const stop = await stopOf(queries, order, page, examined);
  if (stop === undefined) return undefined;
  // Of all that have this key the last.
  let rows = queries
    .from('provider_enrollments')
    .select(order.map(({ by }) => SORTS[by]))
    .where(sql.ref(SORTS[stop.by]), '=', stop.value);
  for (const { by, direction } of order.slice(1)) {
    rows = rows.orderBy(SORTS[by], direction === 'asc' ? 'desc' : 'asc');
  }
  const end = await rows.limit(1).executeTakeFirst();
  return end && order.map(({ by }) => end[SORTS[by]]);
}

/** The row that is so many behind a position, by an index that has the order. */
async function rowAfter(
  queries: AccountQueries,
  order: readonly Sort[],
  { after }: AskedPage,
  count: number,
): Promise<PagePosition | undefined> {
  let rows = queries.from('provider_enrollments').select(order.map(({ by }) => SORTS[by]));
  for (const { by, direction } of order) rows = rows.orderBy(SORTS[by], direction);
  if (after !== undefined) rows = rows.where(isBehind(order, after));
  const row = await rows
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row && order.map(({ by }) => row[SORTS[by]]);
}

/**
 * Of several keys no index has the order: rows are read by the index of the first key as far as a page may need them, and put in order. Where very
 * many have the same first key, all of these are.
 */
async function untilStop(
  queries: AccountQueries,
  order: readonly Sort[],
  page: AskedPage,
  rows: number,
): Promise<readonly RawBuilder<SqlBool>[]> {
  const stop = order.length > 2 ? await stopOf(queries, order, page, rows) : undefined;
  if (stop === undefined) return [];
  const than = sql.raw(stop.direction === 'asc' ? '<=' : '>=');
  return [sql<SqlBool>`${sql.ref(SORTS[stop.by])} ${than} ${stop.value}`];
}

/** The first key so many rows behind all that have the first key of a position; `undefined`: there are fewer. */
async function stopOf(
  queries: AccountQueries,
  [first]: readonly Sort[],
  { after }: AskedPage,
  rows: number,
): Promise<(Sort & { readonly value: string | number }) | undefined> {
  if (first === undefined) throw new Error('A list has an order.');
  const column = SORTS[first.by];
  let behind = queries
    .from('provider_enrollments')
    .select(column)
    .orderBy(column, first.direction)
    .orderBy('id', first.direction);
  if (after !== undefined) {
    const than = sql.raw(first.direction === 'asc' ? '>' : '<');
    behind = behind.where(sql<SqlBool>`${sql.ref(column)} ${than} ${after[0]}`);
  }
  const row = await behind
    .offset(rows - 1)
    .limit(1)
    .executeTakeFirst();
  return row && { ...first, value: row[column] };
}

/**
 * Whether a row stands behind a position, each key in its own direction.
 * @param isBefore the other way: whether it stands before it, or is it.
 */
function isBehind(order: readonly Sort[], position: PagePosition, isBefore = false): RawBuilder<SqlBool> {
  const steps = order.map(({ by, direction }, place) => ({
    column: sql.ref(SORTS[by]),
    than: sql.raw((direction === 'asc') === isBefore ? '<' : '>'),
    value: position[place],
  }));
  const [first] = steps;
  if (first === undefined) throw new Error('A list has an order.');
  if (order.every(({ direction }) => direction === order[0]?.direction)) {
    const keys = sql.join(steps.map(({ column }) => column));
    const values = sql.join(steps.map(({ value }) => value));
    return sql<SqlBool>`(${keys}) ${first.than}${sql.raw(isBefore ? '=' : '')} (${values})`;
  }
  const ways = steps.map(({ column, than, value }, place) =>
    sql.join(
      [
        ...steps.slice(0, place).map((step) => sql<SqlBool>`${step.column} = ${step.value}`),
        sql<SqlBool>`${column} ${than}${sql.raw(isBefore && place === steps.length - 1 ? '=' : '')} ${value}`,
      ],
      sql` and `,
    ),
  );
  // The first key by itself, too: so that an index is entered there.
  return sql<SqlBool>`${first.column} ${first.than}= ${first.value} and (${sql.join(ways, sql` or `)})`;
}
