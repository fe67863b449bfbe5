import type { Socket } from 'node:net';
import type { SFTPWrapper } from 'ssh2';

/** A read or write that follows the one before it in the same file is done together with it, up to this many bytes. */
const TOGETHER = 1024 * 1024;
/** What a client may have sent ahead; then the connection is not read from. */
const MAX_REQUESTS = 512;
const MAX_BYTES = 4 * 1024 * 1024;
/** What may wait to be sent to a client that does not read. */
const MAX_UNSENT = 4 * 1024 * 1024;

/** Bytes of a file that are asked for or sent. */
export interface Transfer {
  readonly kind: 'read' | 'write';
  readonly id: number;
  readonly handle: Buffer;
  readonly offset: number;
  readonly length: number;
  /** What is to be written; none for a read. */
  readonly bytes: Buffer | undefined;
}

export interface Step {
  readonly kind: 'step';
  readonly run: () => Promise<void>;
}

export interface RequestQueueOptions {
  readonly sftp: SFTPWrapper;
  readonly socket: Socket;
  /** Reads no more from the client until what it gives is called. */
  readonly pause: () => () => void;
  /** Transfers that follow each other in one file; at least one. */
  readonly transfer: (transfers: readonly Transfer[]) => Promise<void>;
  /** Called for each thing done. */
  readonly worked: () => void;
}

/**
 * Does what a client asks for one after another, however much it sends ahead, and in bounded memory: who sends too far ahead is
 * not read from, and who does not read gets no more answers.
 */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #queue: (Transfer | Step)[] = [];
  #bytes = 0;
  #working = false;
  #goOn: (() => void) | undefined;
  #ended = false;
  #idle: (() => void)[] = [];

  constructor(options: RequestQueueOptions) {
    this.#options = options;
  }

  push(request: Transfer | Step): void {
    if (this.#ended) return;
    this.#queue.push(request);
    if (request.kind === 'write') this.#bytes += request.length;
    if (this.#isFull()) this.#goOn ??= this.#options.pause();
    if (!this.#working) {
      this.#working = true;
      // Whatever else is in the packet that was received comes into the queue first.
      setImmediate(() => this.#work());
    }
  }

  /** Forgets what was not begun. */
  end(): void {
    this.#ended = true;
    this.#queue.length = 0;
    this.#readOn();
  }

  get working(): boolean {
    return this.#working;
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    if (this.#working) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0 && !this.#ended) {
      await this.#untilSent();
      const first = this.#queue.shift();
      if (first === undefined || this.#ended) break;
      if (first.kind === 'step') await first.run();
      else await this.#together([first, ...this.#following(first)]);
      this.#options.worked();
      if (!this.#isFull()) this.#readOn();
    }
    this.#working = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** The library gives the socket three pieces for each packet; the answers to what is done together leave together. */
  async #together(transfers: readonly Transfer[]): Promise<void> {
    const { socket, transfer } = this.#options;
    socket.cork();
    try {
      await transfer(transfers);
    } finally {
      socket.uncork();
    }
  }

  #following(first: Transfer): readonly Transfer[] {
    let end = first.offset + first.length;
    let total = first.length;
    let count = 0;
    for (const next of this.#queue) {
      const follows =
        next.kind === first.kind &&
        next.offset === end &&
        next.handle.equals(first.handle) &&
        total + next.length <= TOGETHER;
      if (!follows) break;
      end += next.length;
      total += next.length;
      count++;
    }
    const transfers = this.#queue.splice(0, count);
    if (first.kind === 'write') this.#bytes -= total;
    // The narrowing of the loop does not reach what is cut out.
    return transfers as Transfer[];
  }

  #readOn(): void {
    this.#goOn?.();
    this.#goOn = undefined;
  }

  #isFull(): boolean {
    return this.#queue.length >= MAX_REQUESTS || this.#bytes >= MAX_BYTES;
  }

  /** The library has no event for it; a client that keeps up is never waited for. */
  async #untilSent(): Promise<void> {
    for (let wait = 2; unsentBytes(this.#options) > MAX_UNSENT && !this.#ended; wait = Math.min(100, wait * 2)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Bytes in the socket, in the channel behind its window, and behind an exchange of keys; the library reports none of the last two. */
function unsentBytes({ sftp, socket }: RequestQueueOptions): number {
  const { _buffer: inChannel, _protocol: protocol } = sftp as {
    readonly _buffer?: readonly Uint8Array[];
    readonly _protocol?: { readonly _queue?: readonly Uint8Array[] | undefined };
  };
  return socket.writableLength + bytesOf(inChannel) + bytesOf(protocol?._queue);
}

function bytesOf(pieces: readonly Uint8Array[] | undefined): number {
  let bytes = 0;
  if (Array.isArray(pieces)) for (const piece of pieces) bytes += piece.length;
  return bytes;
}
