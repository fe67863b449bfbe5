import type { Pool, PoolClient } from 'pg';
import { Gatherer } from '../../gatherer.js';
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
  readonly #silenceMs: number | undefined;
  readonly #statements: Gatherer<Sent>;

  /** @param options `most`: statements that go together at most. Default 16; `silenceMs`: as of `StatementBatch`. */
  constructor(
    pool: Pool,
    { most = MAX_TOGETHER, silenceMs }: { readonly most?: number; readonly silenceMs?: number | undefined } = {},
  ) {
    this.#pool = pool;
    this.#silenceMs = silenceMs;
    this.#statements = new Gatherer<Sent>((take) => this.#together(take()), {
      begin: 'next-turn',
      most,
      runs: 'side-by-side',
    });
  }

  /** Each statement is answered by its own promise, as soon as its answer is there. */
  send(statement: Sent): void {
    void this.#statements.add(statement);
  }

  async #together(statements: readonly Sent[]): Promise<readonly undefined[]> {
    try {
      const client = await this.#pool.connect();
      // One that fails takes those behind it with it, which it has nothing to do with: they go once more.
      for (let left = statements; left.length > 0; ) left = await this.#run(client, left);
      // pg takes a connection that was lost out of the pool by itself.
      client.release();
    } catch (error) {
      for (const { reject } of statements) reject(error);
    }
    return statements.map(() => undefined);
  }

  #run(client: PoolClient, statements: readonly Sent[]): Promise<readonly Sent[]> {
    return new Promise((resolve) => {
      client.query(new StatementBatch(statements, resolve, this.#silenceMs));
    });
  }
}
