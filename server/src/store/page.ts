import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/** Where a page ended: the sort key of its last item. */
export type PagePosition = readonly (string | number)[];

/** A page of a list, and where the next begins. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Absent on the last page. */
  readonly next?: PagePosition | undefined;
  /** What the answer has beside its items: of the whole list. */
  readonly beside?: object | undefined;
}

/** Which page is asked for. */
export interface AskedPage {
  /** Items at most. */
  readonly size: number;
  /** Absent: the first page. */
  readonly after?: PagePosition | undefined;
  /** Rows to look at, at most, where a list has filters. Default `MOST_EXAMINED` of `filtered-page.ts`. */
  readonly examined?: number | undefined;
}

/**
 * Reads a page by key: the rows behind the last one of the page before, whatever came or went meanwhile.
 * @param keys columns that are unique together, the first ones by what the list is ordered by; none is NULL.
 */
export async function readPage<DB, Table extends keyof DB, Row extends object, Key extends keyof Row & string>(
  query: SelectQueryBuilder<DB, Table, Row>,
  keys: readonly Key[],
  page: AskedPage,
  direction: 'asc' | 'desc' = 'asc',
): Promise<Page<Row>> {
  let rows = query.limit(page.size + 1);
  for (const key of keys) rows = rows.orderBy(sql.ref(key), direction);
  if (page.after !== undefined) rows = rows.where(isBehind(keys, page.after, direction));
  const found = await rows.execute();
  // Sort keys are texts and numbers; kysely's row type is what the query selects.
  return pageOf(found as Row[], page.size, (row) => keys.map((key) => row[key] as string | number));
}

function isBehind(keys: readonly string[], after: PagePosition, direction: 'asc' | 'desc') {
  // Positions were written by this file and came back under a MAC.
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  return sql<SqlBool>`(${columns}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join([...after])})`;
}

/** Makes a page of items of which one more was asked for than its size: where that one was found, there is a next page. */
export function pageOf<Item>(
  items: readonly Item[],
  size: number,
  positionOf: (item: Item) => PagePosition,
): Page<Item> {
  const shown = items.slice(0, size);
  const last = shown.at(-1);
  return { items: shown, ...(items.length > size && last !== undefined ? { next: positionOf(last) } : {}) };
}

/** The page with its items as they are shown. */
export function mapPage<Item, Shown>({ items, next }: Page<Item>, show: (item: Item) => Shown): Page<Shown> {
  return { items: items.map(show), next };
}
