import { mayHelpAgain } from '../../../delivery/retry.js';
import { transportError } from '../../../delivery/transport-error.js';
import { demandPublicHost } from '../../network/public-address.js';
import type { TlsTrust } from '../../network/tls-trust.js';
import type { Partnership } from '../agreement/partnership.js';
import { postReceipt } from './post-receipt.js';
import type { Reception, Receptions } from './reception-record.js';

export interface PostReceiptsOptions {
  /** `elsewhere`: it posts nothing; whoever keeps the journal does. */
  readonly post: 'here' | 'elsewhere';
  readonly receptionsOf: (partnership: Partnership) => Receptions;
  /** Of all partnerships, where they share a journal: `resume` reads it. */
  readonly receptions: Receptions | undefined;
  readonly partnershipOf: (from: string, to: string) => Promise<Partnership | undefined>;
  readonly trust?: TlsTrust | undefined;
  /** Only public addresses, beside the partner's own. */
  readonly publicOnly: boolean;
  /** Posts of one receipt, in one process. */
  readonly attempts: number;
  /** Milliseconds to the second attempt; each wait is twice the one before. */
  readonly delayMs: number;
  readonly connectMs: number;
  readonly idleMs: number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onFailure: (reception: Reception, error: unknown) => void;
}

/** Posts the receipts that do not go out with the answer of HTTP, again and again until the partner has them. */
export class PostReceipts {
  readonly #options: PostReceiptsOptions;
  readonly #running = new Map<string, Promise<boolean>>();

  constructor(options: PostReceiptsOptions) {
    this.#options = options;
  }

  get isHere(): boolean {
    return this.#options.post === 'here';
  }

  /** True where a receipt may go: where the partner receives, or any public address. */
  allows(url: string, partnership: Partnership): boolean {
    try {
      if (this.#isPublicOnly(url, partnership)) demandPublicHost(new URL(url));
      return true;
    } catch {
      return false;
    }
  }

  /** True once the partner has it. Never rejects; one at a time for each receipt. */
  send(reception: Reception): Promise<boolean> {
    // Its own Message-ID: the receipt of a later attempt is another one.
    const key = reception.mdn?.headers.find(([name]) => name === 'Message-ID')?.[1] ?? '';
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const sending = this.#sendAgain(reception)
      .catch((error: unknown) => {
        this.#options.onFailure(reception, error);
        return false;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, sending);
    return sending;
  }

  /** Sends what the journal says was not sent. @returns how many the partners have now. */
  async resume(): Promise<number> {
    const { receptions } = this.#options;
    if (!this.isHere || receptions === undefined) return 0;
    let sent = 0;
    for await (const reception of receptions.unsent()) if (await this.send(reception)) sent++;
    return sent;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #sendAgain(reception: Reception): Promise<boolean> {
    const { attempts, delayMs, wait, signal } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#sendOnce(reception);
        return true;
      } catch (error) {
        if (attempt >= attempts || signal.aborted || !mayHelpAgain(error)) throw error;
        await wait(delayMs * 2 ** (attempt - 1), signal);
      }
    }
  }

  async #sendOnce(reception: Reception): Promise<void> {
    const { partnershipOf, receptionsOf, trust, connectMs, idleMs, signal } = this.#options;
    const partnership = await partnershipOf(reception.from, reception.to);
    if (reception.unsentTo === undefined || partnership === undefined) {
      throw transportError('address-refused', { at: 'The partnership of the receipt is gone' });
    }
    const publicOnly = this.#isPublicOnly(reception.unsentTo, partnership);
    await postReceipt(reception, { trust, publicOnly, connectMs, idleMs, signal });
    await receptionsOf(partnership).noteMdnSent(reception);
  }

  /** A sender names the address itself, so that it could point anywhere in our own network. */
  #isPublicOnly(url: string, partnership: Partnership): boolean {
    if (!this.#options.publicOnly) return false;
    return partnership.url === undefined || new URL(partnership.url).origin !== new URL(url).origin;
  }
}
