import type { AccountQueries, OwnRow } from './account-queries.js';
import type { AccountTable } from './tables.js';

/** Rows of one statement: with the widest table well below the 32,766 parameters that SQLite takes. */
const MOST_ROWS = 500;

/** Inserts any number of rows of an account, many in one statement; none is no statement. */
export async function insertRows<Table extends AccountTable>(
  queries: AccountQueries,
  table: Table,
  rows: readonly OwnRow<Table>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += MOST_ROWS) {
    await queries.insert(table, rows.slice(from, from + MOST_ROWS)).execute();
  }
}
