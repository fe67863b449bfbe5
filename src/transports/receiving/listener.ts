import type { AddressInfo, Server } from 'node:net';
import { X12Error } from '../../model/error.js';
import type { ServerTls } from '../network/server-tls.js';

/** Where a server is to listen. */
export interface ListenAt {
  /** 0 takes one that is free. */
  readonly port: number;
  /** Address of this machine. Default `127.0.0.1`, which nobody else reaches; `::` or `0.0.0.0` are all addresses. */
  readonly host?: string | undefined;
}

/** Where a server listens. */
export interface ListeningAt {
  readonly host: string;
  readonly port: number;
}

export interface CloseOptions {
  /** Milliseconds for what is under way; then it is cut. Default 10,000. */
  readonly grace?: number | undefined;
}

/** What the SFTP, FTPS and AS2 servers have in common. */
export interface ReceivingServer {
  /**
   * Resolves when clients can connect.
   * @throws X12Error `X12_OPTION_INVALID` for options that are none, or where it listens already; `X12_CONNECTION_INVALID` where the
   * port cannot be had.
   */
  listen(at: ListenAt): Promise<ListeningAt>;
  /** `undefined` while it does not listen. */
  address(): ListeningAt | undefined;
  /** Takes no more connections, ends the idle ones, lets the others finish for a while, and cuts what is left. */
  close(options?: CloseOptions): Promise<void>;
}

/** One at which users log in: over SFTP or FTPS. */
export interface LoginServer extends ReceivingServer {
  /**
   * Looks a user up now who was changed or removed: sessions of one who is not found any more, or has another `id` by now, are ended, idle
   * ones too. Resolves when they are. Without it that happens within `recheckMs`.
   */
  recheck(name: string): Promise<void>;
}

/** One that speaks TLS. */
export interface SecureReceivingServer extends ReceivingServer {
  /**
   * Shows another certificate to whoever connects from now on, as one that was renewed; sessions that are open go on with the one before.
   * @throws X12Error `X12_OPTION_INVALID` for one that cannot be used; the one before stays.
   */
  renewTls(tls: ServerTls): void;
}

export interface ListenerOptions {
  /** As it is called in errors: `SFTP`. */
  readonly protocol: string;
  readonly server: Server;
  /** Ends each connection on which nothing is under way; called again and again while the server closes. */
  readonly endIdle: () => void;
  /** Cuts every connection. */
  readonly cut: () => void;
}

const GRACE = 10_000;
/** Milliseconds between two looks for connections that became idle. */
const LOOK = 20;

/** The listening of one server, from the first connection to the last. */
export class Listener implements ReceivingServer {
  readonly #options: ListenerOptions;

  constructor(options: ListenerOptions) {
    this.#options = options;
    // Without a listener, an accept that fails for want of file descriptors would end the process.
    options.server.on('error', () => {});
  }

  async listen(at: ListenAt): Promise<ListeningAt> {
    const { protocol, server } = this.#options;
    const { port, host = '127.0.0.1' } = this.demandPlace(at);
    await new Promise<void>((resolve, reject) => {
      const failed = (cause: Error): void => {
        const text = `The ${protocol} server cannot listen on port ${port} of ${host}: it is taken, or not yours to take.`;
        reject(new X12Error('X12_CONNECTION_INVALID', text, { cause }));
      };
      server.once('error', failed);
      server.listen({ port, host }, () => {
        server.off('error', failed);
        resolve();
      });
    });
    const address = this.address();
    if (address === undefined) throw new X12Error('X12_CONNECTION_INVALID', `The ${protocol} server was closed.`);
    return address;
  }

  /** The place, checked: JavaScript lets a bare number through, which would mean any port there is. */
  demandPlace(at: ListenAt): ListenAt {
    const { protocol, server } = this.#options;
    const refuse = (text: string, option: string): never => {
      throw new X12Error('X12_OPTION_INVALID', `The ${protocol} server: ${text}`, { details: { option } });
    };
    const given: unknown = at;
    if (typeof given !== 'object' || given === null)
      refuse('listen takes { port, host }, such as { port: 2222 }.', 'at');
    const { port, host } = at;
    if (!Number.isInteger(port) || port < 0 || port > 65_535) refuse('port must be 0 to 65535.', 'port');
    if (host !== undefined && (typeof host !== 'string' || host === '')) refuse('host must be an address.', 'host');
    if (server.listening) refuse('it listens already.', 'at');
    return at;
  }

  address(): ListeningAt | undefined {
    const address: AddressInfo | string | null = this.#options.server.address();
    return typeof address === 'object' && address !== null ? { host: address.address, port: address.port } : undefined;
  }

  async close({ grace = GRACE }: CloseOptions = {}): Promise<void> {
    const { server, endIdle, cut } = this.#options;
    if (!server.listening) return;
    let open = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve())).then(() => {
      open = false;
    });
    for (const end = performance.now() + grace; open && performance.now() < end; ) {
      endIdle();
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LOOK))]);
    }
    cut();
    await closed;
  }
}
