import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from './dialect-of.js';
import type { Store, Transaction } from './store.js';

/**
 * Texts as one parameter, so that the statement is the same for any number of them: a table named `list` with the column `value`.
 * `where id in (select value from ${valueList(...)})`.
 */
export function valueList(dialect: Store['dialect'], values: readonly string[]): RawBuilder<unknown> {
  const json = JSON.stringify(values);
  return dialect === 'sqlite'
    ? sql`json_each(${json}) as list`
    : sql`jsonb_array_elements_text(${json}::jsonb) as list(value)`;
}

/** The same behind `in`: `where('id', 'in', listOf(queries.tx, ids))`. */
export function listOf(tx: Transaction, values: readonly string[]): RawBuilder<string> {
  return sql<string>`(select value from ${valueList(dialectOf(tx), values)})`;
}
