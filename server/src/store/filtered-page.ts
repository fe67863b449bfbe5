import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountQueries } from './account-queries.js';
import { type AskedPage, type Page, type PagePosition, pageOf } from './page.js';
import type { Tables } from './tables.js';

/** Rows that one request looks at, where a filter lets few of them through. */
const MOST_EXAMINED = 5000;

/** Rows that one count looks at: more where an index alone says all that is asked. */
const MOST_COUNTED = { byIndex: 100_000, byRows: 10_000 } as const;

/** Tables with lists under filters: each has `created_at` and `id`. */
type ListedTable = 'executions' | 'transactions' | 'events' | 'eligibility_checks';

/** Where a filter's rows stand in the order of the list: a table with `created_at`, the column of the ids, and which rows. */
interface Places {
  readonly table: ListedTable | 'business_identifiers' | 'eligibility_check_errors';
  readonly id: string;
  readonly where: RawBuilder<SqlBool>;
}

/** One thing that a list is narrowed by. */
export interface Filter {
  /** So that no index is chosen for it: rows that another filter has led to are tried by it. */
  readonly trying: RawBuilder<SqlBool>;
  /** Of one with an index that has its rows in the order of the list. */
  readonly leading?: {
    readonly places: Places;
    /** Whether it gives the rows in the order of the list, so that no more of them are looked at than a page has. */
    readonly isOrdered: boolean;
    /** Finds its rows by that index. */
    readonly within: (range: Range) => RawBuilder<SqlBool>;
  };
}

/** Of sort keys; newest first, so a page begins below its upper end. */
export interface Range {
  readonly from?: Position | undefined;
  readonly before?: Position | undefined;
}
type Position = readonly [createdAt: number, id: string];

/** A list of an account's rows, newest first. */
export interface FilteredList<Table extends ListedTable> {
  readonly table: Table;
  /** True for all rows of the list, and of all its indexes. */
  readonly always?: RawBuilder<SqlBool> | undefined;
  readonly filters: readonly Filter[];
  /** What keeps rows out that are not shown yet, of which there are few: they count as steps. */
  readonly shown?: RawBuilder<SqlBool> | undefined;
  /** Milliseconds since 1970, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * A column that has an index with the order of the list behind it.
 * @param usual what most rows have, which the index leaves out: to look at the newest of all rows is as good.
 */
export function columnFilter(table: ListedTable, column: string, value: string, usual?: string): Filter {
  const is = sql<SqlBool>`${sql.ref(column)} = ${value}`;
  const trying = sql<SqlBool>`coalesce(${sql.ref(column)}, '') = ${value}`;
  if (value === usual) return { trying };
  // The condition of the index, word by word: of a value that is bound, a planner does not know whether it fits.
  const where = usual === undefined ? is : sql<SqlBool>`${is} and ${sql.ref(column)} <> ${sql.lit(usual)}`;
  return { trying, leading: { places: { table, id: 'id', where }, isOrdered: true, within: () => where } };
}

/** Rows that are known by their ids: few, and found by these in no order of the list. @param is what the id is: `= …`, `in …`. */
export function idFilter(table: ListedTable, is: RawBuilder<unknown>): Filter {
  const where = sql<SqlBool>`id ${is}`;
  return {
    trying: sql<SqlBool>`coalesce(id, '') ${is}`,
    leading: { places: { table, id: 'id', where }, isOrdered: false, within: () => where },
  };
}

/**
 * Reads a page of a list under any filters, and looks at a bounded number of rows for it. The filter leads whose rows are sparsest: of
 * the same number of steps in each index, those that come furthest. The others try what it finds. Where the bound ends the page, it may
 * be short or empty, and `next` says that the list goes on; nothing is left out, nothing comes twice.
 */
export async function readFilteredPage<Table extends ListedTable>(
  queries: AccountQueries,
  list: FilteredList<Table>,
  page: AskedPage,
): Promise<Page<Tables[Table]>> {
  const range = rangeOf(list, page.after);
  const lead = isByIndex(list)
    ? { leader: list.filters[0], end: undefined }
    : await sparsest(queries, list, { range, steps: page.examined ?? MOST_EXAMINED });
  const rows = await examined(queries, list, { range, lead, most: page.size + 1 })
    .selectAll()
    .execute();
  // All have the columns by which rows are placed; kysely's types cannot follow a name that is a parameter.
  const full = pageOf(rows as unknown as readonly Tables[Table][], page.size, positionOf);
  return full.next === undefined && lead.end !== undefined ? { ...full, next: lead.end } : full;
}

/** How many rows a list has. */
export interface RowCount {
  readonly count: number;
  /** Whether all of them were looked at; else there are at least so many. */
  readonly exact: boolean;
}

/**
 * Counts the rows of a list under any filters, the newest of them where they are more than one request looks at.
 * @param most rows to look at, at most. Default 100,000 where an index alone says all that is asked, else 10,000.
 */
export async function countFiltered(
  queries: AccountQueries,
  list: FilteredList<ListedTable>,
  most: number = isByIndex(list) ? MOST_COUNTED.byIndex : MOST_COUNTED.byRows,
): Promise<RowCount> {
  const range = rangeOf(list);
  // One more than is counted: where that one is there, others may be behind it.
  const lead = await sparsest(queries, list, { range, steps: most + 1 });
  const rows = examined(queries, list, { range, lead, most }).select('id');
  const { count } = await queries.tx
    .selectFrom(rows.as('counted'))
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Number(count), exact: lead.end === undefined };
}

