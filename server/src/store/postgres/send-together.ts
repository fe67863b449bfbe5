import type { PoolClient } from 'pg';
import { Gatherer } from '../../gatherer.js';
import { type Sent, StatementBatch } from './statement-batch.js';

/** What runs a statement. */
export interface Sender {
  send(statement: Sent): void;
}

/**
 * Sends the statements of a transaction: those that wait for nothing but each other's order go together, and what is asked while
 * they are under way goes together after them. A tick ends when the queue of microtasks is empty, and all that the work asks at once
 * has been asked by then.
 */
export class TransactionSender implements Sender {
  readonly #client: PoolClient;
  readonly #silenceMs: number | undefined;
  readonly #statements = new Gatherer<Sent>((take) => this.#together(take()), {
    begin: 'end-of-tick',
    next: 'end-of-tick',
  });
  #first: Sent | undefined;
  #ended: { readonly error: unknown } | undefined;

  /** @param options `first` goes ahead of all others, with the first of them; `silenceMs`: as of `StatementBatch`. */
  constructor(
    client: PoolClient,
    { first, silenceMs }: { readonly first: Sent; readonly silenceMs?: number | undefined },
  ) {
    this.#client = client;
    this.#silenceMs = silenceMs;
    this.#first = first;
  }

  /** Each statement is answered by its own promise, as soon as its answer is there. */
  send(statement: Sent): void {
    void this.#statements.add(statement);
  }

  /** Nothing more is sent; what still waits is refused with the error. */
  end(error: unknown): void {
    this.#ended = { error };
  }

  async #together(given: readonly Sent[]): Promise<readonly undefined[]> {
    const statements = this.#first === undefined ? given : [this.#first, ...given];
    this.#first = undefined;
    const { unanswered, error } = this.#ended === undefined ? await this.#run(statements) : refused(given, this.#ended);
    // The transaction is over, and what stood behind the failure with it.
    for (const { reject } of unanswered) reject(error);
    return given.map(() => undefined);
  }

  #run(statements: readonly Sent[]): Promise<Unanswered> {
    return new Promise((resolve) => {
      const onEnd = (unanswered: readonly Sent[], error: unknown): void => resolve({ unanswered, error });
      this.#client.query(new StatementBatch(statements, onEnd, this.#silenceMs));
    });
  }
}

interface Unanswered {
  readonly unanswered: readonly Sent[];
  readonly error: unknown;
}

function refused(unanswered: readonly Sent[], { error }: { readonly error: unknown }): Unanswered {
  return { unanswered, error };
}
