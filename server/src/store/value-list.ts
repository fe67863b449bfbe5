import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from './dialect-of.js';
import type { Transaction } from './store.js';

/**
 * Texts as one parameter, so that the statement is the same for any number of them: a table named `list` with the column `value`, for
 * `from ${valueList(...)}`.
 */
export function valueList(tx: Transaction, values: readonly string[]): RawBuilder<unknown> {
  const json = JSON.stringify(values);
  return dialectOf(tx) === 'sqlite'
    ? sql`json_each(${json}) as list`
    : sql`jsonb_array_elements_text(${json}::jsonb) as list(value)`;
}

/** The same behind `in`: `where('id', 'in', listOf(queries.tx, ids))`, or `where id in ${listOf(tx, ids)}`. */
export function listOf(tx: Transaction, values: readonly string[]): RawBuilder<string> {
  return sql<string>`(select value from ${valueList(tx, values)})`;
}

/**
 * That a column has one of them, where two lists meet in the columns of one index: by a second list behind `in` PostgreSQL reads the whole table, as it
 * takes each for a table of a hundred rows. An array it looks up.
 */
export function isOneOf(tx: Transaction, column: string, values: readonly string[]): RawBuilder<SqlBool> {
  const list = listOf(tx, values);
  return dialectOf(tx) === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} in ${list}`
    : sql<SqlBool>`${sql.ref(column)} = any (array ${list})`;
}
