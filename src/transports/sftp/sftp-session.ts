import type { Socket } from 'node:net';
import type { SFTPWrapper } from 'ssh2';
import { abortedError } from '../../delivery/aborted.js';
import { transportError } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { isX12Error, type X12Error } from '../../model/error.js';
import { TRUSTED_REST, WAKE_ANSWER } from '../files/remote-files.js';
import { type LeastRate, RateWatch, type RateWatchOptions } from '../network/least-rate.js';
import { ignoreAfterError } from './ignore-after-error.js';
import { type SftpStep, statusReason } from './status-reasons.js';

interface Request {
  readonly at: string;
  readonly reject: (error: X12Error) => void;
}

export interface SessionTimes extends LeastRate {
  /** Milliseconds without progress of a request. */
  readonly stallTimeout: number;
  /** Milliseconds between signs of life while nothing is asked; 0: none. */
  readonly keepaliveInterval: number;
}

/** Bytes that leave for the network, or come by a transfer, in the time of the watchdog; signs of life alone are fewer. */
const PROGRESS = 4096;

/**
 * Requests on one SFTP channel, each of which ends: with the server's answer, with the death of the connection, or when nothing
 * moves for too long. The first cause of death is the one reported.
 */
export class SftpSession {
  readonly sftp: SFTPWrapper;
  readonly #socket: Socket;
  readonly #pending = new Set<Request>();
  readonly #watchdog: NodeJS.Timeout;
  readonly #keepalive: NodeJS.Timeout | undefined;
  #rested = 0;
  readonly #least: LeastRate;
  #transfers = 0;
  #sent = 0;
  #received = 0;
  #gathering = false;
  #death: { readonly reason: TransportReason; readonly cause: unknown } | undefined;

