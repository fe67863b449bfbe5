import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { demandBindable } from '../bindable.js';
import type { Database, Statement } from './load-sqlite.js';
import { storeErrorOf } from './store-error-of.js';

/** Statements kept prepared; queries of this server have a few hundred texts. */
const MAX_STATEMENTS = 1000;

/**
 * One connection as kysely wants it. Statements are prepared once per text: without that, each execution leaves memory behind
 * until the collector runs, which is gigabytes under load.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: Database;
  readonly #statements = new Map<string, { readonly statement: Statement; readonly gives: boolean }>();
  /** What the first statement that failed said; whoever runs a transaction asks for it and sets it back. */
  failure: unknown;

  constructor(database: Database) {
    this.#database = database;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return this.#execute(query);
    } catch (error) {
      const named = storeErrorOf(error);
      this.failure ??= named;
      throw named;
    }
  }

  #execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, gives } = this.#prepared(sql);
    const values = parameters.map(demandBindable);
    // The rows have the columns that the query names; kysely's types check that against the tables.
    if (gives) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  // biome-ignore lint/correctness/useYield: the server pages by key and never streams, which would keep a statement open.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed.');
  }

  /** BEGIN, COMMIT, SAVEPOINT and the like. */
  run(sql: string): void {
    try {
      this.#prepared(sql).statement.run();
    } catch (error) {
      throw storeErrorOf(error);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepared(sql: string): { readonly statement: Statement; readonly gives: boolean } {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
      prepared = { statement: this.#database.prepare(sql), gives: givesRows(sql) };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}

function givesRows(sql: string): boolean {
  return /^\s*(select|with|pragma|explain)\b/i.test(sql) || /\breturning\b/i.test(sql);
}