/** Whether one index has its rows and no others, in its order. */
function isByIndex({ filters }: FilteredList<ListedTable>): boolean {
  return filters.length < 2 && filters.every(({ leading }) => leading?.isOrdered);
}

interface Asked {
  readonly range: Range;
  readonly lead: Lead;
  readonly most: number;
}

/** The rows of a list, newest first, as far as its leader was followed. */
function examined(
  queries: AccountQueries,
  { table, always, filters, shown }: FilteredList<ListedTable>,
  { range: whole, lead: { leader, end }, most }: Asked,
) {
  const range = end === undefined ? whole : { ...whole, from: end };
  const conditions = filters.map((filter) => (filter === leader ? filter.leading?.within(range) : filter.trying));
  // All have these columns.
  let query = queries.from(table as 'executions');
  for (const condition of [always, shown, ...conditions, ...within(range, 'id')]) {
    if (condition !== undefined) query = query.where(condition);
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most);
}

interface Walk {
  readonly range: Range;
  readonly steps: number;
}

interface Lead {
  readonly leader: Filter | undefined;
  /** The last place within the bound; absent: all that is left is within it. */
  readonly end: Position | undefined;
}

async function sparsest(queries: AccountQueries, list: FilteredList<ListedTable>, walk: Walk): Promise<Lead> {
  const all: Places = { table: list.table, id: 'id', where: list.always ?? sql<SqlBool>`1 = 1` };
  const filters = list.filters.filter(({ leading }) => leading !== undefined);
  const candidates: readonly (Filter | undefined)[] = filters.length === 0 ? [undefined] : filters;
  const ends = await Promise.all(
    candidates.map((filter) => endOf(queries, list, filter?.leading?.places ?? all, walk)),
  );
  return candidates
    .map((leader, index): Lead => ({ leader, end: ends[index] }))
    .reduce((best, other) => (comesFurther(other.end, best.end) ? other : best));
}

function comesFurther(end: Position | undefined, other: Position | undefined): boolean {
  if (end === undefined || other === undefined) return end === undefined && other !== undefined;
  return end[0] < other[0] || (end[0] === other[0] && end[1] < other[1]);
}

/** The place that many steps down the index. */
async function endOf(
  queries: AccountQueries,
  list: FilteredList<ListedTable>,
  { table, id, where }: Places,
  { range, steps }: Walk,
): Promise<Position | undefined> {
  let query = queries
    .from(table as 'executions')
    .select(['created_at', sql.ref<string>(id).as('place_id')])
    .where(where);
  if (list.always !== undefined && table === list.table) query = query.where(list.always);
  for (const condition of within(range, id)) query = query.where(condition);
  const row = await query
    .orderBy('created_at', 'desc')
    .orderBy(sql.ref(id), 'desc')
    .limit(1)
    .offset(steps - 1)
    .executeTakeFirst();
  return row === undefined ? undefined : [row.created_at, row.place_id];
}

/** One condition an end, so that an index is entered at the one and left at the other. */
export function within({ from, before }: Range, id: string): readonly RawBuilder<SqlBool>[] {
  const keys = sql`(created_at, ${sql.ref(id)})`;
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`${keys} >= (${from[0]}, ${from[1]})`]),
    ...(before === undefined ? [] : [sql<SqlBool>`${keys} < (${before[0]}, ${before[1]})`]),
  ];
}

/** No id is empty, so an empty one stands before all of an instant. */
function rangeOf({ from, to }: Pick<FilteredList<'executions'>, 'from' | 'to'>, after?: PagePosition): Range {
  const upper: Position | undefined = to === undefined ? undefined : [to + 1, ''];
  // Positions were written below, and came back under a MAC.
  const before = after as Position | undefined;
  const isLower = before !== undefined && (upper === undefined || comesFurther(before, upper));
  return { from: from === undefined ? undefined : [from, ''], before: isLower ? before : upper };
}

function positionOf({ created_at, id }: { readonly created_at: number; readonly id: string }): Position {
  return [created_at, id];
}
