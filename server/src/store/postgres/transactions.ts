import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { committed } from '../after-commit.js';
import { boundKysely } from '../bound-kysely.js';
import { RefusedWrites } from '../refused-writes.js';
import type { Transaction, WriteOptions } from '../store.js';
import { PostgresConnection } from './connection.js';
import { POSTGRES } from './dialect.js';
import { TransactionSender } from './send-together.js';
import { type Answered, type Sent, StatementBatch } from './statement-batch.js';
import { isBrokenReference, isTransient, isUnwritable, storeErrorOf } from './store-error-of.js';

const MAX_RUNS = 10;
/** The same of a transaction that has met another one which deletes what it refers to, or refers to what it deletes: run again it sees that, and says so in its own words. */
const MAX_RUNS_OF_BROKEN_REFERENCES = 3;
/** Longest wait before the second run; each further one may be twice as long. */
const WAIT_MS = 10;

/** If it fails, what is sent with it fails too, so that the failure is seen there. */
const BEGIN: Sent = {
  name: 'begin',
  text: 'begin isolation level read committed',
  values: [],
  resolve: () => {},
  reject: () => {},
};

/** Runs work in transactions (READ COMMITTED), each on a connection that it has for itself. */
export class Transactions {
  readonly #pool: Pool;
  readonly #silenceMs: number | undefined;
  readonly #refused: RefusedWrites;

  /** @param options `silenceMs`: as of `StatementBatch`; `refused`: is noted where the disk of the database takes nothing. */
  constructor(
    pool: Pool,
    {
      silenceMs,
      refused = new RefusedWrites(),
    }: { readonly silenceMs?: number | undefined; readonly refused?: RefusedWrites } = {},
  ) {
    this.#pool = pool;
    this.#silenceMs = silenceMs;
    this.#refused = refused;
  }

  async run<Result>(work: (tx: Transaction) => Promise<Result>, options: WriteOptions = {}): Promise<Result> {
    for (let runs = 1; ; runs++) {
      try {
        return await this.#once(work, options);
      } catch (error) {
        if (runs >= (isBrokenReference(error) ? MAX_RUNS_OF_BROKEN_REFERENCES : isTransient(error) ? MAX_RUNS : 1))
          throw error;
        // A random time, so that those who met do not meet again.
        await setTimeout(Math.random() * WAIT_MS * 2 ** (runs - 1));
      }
    }
  }

  async #once<Result>(work: (tx: Transaction) => Promise<Result>, { atOnce = false }: WriteOptions): Promise<Result> {
    const client = await this.#connect();
    const commit = newCommit();
    const last = atOnce ? commit.statement : undefined;
    const sender = new TransactionSender(client, { first: BEGIN, last, silenceMs: this.#silenceMs });
    const connection = new PostgresConnection(sender);
    const tx = boundKysely(connection, POSTGRES);
    try {
      const result = await work(tx);
      connection.end();
      if (connection.failure !== undefined) throw connection.failure;
      if (!sender.hasSentLast) sender.send(commit.statement);
      await commit.done;
      client.release();
      committed(tx);
      return result;
    } catch (error) {
      connection.end();
      sender.end(error);
      await this.#rollBack(client);
      const named = storeErrorOf(error);
      if (isUnwritable(named)) this.#refused.note(named);
      throw named;
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw storeErrorOf(error);
    }
  }

  /** A connection that cannot even do that is not used again. */
  async #rollBack(client: PoolClient): Promise<void> {
    const { error } = await new Promise<{ readonly error: unknown }>((resolve) => {
      const rollback: Sent = {
        ...BEGIN,
        name: 'rollback',
        text: 'rollback',
        reject: (failure) => resolve({ error: failure }),
      };
      client.query(new StatementBatch([rollback], (_, failure) => resolve({ error: failure }), this.#silenceMs));
    });
    client.release(error === undefined ? undefined : error instanceof Error ? error : true);
  }
}

/** A commit that may go before it is waited for. */
function newCommit(): { readonly statement: Sent; readonly done: Promise<void> } {
  let statement = { ...BEGIN, name: 'commit', text: 'commit' };
  const done = new Promise<Answered>((resolve, reject) => {
    statement = { ...statement, resolve, reject };
  }).then(({ command }) => {
    if (command !== 'COMMIT') throw new Error('The database rolled the transaction back.');
  });
  // Who waits for what goes before it hears first of what has failed.
  done.catch(() => {});
  return { statement, done };
}
