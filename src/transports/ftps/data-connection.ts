import { connect, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { Client, FTPContext } from 'basic-ftp';
import { transportError } from '../../delivery/transport-error.js';
import { isReply } from './ftps-error.js';
import type { FtpsSettings } from './ftps-options.js';

export interface DataConnection {
  readonly data: TLSSocket;
  /** Resolves when the handshake is done. */
  readonly secured: Promise<void>;
}

interface Target {
  readonly host: string;
  readonly port: number;
}

/**
 * Opens data connections in passive mode. The TLS session of the control connection is resumed on each: servers demand it, and it
 * proves to both sides that the same two are talking. TLS 1.3 tickets are good for one use, so the newest is kept.
 */
export class DataConnections {
  readonly #ftp: FTPContext;
  readonly #settings: FtpsSettings;
  #extended: boolean;
  /** Made once: certificates are read and checked while it is made, which costs as much as a handshake. */
  #context: SecureContext | undefined;

  constructor(client: Client, settings: FtpsSettings) {
    this.#ftp = client.ftp;
    this.#settings = settings;
    this.#extended = settings.passive.command !== 'pasv';
  }

  /**
   * Connected, and what begins the handshake: to be called when the command for the transfer is on its way, which some servers want to
   * see first, and which the server works on while we work on the handshake.
   */
  async open(): Promise<() => DataConnection> {
    const raw = await connectTo(await this.#target(), this.#settings.connectTimeout);
    return () => this.#secure(raw);
  }

  #secure(raw: Socket): DataConnection {
    const ftp = this.#ftp;
    const session = ftp.tlsSessionStore ?? this.#controlSession();
    this.#context ??= createSecureContext(ftp.tlsOptions);
    const secureContext = this.#context;
    const secure = connectTls({
      ...ftp.tlsOptions,
      secureContext,
      socket: raw,
      ...(session === undefined ? {} : { session }),
    });
    secure.on('session', (ticket) => {
      ftp.tlsSessionStore = ticket;
    });
    // Whoever transfers listens as well; this one keeps an error between two listeners from ending the process.
    secure.on('error', () => {});
    const secured = new Promise<void>((resolve, reject) => {
      secure.once('secureConnect', resolve);
      secure.once('error', reject);
      secure.once('close', () => reject(new Error('The data connection was closed.')));
    });
    secured.catch(() => {});
    return { data: secure, secured };
  }

  #controlSession(): Buffer | undefined {
    const socket = this.#ftp.socket;
    return 'getSession' in socket ? socket.getSession() : undefined;
  }

  async #target(): Promise<Target> {
    if (this.#extended) {
      try {
        const { message } = await this.#ftp.request('EPSV');
        // IBM i writes ! for |.
        const port = Number(/[|!]{3}(\d{1,5})[|!]/.exec(message)?.[1]);
        if (!isPort(port)) throw new Error("Can't parse the answer to EPSV.");
        return { host: this.#settings.passive.address ?? this.#controlHost(), port };
      } catch (error) {
        if (!isReply(error) || error.code < 500) throw error;
        this.#extended = false;
      }
    }
    const { message } = await this.#ftp.request('PASV');
    const numbers = /(?<!\d)(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3})(?!\d)/
      .exec(message)
      ?.slice(1, 7)
      .map(Number);
    const [a = 256, b = 256, c = 256, d = 256, high = 256, low = 256] = numbers ?? [];
    const port = high * 256 + low;
    if (numbers === undefined || numbers.some((number) => number > 255) || !isPort(port)) {
      throw new Error("Can't parse the answer to PASV.");
    }
    return { host: this.#hostFor(`${a}.${b}.${c}.${d}`), port };
  }

  /** A server that sends us elsewhere could make us connect to any machine that we can reach. */
  #hostFor(named: string): string {
    const { address, allowSeparateTransferHost = false } = this.#settings.passive;
    if (address !== undefined) return address;
    const control = this.#controlHost();
    if (allowSeparateTransferHost || named === control || (isLoopback(named) && isLoopback(control))) return named;
    throw transportError('address-refused', {
      at: 'The server wants data to go to another address than that of the control connection',
      details: { options: ['passive.address', 'passive.allowSeparateTransferHost'] },
    });
  }

  #controlHost(): string {
    const host = this.#ftp.socket.remoteAddress;
    if (host === undefined) throw new Error('The control connection is closed.');
    return host.replace(/^::ffff:(?=\d+\.)/i, '');
  }
}

function connectTo(target: Target, timeout: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(target);
    socket.setTimeout(timeout, () =>
      socket.destroy(Object.assign(new Error('No answer at the data port.'), { code: 'ETIMEDOUT' })),
    );
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.setNoDelay(true);
      // TLS listens later; between the two an error must not end the process.
      socket.off('error', reject).on('error', () => {});
      resolve(socket);
    });
  });
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port > 0 && port < 65536;
}

function isLoopback(host: string): boolean {
  return host === '::1' || host.startsWith('127.');
}
