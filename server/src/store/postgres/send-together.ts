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
  readonly #last: Sent | undefined;
  #hasSentLast = false;
  #ended: { readonly error: unknown } | undefined;

  /** @param options `first` goes ahead of all others, with the first of them, and `last` behind these; `silenceMs`: as of `StatementBatch`. */
  constructor(
    client: PoolClient,
    {
      first,
      last,
      silenceMs,
    }: { readonly first: Sent; readonly last?: Sent | undefined; readonly silenceMs?: number | undefined },
  ) {
    this.#client = client;
    this.#silenceMs = silenceMs;
    this.#first = first;
    this.#last = last;
  }

  /** Whether the transaction was sent to its end, and takes nothing more. */
  get hasSentLast(): boolean {
    return this.#hasSentLast;
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
    const { unanswered, error } =
      this.#ended === undefined ? await this.#run(this.#framed(given)) : refused(given, this.#ended);
    // The transaction is over, and what stood behind the failure with it.
    for (const { reject } of unanswered) reject(error);
    return given.map(() => undefined);
  }

  #framed(given: readonly Sent[]): readonly Sent[] {
    const first = this.#first === undefined ? [] : [this.#first];
    this.#first = undefined;
    // A work that has asked nothing is ended by hand.
    if (this.#last === undefined || given.includes(this.#last)) return [...first, ...given];
    this.#hasSentLast = true;
    // What came now would be no part of the transaction.
    this.end(new Error('Such a work asks all it asks at once.'));
    return [...first, ...given, this.#last];
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
