import type { Pool, PoolClient } from 'pg';
import type { Sender } from './send-together.js';
import { type Sent, StatementBatch } from './statement-batch.js';

/** Queries that wait for each other's answers at most. */
const MAX_TOGETHER = 16;

/**
 * Runs queries that change nothing: those of one turn of the event loop go together over one connection, so that many small reads
 * cost little more than one.
 */
export class ReadBatches implements Sender {
  readonly #pool: Pool;
  #waiting: Sent[] = [];

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  send(statement: Sent): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#flush());
    this.#waiting.push(statement);
  }

  #flush(): void {
    const all = this.#waiting;
    this.#waiting = [];
    while (all.length > 0) void this.#together(all.splice(0, MAX_TOGETHER));
  }

  async #together(statements: readonly Sent[]): Promise<void> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      for (const { reject } of statements) reject(error);
      return;
    }
    // One that fails takes those behind it with it, which it has nothing to do with: they go once more.
    for (let left = statements; left.length > 0; ) left = await run(client, left);
    // pg takes a connection that was lost out of the pool by itself.
    client.release();
  }
}

function run(client: PoolClient, statements: readonly Sent[]): Promise<readonly Sent[]> {
  return new Promise((resolve) => {
    client.query(new StatementBatch(statements, resolve));
  });
}
