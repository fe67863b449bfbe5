import { sql } from 'kysely';
import { Gatherer } from '../../gatherer.js';
import { committed } from '../after-commit.js';
import { boundKysely } from '../bound-kysely.js';
import { RefusedWrites } from '../refused-writes.js';
import { StoreError, type Transaction } from '../store.js';
import type { SqliteConnection } from './connection.js';
import { SQLITE } from './dialect.js';
import { WorkConnection } from './work-connection.js';

/** Transactions that share a commit, and with it the wait for the disk. */
const MAX_TOGETHER = 128;

const WAITED = 'A transaction waited for something outside of the store. Do that before, or after it.';

type Work = (tx: Transaction) => Promise<unknown>;

type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly tx: Transaction }
  | { readonly ok: false; readonly error: unknown };

/**
 * Runs transactions one after another, in the order they came, all that wait within one commit: each in a savepoint of its own, and
 * each answered after the commit. One queue for requests and jobs, so that neither starves the other.
 */
export class WriteQueue {
  readonly #connection: SqliteConnection;
  readonly #committed: (rows: number) => void;
  /** What one turn of the event loop has to write shares a commit, and so does what comes until the commit before has ended. */
  readonly #works = new Gatherer<Work, unknown>((take) => this.#together(take()), {
    begin: 'next-turn',
    next: 'next-turn',
    most: MAX_TOGETHER,
  });
  #closed = false;
  readonly #refused: RefusedWrites;

  /** @param committed learns of each commit how many rows it has changed. */
  constructor(
    connection: SqliteConnection,
    committed: (rows: number) => void = () => undefined,
    refused: RefusedWrites = new RefusedWrites(),
  ) {
    this.#connection = connection;
    this.#committed = committed;
    this.#refused = refused;
  }

  write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(new StoreError('closed', 'The store is closed.'));
    // A work is answered with what it gives itself.
    return this.#works.add(work) as Promise<Result>;
  }

  /** Writes something, where the disk has refused a write since it was last asked. @throws StoreError `unavailable` while it does. */
  async probe(): Promise<void> {
    if (!this.#refused.any) return;
    this.#refused.demandNoneLately();
    await this.write((tx) =>
      tx
        .updateTable('settings')
        .set({ value: sql.ref('value') })
        .execute(),
    );
    this.#refused.forget();
  }

  /** Resolves when all that waits is done; later writes are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#works.idle();
  }

  async #together(works: readonly Work[]): Promise<readonly unknown[]> {
    const outcomes: Outcome[] = [];
    try {
      this.#connection.begin();
      for (const work of works) outcomes.push(await this.#inSavepoint(work));
      this.#connection.run('commit');
    } catch (error) {
      this.#rollBack();
      if (isUnavailable(error)) this.#refused.note(error);
      throw error;
    }
    this.#committed(this.#connection.takeChanged());
    for (const outcome of outcomes) if (outcome.ok) committed(outcome.tx);
    return outcomes.map((outcome) => (outcome.ok ? outcome.value : Promise.reject(outcome.error)));
  }

  async #inSavepoint(work: Work): Promise<Outcome> {
    this.#connection.run('savepoint work');
    const connection = new WorkConnection(this.#connection);
    const tx = boundKysely(connection, SQLITE);
    try {
      const value = await this.#withoutWaiting(work(tx));
      connection.end();
      // PostgreSQL gives a transaction up with its first failure, so work that goes on after one is wrong here too.
      if (connection.failure !== undefined) throw connection.failure;
      this.#connection.run('release work');
      return { ok: true, value, tx };
    } catch (error) {
      connection.end();
      // SQLite has given up the transaction of all, or is about to.
      if (isUnavailable(error)) throw error;
      this.#connection.run('rollback to work');
      this.#connection.run('release work');
      return { ok: false, error };
    }
  }

  /**
   * Queries are done by the time they return, or wait for a turn of the event loop after many, so honest work settles before one that
   * nothing of the store waits for. Work that does not waits for a network, a file or another transaction, and with it would wait all
   * who write.
   */
  async #withoutWaiting<Result>(work: Promise<Result>): Promise<Result> {
    let turn: NodeJS.Immediate | undefined;
    const waited = new Promise<never>((_, reject) => {
      const look = (): void => {
        if (this.#connection.isResting) turn = setImmediate(look);
        else reject(new StoreError('waited', WAITED));
      };
      turn = setImmediate(look);
    });
    try {
      return await Promise.race([work, waited]);
    } finally {
      clearImmediate(turn);
    }
  }

  #rollBack(): void {
    try {
      this.#connection.run('rollback');
    } catch {
      // SQLite has rolled back by itself: a full disk, for one.
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'unavailable';
}
