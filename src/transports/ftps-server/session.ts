import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReceivingEvent } from '../receiving/receiving-user.js';
import { SessionClocks } from '../receiving/session-clocks.js';
import type { Visit } from '../receiving/visit.js';
import { virtualPath } from '../virtual-files/virtual-path.js';
import { CommandRate } from './command-rate.js';
import { ControlConnection } from './control-connection.js';
import type { Command } from './control-lines.js';
import type { FtpsServerSettings } from './ftps-server-options.js';
import type { PassivePort } from './passive-port.js';
import { SessionTls } from './session-tls.js';

export interface SessionOptions {
  /** Runs one command and answers it, whatever comes of it; `undefined` is a line that is none. */
  readonly run: (session: Session, command: Command | undefined) => Promise<void>;
  readonly loggedIn: () => void;
  readonly ended: () => void;
}

/** One client: its control connection, what it has said so far, and the transfer under way. */
export class Session {
  readonly settings: FtpsServerSettings;
  readonly control: ControlConnection;
  readonly tls: SessionTls;
  /** Of the client, and ours that it came to. */
  readonly address: string;
  readonly localAddress: string;
  readonly #rate: CommandRate;
  readonly #clocks: SessionClocks;
  readonly #run: SessionOptions['run'];
  readonly #loggedIn: () => void;
  readonly #ended: () => void;
  #isPlainTold = false;
  #queue: (Command | undefined)[] = [];
  #busy = false;

  secured = false;
  /** PROT P was said. */
  protectedData = false;
  userName: string | undefined;
  loginFailures = 0;
  /** Of the user who has logged in. */
  visit: Visit | undefined;
  directory = '/';
  restartAt = 0;
  renameFrom: string | undefined;
  onlyExtended = false;
  passive: PassivePort | undefined;
  /** Ends the transfer under way. */
  abortTransfer: (() => void) | undefined;

  constructor(socket: Socket, settings: FtpsServerSettings, { run, loggedIn, ended }: SessionOptions) {
    this.settings = settings;
    this.address = socket.remoteAddress ?? '';
    this.localAddress = socket.localAddress ?? '';
    this.#run = run;
    this.#loggedIn = loggedIn;
    this.#ended = ended;
    this.#rate = new CommandRate(settings.limits.commandsPerSecond);
    this.tls = new SessionTls(settings);
    this.control = new ControlConnection(socket, settings.limits, {
      commands: (commands) => this.#take(commands),
      tooMuch: (text) => this.dismiss(text),
      closed: () => this.#close(),
    });
    this.#clocks = new SessionClocks({
      ...settings.limits,
      late: (clock) => this.control.close(421, clock === 'login' ? 'No login in time.' : 'Idle for too long.'),
    });
    this.event('connected');
  }

  async start(): Promise<void> {
    if (this.settings.mode === 'implicit') await this.secure();
    else this.control.start();
    this.control.reply(220, 'Ready. TLS only.');
  }

  /** Shakes hands on the control connection. */
  async secure(): Promise<void> {
    const raw = this.control.socket;
    try {
      const secure = await this.tls.secure(raw);
      this.secured = true;
      this.control.startSecure(secure);
    } catch (error) {
      this.event('refused', { text: error instanceof Error ? `TLS: ${error.message}` : 'TLS' });
      this.control.destroy();
    }
  }

  /** Commands that were sent ahead. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** No command is being done, nor waits to be. */
  get idle(): boolean {
    return !this.#busy && this.#queue.length === 0;
  }

  enter(visit: Visit): void {
    this.#clocks.loggedIn();
    this.#loggedIn();
    this.visit = visit;
    if (this.control.ended) visit.leave();
  }

  /** Ends it, whatever is under way. */
  dismiss(text: string): void {
    this.event('refused', { text });
    this.control.close(421, text);
  }

  path(argument: string): string {
    return virtualPath(argument, this.directory);
  }

  closePassive(): void {
    this.passive?.close();
    this.passive = undefined;
  }

  /** A client that does not secure the connection: once, however often it asks. */
  toldOfPlain(): void {
    if (this.#isPlainTold) return;
    this.#isPlainTold = true;
    this.event('refused', { text: 'The client does not secure the connection: AUTH TLS comes first.' });
  }

  event(kind: ReceivingEvent['kind'], facts: { readonly path?: string; readonly text?: string } = {}): void {
    const user = this.visit?.user ?? this.userName;
    const { address, visit } = this;
    this.settings.receiving.report({ kind, protocol: 'ftps', address, user, ...facts }, visit);
  }

  /** All that came at once, before the first of it is obeyed: AUTH TLS must see what was slipped in behind it. */
  #take(commands: readonly (Command | undefined)[]): void {
    // The one command that does not wait for the transfer before it.
    if (commands.some((command) => command?.verb === 'ABOR')) this.abortTransfer?.();
    this.#queue.push(...commands);
    const { pipelined } = this.settings.limits;
    if (this.#queue.length > pipelined * 8) {
      this.control.close(421, 'Too many commands at once.');
      return;
    }
    if (this.#queue.length >= pipelined) this.control.pause();
    if (!this.#busy) this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    this.#clocks.busy();
    try {
      while (this.#queue.length > 0 && !this.control.ended) {
        const late = this.#rate.take();
        if (late > 0) await wait(late);
        const command = this.#queue.shift();
        if (this.#queue.length === 0) this.control.resume();
        await this.#run(this, command);
      }
    } finally {
      this.#busy = false;
      this.#clocks.idle();
    }
  }

  #close(): void {
    this.#clocks.stop();
    this.#queue = [];
    this.abortTransfer?.();
    this.closePassive();
    this.visit?.leave();
    this.event('closed');
    this.#ended();
  }
}
