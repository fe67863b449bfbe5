import type { Client } from 'basic-ftp';
import { TRUSTED_REST, WAKE_ANSWER } from '../files/remote-files.js';

export interface AtRestOptions {
  readonly client: Client;
  /** Milliseconds between signs of life; 0: none. */
  readonly keepalive: number;
  /** Asks for nothing, in turn with what else is asked; `undefined` where it failed. */
  readonly askNothing: () => Promise<{ readonly code: number } | undefined>;
}

/** A control connection on which nothing is asked: kept from being ended by server and firewalls, and looked at before it is used. */
export class AtRest {
  readonly #options: AtRestOptions;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  constructor(options: AtRestOptions) {
    this.#options = options;
  }

  /** From now on, a sign of life now and then. */
  begin(): void {
    const { client, keepalive } = this.#options;
    this.end();
    if (keepalive === 0 || client.closed) return;
    this.#timer = setTimeout(() => void this.#ask(), keepalive).unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** As `RemoteFiles` says. */
  rest(): void {
    this.#since = performance.now();
    this.#options.client.ftp.socket.unref();
  }

  /** As `RemoteFiles` says. */
  async wake(): Promise<boolean> {
    const { client } = this.#options;
    client.ftp.socket.ref();
    if (performance.now() - this.#since < TRUSTED_REST) return !client.closed;
    const late = setTimeout(() => client.close(), WAKE_ANSWER);
    try {
      await this.#ask();
    } finally {
      clearTimeout(late);
    }
    return !client.closed;
  }

  /** Any answer will do, but 421: the server is about to close. */
  async #ask(): Promise<void> {
    const { client, askNothing } = this.#options;
    if ((await askNothing())?.code === 421) client.close();
  }
}
