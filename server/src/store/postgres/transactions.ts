import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { boundKysely } from '../bound-kysely.js';
import type { Transaction } from '../store.js';
import { PostgresConnection } from './connection.js';
import { POSTGRES } from './dialect.js';
import { isTransient, storeErrorOf } from './store-error-of.js';

const MAX_RUNS = 10;
/** Longest wait before the second run; each further one may be twice as long. */
const WAIT_MS = 10;

/** Runs work in transactions (READ COMMITTED), each on a connection that it has for itself. */
export class Transactions {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let runs = 1; ; runs++) {
      try {
        return await this.#once(work);
      } catch (error) {
        if (!isTransient(error) || runs === MAX_RUNS) throw error;
        // By chance, so that those who met do not meet again.
        await setTimeout(Math.random() * WAIT_MS * 2 ** (runs - 1));
      }
    }
  }

  async #once<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await this.#connect();
    const connection = new PostgresConnection(client);
    try {
      // Not awaited: it is answered before the first statement is; were it not, that one would fail too.
      client.query('begin isolation level read committed').catch(() => {});
      const result = await work(boundKysely(connection, POSTGRES));
      connection.end();
      if (connection.failure !== undefined) throw connection.failure;
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('The database rolled the transaction back.');
      client.release();
      return result;
    } catch (error) {
      connection.end();
      await rollBack(client);
      throw storeErrorOf(error);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw storeErrorOf(error);
    }
  }
}

/** A connection that cannot even do that is not used again. */
async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
