import type { PoolClient } from 'pg';
import { type Sent, StatementBatch } from './statement-batch.js';

/** What runs a statement. */
export interface Sender {
  send(statement: Sent): void;
}

/**
 * Sends the statements of a transaction: those that wait for nothing but each other's order go together, and what is asked while
 * they are under way goes together after them.
 */
export class TransactionSender implements Sender {
  readonly #client: PoolClient;
  #waiting: Sent[];
  /** A batch is under way, or will be when this turn of the event loop ends. */
  #busy = false;
  #ended = false;

  /** @param first goes ahead of all others, with the first of them. */
  constructor(client: PoolClient, first: Sent) {
    this.#client = client;
    this.#waiting = [first];
  }

  send(statement: Sent): void {
    this.#waiting.push(statement);
    if (this.#busy) return;
    this.#busy = true;
    // The queue of microtasks is empty by then, and all that the work asks at once has been asked.
    process.nextTick(() => this.#flush());
  }

  /** Nothing more is sent; what still waits is refused with the error. */
  end(error: unknown): void {
    this.#ended = true;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #flush(): void {
    this.#busy = !this.#ended && this.#waiting.length > 0;
    if (!this.#busy) return;
    const batch = new StatementBatch(this.#waiting.splice(0), (unanswered, error) => {
      // The transaction is over, and what stood behind the failure with it.
      for (const { reject } of unanswered) reject(error);
      this.#flush();
    });
    this.#client.query(batch);
  }
}
