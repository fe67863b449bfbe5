import type { Socket } from 'node:net';
import type { Client, Connection } from 'ssh2';

/** Bytes that a client sends until it has logged in: an exchange of keys, some names of keys, some passwords. */
const MAX_BEFORE_LOGIN = 256 * 1024;
/** What may wait to be sent while the peer is read from; answers to what is no request for files have no other limit. */
const MAX_UNSENT = 1024 * 1024;
/** Milliseconds between two looks whether the peer has read. */
const LOOK = 1;
/** Packets that the library holds back until keys are exchanged anew, which the peer alone can end. */
const MAX_HELD = 2_000;
/** Milliseconds of work on what came at once, after which others have their turn. */
const LONG_TURN = 5;

/** What the library keeps to itself of a connection; looked at before it is used, as it may be gone in the next version. */
interface Inside {
  readonly _protocol?: { readonly _queue?: readonly Uint8Array[] | undefined };
}

export interface InflowOptions {
  readonly socket: Socket;
  /** The library's, of either side. */
  readonly connection: Client | Connection;
  /** Bytes that may wait to be sent while more is read. Default 1 MiB; who sends files has more on its way. */
  readonly maxUnsent?: number | undefined;
  readonly loggedIn: () => boolean;
  /** Ends the connection. */
  readonly tooMuch: (text: string) => void;
}

/**
 * What comes in over one connection. The library works on all of it at once and answers, whether the peer reads the answers or not; so
 * the peer is read from no faster than it reads, than others have their turns, and than its sessions do what it asks.
 */
export class Inflow {
  readonly #options: InflowOptions;
  #locks = 0;
  #began = 0;

  /** To be made when the library listens to the socket. */
  constructor(options: InflowOptions) {
    this.#options = options;
    const { socket } = options;
    socket.prependListener('data', () => {
      this.#began = performance.now();
    });
    socket.on('data', () => this.#taken());
  }

  /** Nothing is read until what it gives is called, and all others that were given. */
  pause(): () => void {
    const { socket } = this.#options;
    this.#locks++;
    if (this.#locks === 1) socket.pause();
    let paused = true;
    return () => {
      if (!paused) return;
      paused = false;
      this.#locks--;
      if (this.#locks === 0) socket.resume();
    };
  }

  #taken(): void {
    const { socket, connection, maxUnsent = MAX_UNSENT, loggedIn, tooMuch } = this.#options;
    if (socket.destroyed) return;
    if (!loggedIn() && socket.bytesRead > MAX_BEFORE_LOGIN) return tooMuch('Too much was sent before the login.');
    const held = (connection as Inside)._protocol?._queue?.length ?? 0;
    if (held > MAX_HELD) return tooMuch('Too much was asked before keys were exchanged.');
    if (socket.writableLength > maxUnsent) untilRead(socket, maxUnsent, this.pause());
    if (!loggedIn()) STRANGERS.wait(this.pause());
    else if (performance.now() - this.#began > LONG_TURN) USERS.wait(this.pause());
  }
}

function untilRead(socket: Socket, maxUnsent: number, goOn: () => void): void {
  const look = setInterval(() => {
    if (!socket.destroyed && socket.writableLength > maxUnsent) return;
    clearInterval(look);
    goOn();
  }, LOOK).unref();
}

/** Lets one go on in each round of the event loop, so that what else is to be done is done in between. */
class Turns {
  readonly #waiting: (() => void)[] = [];

  wait(goOn: () => void): void {
    this.#waiting.push(goOn);
    if (this.#waiting.length === 1) setImmediate(() => this.#next());
  }

  #next(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#next());
  }
}

// For the whole process, as its one thread is: an exchange of keys costs up to some 50 ms of it, and whoever connects asks for one.
const STRANGERS = new Turns();
/** Those who have logged in wait for no one who has not. */
const USERS = new Turns();
