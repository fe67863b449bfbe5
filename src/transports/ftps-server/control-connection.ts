import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Command, ControlLines, readCommand } from './control-lines.js';
import type { FtpsServerLimits } from './ftps-server-options.js';

/** Bytes of answers that a client has not taken; more, and it is not reading. */
const MAX_UNREAD = 256 * 1024;

export interface ControlEvents {
  /** All that one chunk of bytes completed; `undefined` for a line that is no command. */
  commands(commands: readonly (Command | undefined)[]): void;
  /** The line or the pipelining goes beyond what is allowed; the connection is ended with this text. */
  tooMuch(text: string): void;
  closed(): void;
}

/** The control connection: lines in, replies out, plain until it is secured. */
export class ControlConnection {
  readonly #limits: FtpsServerLimits;
  readonly #events: ControlEvents;
  #lines: ControlLines;
  #socket: Socket | TLSSocket;
  #ended = false;

  constructor(socket: Socket, limits: FtpsServerLimits, events: ControlEvents) {
    this.#socket = socket;
    this.#limits = limits;
    this.#events = events;
    this.#lines = new ControlLines(limits.lineBytes);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Of the raw connection; both stay known after its end. */
  get socket(): Socket | TLSSocket {
    return this.#socket;
  }

  start(): void {
    this.#socket.on('data', this.#data).on('error', this.#end).on('end', this.#end).on('close', this.#end);
  }

  /**
   * Goes on over TLS. Bytes that came behind the command for it were not secured, and are not obeyed after it: false, and the
   * connection is worth nothing.
   */
  stopPlain(): boolean {
    this.#socket.off('data', this.#data).off('error', this.#end).off('end', this.#end).off('close', this.#end);
    this.#socket.pause();
    return this.#lines.pending === 0;
  }

  startSecure(socket: TLSSocket): void {
    this.#socket = socket;
    this.#lines = new ControlLines(this.#limits.lineBytes);
    this.start();
  }

  /** One reply; more than one line where `lines` are given between the first and the last. */
  reply(code: number, text: string, lines?: readonly string[]): void {
    if (this.#ended || this.#socket.destroyed) return;
    const body =
      lines === undefined
        ? `${code} ${text}\r\n`
        : `${code}-${text}\r\n${lines.map((line) => ` ${line}\r\n`).join('')}${code} End.\r\n`;
    this.#socket.write(body);
    if (this.#socket.writableLength > MAX_UNREAD) this.destroy();
  }

  /** The last reply, then the end. */
  close(code: number, text: string): void {
    if (this.#ended) return;
    this.reply(code, text);
    const socket = this.#socket;
    socket.end();
    setTimeout(() => socket.destroy(), 1000).unref();
    this.#end();
  }

  destroy(): void {
    this.#socket.destroy();
    this.#end();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    if (!this.#ended) this.#socket.resume();
  }

  readonly #data = (chunk: Buffer): void => {
    const lines = this.#lines.push(chunk);
    if (lines === undefined) return this.#events.tooMuch('The command is too long.');
    if (lines.length > this.#limits.pipelined * 8) return this.#events.tooMuch('Too many commands at once.');
    if (lines.length > 0) this.#events.commands(lines.map(readCommand));
  };

  readonly #end = (): void => {
    if (this.#ended) return;
    this.#ended = true;
    this.#socket.off('data', this.#data);
    this.#socket.on('error', () => {});
    this.#socket.end();
    this.#events.closed();
  };
}
