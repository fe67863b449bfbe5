import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type InTurn, JoinedChunks } from '../joined-chunks.js';
import { LEAST_RATE, type LeastRate } from './least-rate.js';
import { type Pace, watchPace } from './watch-pace.js';

/** What a body ends with that does not come whole, in the words of the protocol that it is sent over. */
export interface BodyFaults {
  /** The client has left in the middle of it. */
  readonly left: () => Error;
  readonly tooSlow: () => Error;
  /** It has more bytes than the limit. */
  readonly tooLarge: () => Error;
}

export interface StreamTerms {
  readonly faults: BodyFaults;
  /** Asks a client for the body that sends none before (`Expect: 100-continue`): called when somebody begins to read. */
  readonly askForBody: () => void;
  /** Bytes on the wire. Default: any number. */
  readonly limit?: number | undefined;
  readonly leastRate?: LeastRate | undefined;
  /** Bodies in thousands of small chunks would keep others waiting: the next of them are read when it is their turn. Default: at once. */
  readonly inTurn?: InTurn | undefined;
}

/**
 * A body as it comes, no faster than it is read, and nothing of it kept: of any size, in constant memory. Nothing is asked of the client before
 * the first read. It ends in an error, never as if it were whole, where its client leaves or is too slow, or where it is over its limit.
 *
 * Whoever has read enough destroys it: the connection stays, and what still comes is thrown away elsewhere (`let-finish.ts`).
 */
export class StreamedBody extends Readable {
  readonly #request: IncomingMessage;
  readonly #terms: StreamTerms;
  readonly #joined: JoinedChunks;
  #bytes = 0;
  /** From the first read on. */
  #pace: Pace | undefined;
  #resumePace: (() => void) | undefined;
  /** What has ended it before anybody read: it is told then. */
  #failure: Error | undefined;
  /** Whoever reads has as much as they take for now. */
  #isFull = false;
  #isTurnAwaited = false;

  constructor(request: IncomingMessage, terms: StreamTerms) {
    super();
    this.#request = request;
    this.#terms = terms;
    this.#joined = new JoinedChunks(
      (chunk) => this.#give(chunk),
      () => this.#waitForTurn(),
    );
    // Whoever has given up does not listen any more, and a client may leave after that.
    this.on('error', () => undefined);
    // The client may have left while its key was looked up: there is no second event for that.
    if (request.closed) this.#left();
    else request.once('close', this.#left).on('error', this.#left);
  }

  override _read(): void {
    if (this.#pace === undefined) return this.#begin();
    this.#isFull = false;
    this.#goOn();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#pace?.end();
    this.#joined.drop();
    this.#request.off('data', this.#take).off('end', this.#end);
    if (!this.#request.readableEnded) this.#request.pause();
    done(error);
  }

  #begin(): void {
    const { faults, askForBody, leastRate = LEAST_RATE } = this.#terms;
    this.#pace = watchPace(this.#request, leastRate, () => this.#fail(faults.tooSlow()));
    if (this.#failure !== undefined) {
      this.destroy(this.#failure);
      return;
    }
    askForBody();
    if (this.#request.readableEnded) this.#end();
    else this.#request.on('data', this.#take).once('end', this.#end);
  }

  readonly #take = (chunk: Buffer): void => {
    const { limit = Number.POSITIVE_INFINITY, faults } = this.#terms;
    this.#bytes += chunk.length;
    if (this.#bytes > limit) this.#fail(faults.tooLarge());
    else this.#joined.add(chunk);
  };

  readonly #end = (): void => {
    this.#pace?.end();
    this.#joined.flush();
    this.push(null);
  };

  readonly #left = (): void => {
    if (!this.#request.readableEnded) this.#fail(this.#terms.faults.left());
  };

  #fail(error: Error): void {
    this.#failure ??= error;
    if (this.#pace !== undefined) this.destroy(this.#failure);
  }

  #give(chunk: Buffer): void {
    this.#isFull = !this.push(chunk);
    if (this.#isFull) this.#rest();
  }

  #waitForTurn(): void {
    const { inTurn = (work) => work() } = this.#terms;
    this.#isTurnAwaited = true;
    this.#rest();
    inTurn(() => {
      this.#isTurnAwaited = false;
      if (!this.destroyed) this.#goOn();
    });
  }

  /** Nothing is read of the client until there is room for it, and its account has its turn. */
  #rest(): void {
    this.#request.pause();
    this.#resumePace ??= this.#pace?.pause();
  }

  #goOn(): void {
    if (this.#isTurnAwaited || this.#isFull) return;
    this.#resumePace?.();
    this.#resumePace = undefined;
    this.#request.resume();
  }
}
