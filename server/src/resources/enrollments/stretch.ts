import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { ProviderEnrollments } from '../../store/enrollment-tables.js';
import { type AskedPage, type Page, type PagePosition, pageOf } from '../../store/page.js';
import { isBehind, positionOf, SORTS, type Sort } from './order.js';

/** Texts that stand before and behind all ids. */
const IDS = { first: '', last: '~' } as const;

/** What a list has of enrollments, by conditions that lead to no index: its order does. */
type Conditions = readonly RawBuilder<SqlBool>[];

/**
 * A page of a list, for which a bounded number of rows is looked at: it may be short, and the list goes on as long as there is `next`.
 * @param examined about how many, where conditions may let few of them through.
 */
export async function readStretch(
  queries: AccountQueries,
  conditions: Conditions,
  order: readonly Sort[],
  page: AskedPage,
  examined: number,
): Promise<Page<ProviderEnrollments>> {
  if (!hasIndex(order)) return readMixed(queries, conditions, order, page, examined);
  if (conditions.length === 0) return readOrdered(queries, conditions, order, page);
  const end = await rowAfter(queries, order, page, examined);
  return end === undefined
    ? readOrdered(queries, conditions, order, page)
    : readUntil(queries, [...conditions, isBehind(order, end, true)], order, page, end);
}

/** Each key has one with the id behind it, which is read in either direction. */
function hasIndex(order: readonly Sort[]): boolean {
  return order.length <= 2 && order.every(({ direction }) => direction === order[0]?.direction);
}

/** All rows that pass, in their order: where these are few, or the order has an index. */
export async function readOrdered(
  queries: AccountQueries,
  conditions: Conditions,
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
  return pageOf(await rows.execute(), size, (row) => positionOf(order, row));
}

/** All of a stretch that passes is shown: behind its end the list may go on. */
async function readUntil(
  queries: AccountQueries,
  conditions: Conditions,
  order: readonly Sort[],
  page: AskedPage,
  end: PagePosition,
): Promise<Page<ProviderEnrollments>> {
  const found = await readOrdered(queries, conditions, order, page);
  return found.next === undefined ? { ...found, next: end } : found;
}

/** The row that is so many behind a position, by an index that has the order; `undefined`: the end of the list is nearer. */
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
 * No index has the order of several keys: rows are read by the index of the first, and put in order. Where too many have the same first key (most
 * have no 835 so far), they are a list by themselves, in the order of the other keys.
 */
async function readMixed(
  queries: AccountQueries,
  conditions: Conditions,
  order: readonly Sort[],
  page: AskedPage,
  examined: number,
): Promise<Page<ProviderEnrollments>> {
  const [first, ...others] = order;
  if (first === undefined) throw new Error('A list has an order.');
  const begin = page.after?.[0];
  const key = await nextKey(queries, first, begin, '=');
  if (key === undefined) return { items: [] };
  if (await isShared(queries, first, key, examined)) {
    const after = String(begin) === String(key) ? page.after?.slice(1) : undefined;
    const within = { size: page.size, after };
    const found = await readStretch(queries, [...conditions, hasKey(first, key)], others, within, examined);
    if (found.next !== undefined) return { ...found, next: [key, ...found.next] };
    const further = await nextKey(queries, first, key);
    return further === undefined ? found : { ...found, next: [further, ...(await ends(queries, others, 'first'))] };
  }
  // Without conditions all that are looked at are shown.
  const rows = conditions.length === 0 ? page.size + 1 : examined;
  const stop = await nextKey(queries, first, begin, '', rows - 1);
  if (stop === undefined) return readOrdered(queries, conditions, order, page);
  const isBeyond = await isShared(queries, first, stop, examined);
  const than = sql.raw(`${first.direction === 'asc' ? '<' : '>'}${isBeyond ? '' : '='}`);
  const within = [...conditions, sql<SqlBool>`${sql.ref(SORTS[first.by])} ${than} ${stop}`];
  const end = [stop, ...(await ends(queries, others, isBeyond ? 'first' : 'last'))];
  return readUntil(queries, within, order, page, end);
}

/**
 * The first key behind another, or, with `=`, the same where a row has it; `undefined`: there is none.
 * @param skipped rows behind it that are passed over. @param from absent: from the beginning of the list on.
 */
async function nextKey(
  queries: AccountQueries,
  { by, direction }: Sort,
  from: string | number | undefined,
  or: '=' | '' = '',
  skipped = 0,
): Promise<string | number | undefined> {
  const column = SORTS[by];
  let rows = queries.from('provider_enrollments').select(column).orderBy(column, direction).orderBy('id', direction);
  const than = sql.raw(`${direction === 'asc' ? '>' : '<'}${or}`);
  if (from !== undefined) rows = rows.where(sql<SqlBool>`${sql.ref(column)} ${than} ${from}`);
  return (await rows.offset(skipped).limit(1).executeTakeFirst())?.[column];
}

/** Whether more rows than that have a key. */
async function isShared(queries: AccountQueries, { by }: Sort, key: string | number, most: number): Promise<boolean> {
  const row = await queries
    .from('provider_enrollments')
    .select('id')
    .where(sql.ref(SORTS[by]), '=', key)
    .orderBy('id')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** So that no index is chosen for it: very many rows have the key. */
function hasKey({ by }: Sort, key: string | number): RawBuilder<SqlBool> {
  const column = sql.ref(SORTS[by]);
  const isText = by === 'requestedEffectiveDate' || by === 'id';
  return isText ? sql<SqlBool>`coalesce(${column}, '') = ${key}` : sql<SqlBool>`${column} + 0 = ${key}`;
}

/** Keys that no row of the account stands before, or behind. */
async function ends(queries: AccountQueries, order: readonly Sort[], which: 'first' | 'last'): Promise<PagePosition> {
  const keys: (string | number)[] = [];
  for (const { by, direction } of order) {
    const isLow = (direction === 'asc') === (which === 'first');
    if (by === 'id') keys.push(isLow ? IDS.first : IDS.last);
    else keys.push((await nextKey(queries, { by, direction: isLow ? 'asc' : 'desc' }, undefined)) ?? '');
  }
  return keys;
}
