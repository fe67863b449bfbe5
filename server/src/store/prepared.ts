import type { CompiledQuery, QueryResult } from 'kysely';
import type { Bindable } from './bindable.js';
import { dialectOf } from './dialect-of.js';
import type { Store, Transaction } from './store.js';

/*
 * The two forms of query.
 *
 * (a) Built where it is used: kysely's builder, with `sql` fragments where it has no words, or a whole statement as
 *     `` sql`...`.execute(tx) ``. For everything that is not asked by every request. Through `AccountQueries` it reaches only the
 *     rows of one account; a list of values is one parameter (`listOf`), so that statements have few texts.
 * (b) Prepared: the same, a builder's query or a statement, but built and compiled once for each database and kept as text. For what
 *     every request asks: to build it costs more than SQLite takes to run it. The account is one of its values. `insertRows` is this
 *     form for inserts of many rows, whose texts differ in the number of rows.
 *
 * Values are bound in both, never written into a text. Constants of ours may stand in it: `sql.lit`.
 */

/** Stands for a value while a query is built. */
class Slot {
  constructor(readonly name: string) {}
}

/** A builder's query, or an `sql` template. */
interface Query<Row> {
  compile(tx: Transaction): CompiledQuery<Row>;
}

/** Values to bind, by names of the caller's choice. */
type Named<Values> = Readonly<Record<keyof Values, Bindable>>;

/**
 * A query of form (b). It runs in the transaction that it is given.
 * @param build is given a placeholder for each value, to be put where a value is bound and nowhere else: to look at it, or to compute
 *   with it, would do so once for all. Called once for each database.
 */
export function prepared<Values extends Named<Values>, Row>(
  build: (tx: Transaction, values: Values) => Query<Row>,
): (tx: Transaction, values: Values) => Promise<QueryResult<Row>> {
  const compiled: Partial<Record<Store['dialect'], CompiledQuery<Row>>> = {};
  return (tx, values) => {
    const dialect = dialectOf(tx);
    compiled[dialect] ??= build(tx, placeholders<Values>()).compile(tx);
    return tx.executeQuery(filledIn(compiled[dialect], values));
  };
}

/** Kysely hands values on as they are: a placeholder comes out where its value is to be bound. */
function placeholders<Values>(): Values {
  // Only kysely takes what comes out of it, and it takes anything.
  return new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
}

function filledIn<Row, Values>({ query, queryId, sql, parameters }: CompiledQuery<Row>, values: Named<Values>) {
  // The names of slots are those that were read from `Values`.
  const bound = parameters.map((one) => (one instanceof Slot ? values[one.name as keyof Values] : one));
  return { query, queryId, sql, parameters: bound };
}
