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
  readonly #restAfterMs: number;
  /** When the statements began that have run since the event loop turned last. */
  #begun = 0;
  #hasRun = false;
  #rest: Promise<void> | undefined;
  #changed = 0;

  /**
   * @param options.restAfterMs how long statements of transactions (`work-connection.ts`) may run before the event loop has a turn. Default:
   *   they never rest.
   */
  constructor(database: Database, { restAfterMs = Number.POSITIVE_INFINITY }: { readonly restAfterMs?: number } = {}) {
    this.#database = database;
    this.#restAfterMs = restAfterMs;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.execute(query);
  }

  /** Runs a statement, at once. */
  execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    try {
      const { statement, gives } = this.#prepared(sql);
      this.#hasRun = true;
      const values = parameters.map(demandBindable);
      // The rows have the columns that the query names; kysely's types check that against the tables.
      if (gives) return { rows: statement.all(...values) as Row[] };
      const { changes, lastInsertRowid } = statement.run(...values);
      this.#changed += Number(changes);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw storeErrorOf(error);
    }
  }

  // biome-ignore lint/correctness/useYield: the server pages by key and never streams, which would keep a statement open.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed.');
  }

  /** Rows that were changed since this was asked last. */
  takeChanged(): number {
    const changed = this.#changed;
    this.#changed = 0;
    return changed;
  }

  /** Of a transaction: its statements begin now. */
  begin(): void {
    this.#wake();
    this.run('begin immediate');
  }

  /** Whether statements wait for a turn of the event loop, and for nothing else. */
  get isResting(): boolean {
    return this.#rest !== undefined;
  }

  /** Whether the event loop is to have a turn before the next statement of a transaction. One at least runs between two rests. */
  get isDue(): boolean {
    return this.#rest !== undefined || (this.#hasRun && performance.now() - this.#begun >= this.#restAfterMs);
  }

  /** Resolves when the event loop has had its turn; who waits for the same one goes on in order. */
  rested(): Promise<void> {
    this.#rest ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#rest = undefined;
        this.#wake();
        resolve();
      });
    });
    return this.#rest;
  }

  #wake(): void {
    this.#hasRun = false;
    this.#begun = performance.now();
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
