import { type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Providers } from '../../store/enrollment-tables.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import { listOf } from '../../store/value-list.js';

const ORDER = ['created_at', 'id'] as const;
/** Rows that a text is looked for in, for one page. */
const MOST_EXAMINED = 5_000;

export interface ProviderFilters {
  /** In small letters: part of name or NPI. */
  readonly text?: string | undefined;
  /** Of the same text, where it is a whole tax id. */
  readonly textTaxIndex?: string | undefined;
  readonly npis?: readonly string[] | undefined;
  readonly taxIndexes: readonly string[];
}

/** Oldest first; where a text is looked for a page may be short, and the list goes on as long as there is `next`. */
export async function listProviders(
  queries: AccountQueries,
  { text, textTaxIndex, npis = [], taxIndexes }: ProviderFilters,
  page: AskedPage,
): Promise<Page<Providers>> {
  let rows = queries.from('providers').selectAll();
  if (npis.length > 0) rows = rows.where('npi', 'in', listOf(queries.tx, npis));
  if (taxIndexes.length > 0) rows = rows.where('tax_index', 'in', listOf(queries.tx, taxIndexes));
  if (text === undefined) return readPage(rows, ORDER, page);
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const isLike = sql<SqlBool>`search like ${part} escape '\\'`;
  const has = textTaxIndex === undefined ? isLike : sql<SqlBool>`(${isLike} or tax_index = ${textTaxIndex})`;
  // By numbers few rows are left.
  if (npis.length > 0 || taxIndexes.length > 0) return readPage(rows.where(has), ORDER, page);
  const end = await endOf(queries, page);
  const near = end === undefined ? rows : rows.where(sql<SqlBool>`(created_at, id) <= (${end.created_at}, ${end.id})`);
  const found = await readPage(near.where(has), ORDER, page);
  // All of the window that has it is shown: behind it the list may go on.
  return found.next !== undefined || end === undefined ? found : { ...found, next: [end.created_at, end.id] };
}

/** The last row that a page looks at; `undefined`: that is the end of the list. */
function endOf(
  queries: AccountQueries,
  { after }: AskedPage,
): Promise<Pick<Providers, 'created_at' | 'id'> | undefined> {
  let rows = queries.from('providers').select(ORDER).orderBy('created_at').orderBy('id');
  if (after !== undefined) rows = rows.where(sql<SqlBool>`(created_at, id) > (${sql.join([...after])})`);
  return rows
    .offset(MOST_EXAMINED - 1)
    .limit(1)
    .executeTakeFirst();
}
