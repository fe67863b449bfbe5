import { exchangeShares, type Granted, type ShareExchange, type ShareQuery } from './exchange-shares.js';
import { ShareRows, type Told } from './share-rows.js';

/** What the store is waited for. */
const STORE_MS = 2000;

export interface AskSharesOptions {
  readonly url: string;
  /** Runs statements in a transaction of the store: for when the connection of the pools is lost and cannot be had again. */
  readonly throughStore?: (<Result>(work: (query: ShareQuery) => Promise<Result>) => Promise<Result>) | undefined;
}

/** The ways to the shares in the database: a connection of their own, and the store where that is lost. */
export class AskShares {
  readonly #rows: ShareRows;
  readonly #throughStore: AskSharesOptions['throughStore'];
  #storeIsAsked = false;

  constructor({ url, throughStore }: AskSharesOptions, onTold: (told: Told) => void) {
    this.#rows = new ShareRows(url, { onTold });
    this.#rows.connect();
    this.#throughStore = throughStore;
  }

  /** As `ShareRows.exchange`. Rejects where neither way is open. */
  async exchange(say: () => ShareExchange): Promise<Granted> {
    try {
      return await this.#rows.exchange(say);
    } catch (error) {
      // A store that hangs is not asked twice at once: it has few connections.
      if (this.#throughStore === undefined || this.#storeIsAsked) throw error;
      return await this.#throughTheStore(this.#throughStore, say);
    }
  }

  close(): Promise<void> {
    return this.#rows.close();
  }

  async #throughTheStore(
    throughStore: NonNullable<AskSharesOptions['throughStore']>,
    say: () => ShareExchange,
  ): Promise<Granted> {
    this.#storeIsAsked = true;
    let isGivenUp = false;
    const asked = throughStore((query) =>
      exchangeShares(query, () => {
        // Nobody would take what it is granted.
        if (isGivenUp) throw new Error('The store has answered too late.');
        return say();
      }),
    ).finally(() => {
      this.#storeIsAsked = false;
    });
    try {
      return await within(STORE_MS, asked);
    } finally {
      isGivenUp = true;
    }
  }
}

/** @throws Error where the answer does not come in so many milliseconds. */
async function within<Result>(ms: number, asked: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The store has not answered in time.')), ms);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
