import { networkOf } from '../../receiving/network-of.js';
import type { Spool, SpoolWriter } from './octets.js';

export interface SpoolBudgetLimits {
  /** Bytes in the spool at once, of all requests together: bodies, and what is decrypted and unpacked from them. Default 16 GiB. */
  readonly maxSpoolBytes: number;
  /** Those of requests from one address (IPv6: one /64). Default 8 GiB. */
  readonly maxSpoolBytesPerAddress: number;
}

/** There is no room in the spool for what a request brings. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
  /** The request wants more than may ever be there for it: it fits at no other time either. */
  readonly alone: boolean;

  constructor(limit: keyof SpoolBudgetLimits, maxBytes: number, alone: boolean) {
    const text = alone ? 'The transmission and what it unpacks to need' : 'The transmissions under way need';
    super(`${text} more than ${maxBytes} bytes. Raise limits.${limit} if there is more room.`);
    this.alone = alone;
  }
}

/** How many bytes the requests of one endpoint may have in the spool at once. */
export class SpoolBudget {
  readonly #limits: SpoolBudgetLimits;
  readonly #addresses = new Map<string, number>();
  #all = 0;

  constructor(limits: SpoolBudgetLimits) {
    this.#limits = limits;
  }

  /** The spool of one request. Its writers throw `SpoolFullError` before they write what there is no room for. */
  share(spool: Spool, address: string | undefined): Spool {
    const key = address === undefined ? '' : networkOf(address);
    let own = 0;
    const demand = (limit: keyof SpoolBudgetLimits, held: number, bytes: number): void => {
      const max = this.#limits[limit];
      if (held + bytes > max) throw new SpoolFullError(limit, max, own + bytes > max);
    };
    const take = (bytes: number): void => {
      demand('maxSpoolBytesPerAddress', this.#addresses.get(key) ?? 0, bytes);
      demand('maxSpoolBytes', this.#all, bytes);
      own += bytes;
      this.#add(key, bytes);
    };
    const giveBack = (bytes: number): void => {
      own -= bytes;
      this.#add(key, -bytes);
    };
    return { create: async () => new CountedWriter(await spool.create(), take, giveBack) };
  }

  #add(key: string, bytes: number): void {
    this.#all += bytes;
    const held = (this.#addresses.get(key) ?? 0) + bytes;
    if (held === 0) this.#addresses.delete(key);
    else this.#addresses.set(key, held);
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
