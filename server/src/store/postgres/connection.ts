import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { demandBindable } from '../bindable.js';
import { type PreparedNames, preparedNames } from './prepared-names.js';
import type { Sender } from './send-together.js';
import type { Answered } from './statement-batch.js';
import { storeErrorOf } from './store-error-of.js';

/** Statements of the server are prepared once a connection; their names hold for all connections. */
const NAMES: PreparedNames = preparedNames();

/** One connection as kysely wants it, with values checked as on SQLite. */
export class PostgresConnection implements DatabaseConnection {
  readonly #sender: Sender;
  readonly #isPrepared: boolean;
  /** What the first statement that failed said: PostgreSQL has given up the transaction then, whatever the work makes of it. */
  failure: unknown;
  #ended = false;

  /** @param options `isPrepared` false, for lists: each statement is planned for its values, and leaves nothing on the connection. */
  constructor(sender: Sender, { isPrepared = true }: { readonly isPrepared?: boolean } = {}) {
    this.#sender = sender;
    this.#isPrepared = isPrepared;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended) throw new Error('The transaction has ended. Await every query inside of its work.');
    const values = parameters.map(demandBindable);
    try {
      const { command, rowCount, rows } = await new Promise<Answered>((resolve, reject) => {
        const name = this.#isPrepared ? NAMES.of(sql) : undefined;
        this.#sender.send({ name, text: sql, values, resolve, reject });
      });
      // The rows have the columns that the query names; kysely's types hold it to the tables.
      const result = rows as Row[];
      return command === 'SELECT' ? { rows: result } : { rows: result, numAffectedRows: BigInt(rowCount) };
    } catch (error) {
      const named = storeErrorOf(error, { isList: !this.#isPrepared });
      this.failure ??= named;
      throw named;
    }
  }

  // biome-ignore lint/correctness/useYield: the server pages by key and never streams, which would hold a connection.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed.');
  }

  /** Refuses what a work that did not await its queries would run in the transaction of another. */
  end(): void {
    this.#ended = true;
  }
}
