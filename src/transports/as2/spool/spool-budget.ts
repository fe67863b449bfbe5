import type { Spool, SpoolWriter } from './octets.js';

/** There is no room in the spool for what a request brings. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
  /** The request wants more than all requests together may have: it fits at no other time either. */
  readonly alone: boolean;

  constructor(alone: boolean, maxBytes: number) {
    const text = alone ? 'The transmission and what it unpacks to need' : 'The transmissions under way need';
    super(`${text} more than ${maxBytes} bytes. Raise limits.maxSpoolBytes if there is more room.`);
    this.alone = alone;
  }
}

/** How many bytes all requests together may have in the spool at once. */
export class SpoolBudget {
  readonly #maxBytes: number;
  #used = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The spool of one request. Its writers throw `SpoolFullError` before they write what there is no room for. */
  share(spool: Spool): Spool {
    let own = 0;
    const take = (bytes: number): void => {
      if (own + bytes > this.#maxBytes) throw new SpoolFullError(true, this.#maxBytes);
      if (this.#used + bytes > this.#maxBytes) throw new SpoolFullError(false, this.#maxBytes);
      own += bytes;
      this.#used += bytes;
    };
    const giveBack = (bytes: number): void => {
      own -= bytes;
      this.#used -= bytes;
    };
    return { create: async () => new CountedWriter(await spool.create(), take, giveBack) };
  }
}

class CountedWriter implements SpoolWriter {
  readonly #writer: SpoolWriter;
  readonly #take: (bytes: number) => void;
  readonly #giveBack: (bytes: number) => void;
  #held = 0;

  constructor(writer: SpoolWriter, take: (bytes: number) => void, giveBack: (bytes: number) => void) {
    this.#writer = writer;
    this.#take = take;
    this.#giveBack = giveBack;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#take(bytes.length);
    this.#held += bytes.length;
    await this.#writer.write(bytes);
  }

  finish(): ReturnType<SpoolWriter['finish']> {
    return this.#writer.finish();
  }

  async discard(): Promise<void> {
    const held = this.#held;
    this.#held = 0;
    try {
      await this.#writer.discard();
    } finally {
      this.#giveBack(held);
    }
  }
}
