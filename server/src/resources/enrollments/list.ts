import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { ProviderEnrollments } from '../../store/enrollment-tables.js';
import type { AskedPage, Page } from '../../store/page.js';
import { listOf } from '../../store/value-list.js';
import { type Condition, conditionsOf, type EnrollmentFilters } from './filters.js';
import { orderOf, positionOf, type Sort } from './order.js';
import { shownSizes } from './sizes.js';
import { readOrdered, readStretch } from './stretch.js';

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
    const found = await readOrdered(queries, [within, ...all], order, page);
    return { ...found, totalCount: await count(queries, [within, ...all]) };
  }
  const found = await readStretch(queries, all, order, page, bounds.examined);
  if (conditions.length > 0 || page.after !== undefined) return found;
  return { ...found, totalCount: await countAll(queries) };
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
  return { ...page, items, next: positionOf(orderOf(sorts), last) };
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
