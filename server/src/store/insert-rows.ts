import type { CompiledQuery } from 'kysely';
import type { AccountQueries, OwnRow } from './account-queries.js';
import type { AccountTable } from './tables.js';

/** Rows of one statement: with the widest table well below the 32,766 parameters that SQLite takes. */
const MOST_ROWS = 500;
/** Statements of so few rows are kept compiled; longer ones are rare, and each length is a statement of its own. */
const KEPT_ROWS = 4;

const compiled = new Map<unknown, Map<string, CompiledQuery>>();

/**
 * Inserts any number of rows of an account, many in one statement; none is no statement. All rows have the members of the first, in
 * its order. For what every request writes: the statement of a row or two is compiled once, where kysely's own insert spends
 * more time on making it than SQLite on running it.
 */
export async function insertRows<Table extends AccountTable>(
  queries: AccountQueries,
  table: Table,
  rows: readonly OwnRow<Table>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += MOST_ROWS) {
    const chunk = rows.slice(from, from + MOST_ROWS);
    if (chunk.length > KEPT_ROWS) await queries.insert(table, chunk).execute();
    else await queries.tx.executeQuery(statementFor(queries, table, chunk));
  }
}

function statementFor<Table extends AccountTable>(
  queries: AccountQueries,
  table: Table,
  rows: readonly OwnRow<Table>[],
): CompiledQuery {
  const columns = Object.keys(rows[0] ?? {});
  const kind = queries.tx.getExecutor().adapter.constructor;
  const ofKind = compiled.get(kind) ?? new Map<string, CompiledQuery>();
  compiled.set(kind, ofKind);
  const key = `${table} ${rows.length} ${columns}`;
  let statement = ofKind.get(key);
  if (statement === undefined) {
    statement = queries.insert(table, rows).compile();
    ofKind.set(key, statement);
  }
  // Kysely binds row by row, the account first, then the members in their order.
  const parameters: unknown[] = [];
  for (const row of rows) {
    parameters.push(queries.accountId);
    for (const column of columns) parameters.push(memberOf(row, column));
  }
  return { ...statement, parameters };
}

function memberOf(row: object, column: string): unknown {
  // Every member of a row is a value to bind.
  return (row as Readonly<Record<string, unknown>>)[column];
}
