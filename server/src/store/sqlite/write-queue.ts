import type { Kysely } from 'kysely';
import { StoreError, type Transaction } from '../store.js';
import type { Tables } from '../tables.js';
import type { SqliteConnection } from './connection.js';

/** Transactions that share a commit, and with it the wait for the disk. */
const MAX_TOGETHER = 128;

interface Waiting {
  readonly work: (tx: Transaction) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown };

/**
 * Runs transactions one after another, in the order they came, all that wait within one commit: each in a savepoint of its own, and
 * each answered after the commit. One queue for requests and jobs, so that neither starves the other.
 */
export class WriteQueue {
  readonly #connection: SqliteConnection;
  readonly #db: Kysely<Tables>;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(connection: SqliteConnection, db: Kysely<Tables>) {
    this.#connection = connection;
    this.#db = db;
  }

  write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(new StoreError('closed', 'The store is closed.'));
    const { promise, resolve, reject } = deferred<Result>();
    // What the work gives is what its own promise is told.
    this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
    this.#running ??= this.#run();
    return promise;
  }

  /** Resolves when all that waits is done; later writes are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // What else this turn of the event loop has to write joins the commit.
    await nextTurn();
    while (this.#waiting.length > 0) {
      await this.#together(this.#waiting.splice(0, MAX_TOGETHER));
      await nextTurn();
    }
    this.#running = undefined;
  }

  async #together(works: readonly Waiting[]): Promise<void> {
    const outcomes: Outcome[] = [];
    try {
      this.#connection.run('begin immediate');
      for (const { work } of works) outcomes.push(await this.#inSavepoint(work));
      this.#connection.run('commit');
    } catch (error) {
      this.#rollBack();
      for (const { reject } of works) reject(error);
      return;
    }
    works.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome?.ok) resolve(outcome.value);
      else reject(outcome?.error);
    });
  }

  async #inSavepoint(work: Waiting['work']): Promise<Outcome> {
    this.#connection.run('savepoint work');
    this.#connection.failure = undefined;
    try {
      const value = await withoutWaiting(work(this.#db));
      // PostgreSQL gives a transaction up with its first failure, so work that goes on after one is wrong here too.
      if (this.#connection.failure !== undefined) throw this.#connection.failure;
      this.#connection.run('release work');
      return { ok: true, value };
    } catch (error) {
      this.#connection.run('rollback to work');
      this.#connection.run('release work');
      return { ok: false, error };
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

/**
 * Queries are done by the time they return, so honest work settles before the event loop turns. Work that does not waits for a
 * network, a file or another transaction, and with it would wait all who write.
 */
async function withoutWaiting<Result>(work: Promise<Result>): Promise<Result> {
  let turn: NodeJS.Immediate | undefined;
  const waited = new Promise<never>((_, reject) => {
    turn = setImmediate(() => {
      reject(
        new StoreError(
          'waited',
          'A transaction waited for something outside of the store. Do that before, or after it.',
        ),
      );
    });
  });
  try {
    return await Promise.race([work, waited]);
  } finally {
    clearImmediate(turn);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function deferred<Result>() {
  let resolve: (value: Result) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<Result>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
