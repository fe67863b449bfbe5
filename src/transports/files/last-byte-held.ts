import { transportError } from '../../delivery/transport-error.js';

/**
 * Passes bytes on, but keeps the last one back until `beforeLast` has resolved: who reads cannot have them all before that. Of nothing at all,
 * `beforeLast` is waited for by {@link begin}.
 */
export class LastByteHeld {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #beforeLast: () => Promise<void>;
  #before: Promise<void> | undefined;
  #stopped = false;
  /** The last byte was let go, or is about to be. */
  whole = false;
  /** What the source or `beforeLast` threw, to tell it from what the reader did. */
  failure: { readonly error: unknown } | undefined;

  constructor(source: AsyncIterable<Uint8Array>, beforeLast: () => Promise<void>) {
    this.#pieces = source[Symbol.asyncIterator]();
    this.#beforeLast = beforeLast;
  }

  /** Reads the first piece. @returns the bytes, to be read once. */
  async begin(): Promise<AsyncIterable<Uint8Array>> {
    const first = await this.#next();
    if (first === undefined) await this.#letGo();
    return this.#rest(first);
  }

  /**
   * Nothing more is let go, however long the reader goes on by itself. Waits for `beforeLast` where that has begun.
   * @returns whether it has, and the last byte was kept back all the same.
   */
  async stop(): Promise<boolean> {
    this.#stopped = true;
    await this.#before?.catch(() => undefined);
    return this.#before !== undefined && !this.whole;
  }

  async *#rest(first: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
    let last: Uint8Array | undefined;
    try {
      for (let piece = first; piece !== undefined; piece = await this.#next()) {
        if (last !== undefined) yield last;
        if (piece.length > 1) yield piece.subarray(0, -1);
        // Copied: the source may use its memory anew for the next piece.
        last = piece.slice(-1);
      }
      if (last === undefined) return;
      await this.#letGo();
      yield last;
    } finally {
      if (!this.whole && this.failure === undefined) await this.#pieces.return?.();
    }
  }

  /** The next piece that is not empty; `undefined` after the last. */
  async #next(): Promise<Uint8Array | undefined> {
    return this.#noting(async () => {
      for (;;) {
        const next = await this.#pieces.next();
        if (next.done) return undefined;
        if (next.value.length > 0) return next.value;
      }
    });
  }

  #letGo(): Promise<void> {
    return this.#noting(async () => {
      this.#demandGoing();
      this.#before = this.#beforeLast();
      await this.#before;
      this.#demandGoing();
      this.whole = true;
    });
  }

  async #noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  #demandGoing(): void {
    if (this.#stopped) throw transportError('closed', { at: 'The delivery was over before its bytes were read' });
  }
}
