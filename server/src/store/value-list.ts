import { type RawBuilder, sql } from 'kysely';
import type { Store } from './store.js';

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