  constructor(sftp: SFTPWrapper, socket: Socket, { stallTimeout, keepaliveInterval, ...least }: SessionTimes) {
    this.sftp = sftp;
    this.#least = least;
    this.#socket = socket;
    this.#watchdog = setTimeout(() => this.#look(), stallTimeout).unref();
    // The library's own signs of life would keep the process alive for as long as the session rests.
    if (keepaliveInterval > 0) {
      const live = () => void (this.#pending.size === 0 && this.#answers());
      this.#keepalive = setInterval(live, keepaliveInterval).unref();
    }
    ignoreAfterError(sftp);
    sftp.on('error', (cause: Error) => this.die('connection-lost', cause));
    sftp.on('close', () => this.die('connection-lost'));
    socket.on('error', (cause) => this.die('connection-lost', cause));
    socket.on('close', () => this.die('connection-lost'));
  }

  get dead(): boolean {
    return this.#death !== undefined;
  }

  /** Bytes that came over the connection. */
  get received(): number {
    return this.#socket.bytesRead;
  }

  /** Bytes that have left for the network. */
  get sent(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength;
  }

  /** Watches a transfer until `end` is called; the connection ends where it is too slow. */
  watchRate(of: Pick<RateWatchOptions, 'moved' | 'lump'>): { readonly rate: RateWatch; readonly end: () => void } {
    const rate = new RateWatch({ ...this.#least, ...of, tooSlow: (error) => this.die('stalled', error) });
    this.#transfers++;
    const end = () => {
      this.#transfers--;
      rate.end();
    };
    return { rate, end };
  }

  /** Sends one request. `path` and the step are named in the error. */
  request<T>(step: SftpStep, path: string, start: (callback: (error: unknown, value: T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const at = `${step} ${path}`;
      if (this.#death !== undefined) return reject(this.#deathOf(at));
      if (this.#pending.size === 0) this.#watchdog.refresh();
      const request = { at, reject };
      this.#pending.add(request);
      const answered = (error: unknown, value: T) => {
        if (!this.#pending.delete(request)) return;
        this.#watchdog.refresh();
        if (error === undefined || error === null) resolve(value);
        else reject(this.#refusalOf(step, at, error));
      };
      this.#gather();
      try {
        start(answered);
      } catch (cause) {
        answered(cause, undefined as T);
      }
    });
  }

  /**
   * The library gives the socket three pieces for each packet of 32 KiB, of 4 bytes, the packet, and 16. Held back until the
   * end of the turn they leave together, instead of each in a segment of its own.
   */
  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    this.#socket.cork();
    process.nextTick(() => {
      this.#gathering = false;
      this.#socket.uncork();
    });
  }

  /** Runs steps that the signal ends together with the connection: a request that was sent cannot be taken back. */
  async during<T>(signal: AbortSignal | undefined, steps: () => Promise<T>): Promise<T> {
    const end = this.endOn(signal);
    try {
      return await steps();
    } finally {
      end();
    }
  }

  /** Ends the connection when the signal comes, until what it gives is called. @throws X12Error `X12_ABORTED`. */
  endOn(signal: AbortSignal | undefined): () => void {
    if (signal === undefined) return () => {};
    if (signal.aborted) throw abortedError(signal?.reason);
    const onAbort = () => this.die('closed', abortedError(signal?.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    return () => signal.removeEventListener('abort', onAbort);
  }

  /** As `RemoteFiles` says. */
  rest(): void {
    this.#rested = performance.now();
    this.#socket.unref();
  }

  /** As `RemoteFiles` says. */
  async wake(): Promise<boolean> {
    this.#socket.ref();
    if (performance.now() - this.#rested < TRUSTED_REST) return !this.dead;
    const late = setTimeout(() => this.die('timed-out'), WAKE_ANSWER);
    try {
      return await this.#answers();
    } finally {
      clearTimeout(late);
    }
  }

  /** Any answer will do. Without one the watchdog ends the connection. */
  async #answers(): Promise<boolean> {
    await this.request('stat', '.', (done) => this.sftp.realpath('.', done)).catch(() => undefined);
    return !this.dead;
  }

  /** Takes no more requests, and leaves the connection to be ended politely. */
  retire(): void {
    this.#end('closed', undefined);
  }

  /** Cuts the connection. */
  die(reason: TransportReason, cause?: unknown): void {
    this.#end(reason, cause);
    this.#socket.destroy();
  }

  #end(reason: TransportReason, cause: unknown): void {
    if (this.#death !== undefined) return;
    this.#death = { reason, cause };
    clearTimeout(this.#watchdog);
    clearInterval(this.#keepalive);
    for (const { at, reject } of this.#pending) reject(this.#deathOf(at));
    this.#pending.clear();
  }

  #deathOf(at: string): X12Error {
    const { reason, cause } = this.#death ?? { reason: 'connection-lost', cause: undefined };
    if (isX12Error(cause) && cause.code === 'X12_ABORTED') return cause;
    return transportError(reason, { at, cause });
  }

  #refusalOf(step: SftpStep, at: string, error: unknown): X12Error {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    // Without a code it is the library that found the answer wrong, or the channel gone.
    if (typeof code !== 'number') {
      const gone = /no response from server|not connected|channel/i.test(String(message));
      return transportError(gone ? 'connection-lost' : 'protocol-broken', { at, cause: error });
    }
    const reason = statusReason(step, code, String(message));
    return transportError(reason, { at, cause: error, details: { status: code } });
  }

  #look(): void {
    const { sent, received } = this;
    // Many reads at once may all be answered in part before the first of them is whole.
    const came = this.#transfers > 0 && received - this.#received >= PROGRESS;
    const moved = came || sent - this.#sent >= PROGRESS;
    this.#sent = sent;
    this.#received = received;
    if (this.#pending.size === 0 || moved) {
      this.#watchdog.refresh();
      return;
    }
    this.die('stalled');
  }
}

/** What `done` of a request takes, for calls that answer with an error or nothing. */
export function toDone(done: (error: unknown, value: undefined) => void): (error?: Error | null) => void {
  return (error) => done(error, undefined);
}
