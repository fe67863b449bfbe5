import { CompiledQuery, type QueryResult } from 'kysely';
import type { Store, Transaction } from './store.js';

/**
 * A statement of the hot path, as text with `?` for its values: building it anew with each request cost more than running it. It
 * runs in the given transaction, as all do; the account is one of its values, and its author's to write down.
 */
export function statement<Row>(
  text: string,
): (tx: Transaction, dialect: Store['dialect'], values: readonly unknown[]) => Promise<QueryResult<Row>> {
  let count = 0;
  const texts = { sqlite: text, postgres: text.replace(/\?/g, () => `$${++count}`) };
  // What the rows are is said by whoever writes the text, as with every query that is not built.
  return (tx, dialect, values) => tx.executeQuery(CompiledQuery.raw(texts[dialect], [...values]) as CompiledQuery<Row>);
}
