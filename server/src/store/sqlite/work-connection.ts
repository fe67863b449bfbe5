import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { SqliteConnection } from './connection.js';

/**
 * The connection as one work has it, until the work has ended. What goes on behind its back, as the other branches of a `Promise.all` of
 * which one has failed, would otherwise run in the transaction of whoever has the connection then, or be committed by itself.
 */
export class WorkConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  #ended = false;
  /** What the first statement that failed said. */
  failure: unknown;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#demandOpen();
    // There may be another rest before the last of those who wait for this one has run.
    while (this.#connection.isDue) {
      await this.#connection.rested();
      this.#demandOpen();
    }
    try {
      return this.#connection.execute(query);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: the server pages by key and never streams, which would keep a statement open.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed.');
  }

  /** No statement runs any more. */
  end(): void {
    this.#ended = true;
  }

  #demandOpen(): void {
    if (this.#ended) throw new Error('The transaction has ended. Await every query inside of its work.');
  }
}
