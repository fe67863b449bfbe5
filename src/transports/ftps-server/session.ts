import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { HomeVisit } from '../receiving/homes.js';
import type { Logins } from '../receiving/logins.js';
import type { ReceivingEvent } from '../receiving/receiving-user.js';
import { Uploads } from '../receiving/uploads.js';
import { virtualPath } from '../virtual-files/virtual-path.js';
import { CommandRate } from './command-rate.js';
import { ControlConnection } from './control-connection.js';
import type { Command } from './control-lines.js';
import type { FtpsServerSettings } from './ftps-server-options.js';
import type { PassivePort } from './passive-port.js';
import { SessionTls } from './session-tls.js';
import { runCommand } from './verbs.js';

/** What a user has while logged in. */
export interface LoggedIn {
  readonly name: string;
  readonly visit: HomeVisit;
  readonly uploads: Uploads;
}

/** One client: its control connection, what it has said so far, and the transfer under way. */
export class Session {
  readonly settings: FtpsServerSettings;
  readonly logins: Logins;
  readonly control: ControlConnection;
  readonly tls: SessionTls;
  /** Of the client, and ours that it came to. */
  readonly address: string;
  readonly localAddress: string;
  readonly #rate: CommandRate;
  readonly #ended: () => void;
  #queue: (Command | undefined)[] = [];
  #busy = false;
  #loginTimer: NodeJS.Timeout;
  #idleTimer: NodeJS.Timeout | undefined;

  secured = false;
  /** PROT P was said. */
  protectedData = false;
  userName: string | undefined;
  loginFailures = 0;
  user: LoggedIn | undefined;
  directory = '/';
  restartAt = 0;
  renameFrom: string | undefined;
  onlyExtended = false;
  passive: PassivePort | undefined;
  /** Ends the transfer under way. */
  abortTransfer: (() => void) | undefined;

  constructor(socket: Socket, settings: FtpsServerSettings, logins: Logins, ended: () => void) {
    this.settings = settings;
    this.logins = logins;
    this.address = socket.remoteAddress ?? '';
    this.localAddress = socket.localAddress ?? '';
    this.#ended = ended;
    this.#rate = new CommandRate(settings.limits.commandsPerSecond);
    this.tls = new SessionTls(settings);
    this.control = new ControlConnection(socket, settings.limits, {
      commands: (commands) => this.#take(commands),
      tooMuch: (text) => {
        this.event('refused', { text });
        this.control.close(421, text);
      },
      closed: () => this.#close(),
    });
    this.#loginTimer = setTimeout(() => this.control.close(421, 'No login in time.'), settings.limits.loginTimeout);
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

  enter(name: string, visit: HomeVisit): void {
    clearTimeout(this.#loginTimer);
    const { uploaded, isTemporary } = this.settings;
    this.user = {
      name,
      visit,
      uploads: new Uploads({ user: name, files: visit.files, protocol: 'ftps', uploaded, isTemporary }),
    };
    if (this.control.ended) visit.leave();
  }

  path(argument: string): string {
    return virtualPath(argument, this.directory);
  }

  closePassive(): void {
    this.passive?.close();
    this.passive = undefined;
  }

  event(kind: ReceivingEvent['kind'], facts: { readonly path?: string; readonly text?: string } = {}): void {
    const { onEvent } = this.settings;
    if (onEvent === undefined) return;
    try {
      onEvent({ kind, protocol: 'ftps', address: this.address, user: this.user?.name ?? this.userName, ...facts });
    } catch {
      // A listener that throws must not end a client's session.
    }
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
    clearTimeout(this.#idleTimer);
    try {
      while (this.#queue.length > 0 && !this.control.ended) {
        const late = this.#rate.take();
        if (late > 0) await wait(late);
        const command = this.#queue.shift();
        if (this.#queue.length === 0) this.control.resume();
        await runCommand(this, command);
      }
    } finally {
      this.#busy = false;
      this.#idleTimer = setTimeout(
        () => this.control.close(421, 'Idle for too long.'),
        this.settings.limits.idleTimeout,
      );
      if (this.control.ended) clearTimeout(this.#idleTimer);
    }
  }

  #close(): void {
    clearTimeout(this.#loginTimer);
    clearTimeout(this.#idleTimer);
    this.#queue = [];
    this.abortTransfer?.();
    this.closePassive();
    this.user?.visit.leave();
    this.event('closed');
    this.#ended();
  }
}
