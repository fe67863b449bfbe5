import type { Socket } from 'node:net';
import type { Connection, Session, SFTPWrapper } from 'ssh2';
import type { ReceivingSettings } from '../receiving/receiving-options.js';
import type { ReceivingEvent, ReceivingUser } from '../receiving/receiving-user.js';
import { SessionClocks } from '../receiving/session-clocks.js';
import { enterHome } from '../receiving/visit.js';
import { demandPacketRoom } from '../sftp/demand-packet-room.js';
import { Inflow } from '../sftp/inflow.js';
import type { Ssh2 } from '../sftp/load-ssh2.js';
import { passPacketsInRekeys } from '../sftp/pass-in-rekeys.js';
import { Authentication } from './authenticate.js';
import type { SftpServerLimits } from './sftp-server-options.js';
import { SftpSubsystem } from './sftp-subsystem.js';

export interface ConnectionContext {
  readonly ssh2: Ssh2;
  readonly receiving: ReceivingSettings;
  readonly limits: SftpServerLimits;
  /** Called once. */
  readonly loggedIn: () => void;
}

/** Sessions that a client may ask for in vain. */
const MAX_REFUSED = 100;
/** Milliseconds for a client to hang up. */
const LAST_WORD = 1_000;

/** One connection, from its first byte: what it may do before it has logged in is to log in, and soon. */
export class SftpConnection {
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  readonly #address: string;
  readonly #subsystems = new Set<SftpSubsystem>();
  /** Ends of visits under way; a client may open and close sessions without end on one connection. */
  readonly #visits = new Set<() => void>();
  readonly #clocks: SessionClocks;
  #client: Connection | undefined;
  #inflow: Inflow | undefined;
  #user: ReceivingUser | undefined;
  #authentication: Authentication | undefined;
  #refused = 0;
  /** Is told when the connection is over: who has logged in is looked up again until then. */
  #leave: () => void = () => {};

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    this.#address = socket.remoteAddress ?? '';
    socket.on('error', () => {});
    socket.once('close', () => this.#closed());
    this.#clocks = new SessionClocks({
      ...context.limits,
      late: (clock) => this.#refuse(clock === 'login' ? 'The login took too long.' : 'Nothing was asked for too long.'),
    });
    this.#event({ kind: 'connected' });
  }

  /** The client has said that it speaks SSH. */
  begin(client: Connection): void {
    this.#client = client;
    passPacketsInRekeys(client);
    demandPacketRoom(client, (text) => this.#refuse(text));
    this.#inflow = new Inflow({
      socket: this.#socket,
      connection: client,
      loggedIn: () => this.#user !== undefined,
      tooMuch: (text) => this.#refuse(text),
    });
    const { ssh2, receiving, limits } = this.#context;
    const authentication = new Authentication({
      ssh2,
      receiving,
      address: this.#address,
      maxAttempts: limits.maxLoginAttempts,
      accepted: (user) => {
        this.#user = user;
      },
      failed: (name, refusal) =>
        this.#event({
          kind: refusal.why === 'wrong' ? 'login-failed' : refusal.why,
          user: loginName(name),
          ...(refusal.why === 'wrong' ? { text: refusal.text } : {}),
        }),
      end: () => this.destroy(),
    });
    this.#authentication = authentication;
    client.on('authentication', (context) => {
      authentication.decide(context).catch(() => this.destroy());
    });
    client.on('ready', () => this.#ready());
    client.on('session', (accept, reject) => this.#session(accept, reject));
    client.on('error', () => this.#end());
  }

  /** Ends politely once nothing is open any more; true when that is now. */
  endIfIdle(): boolean {
    if ([...this.#subsystems].some((subsystem) => !subsystem.idle)) return false;
    if (this.#client === undefined) this.destroy();
    else this.#client.end();
    return true;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Told of once: more may come of what was received at once. */
  #refuse(text: string): void {
    if (!this.#socket.destroyed) this.#event({ kind: 'refused', text });
    this.destroy();
  }

  /** What was said last goes out; a client that does not hang up then is cut. */
  #end(): void {
    this.#socket.end();
    setTimeout(() => this.destroy(), LAST_WORD).unref();
  }

  #ready(): void {
    this.#clocks.loggedIn();
    this.#context.loggedIn();
    // From the login on, not from the first session: a connection without any is one of somebody who may open one.
    const end = () => this.#refuse('The login is not valid any more.');
    if (this.#user !== undefined && !this.#socket.destroyed)
      this.#leave = this.#context.receiving.presence.enter(this.#user, end);
    this.#clocks.idle();
    this.#event({ kind: 'login' });
  }

  #session(accept: () => Session, reject: () => void): void {
    // What came with the request that was one too many.
    if (this.#socket.destroyed) return;
    const user = this.#user;
    const { receiving, limits } = this.#context;
    const entry = { protocol: 'sftp', maxSessions: limits.maxSessionsPerUser, address: this.#address } as const;
    const visit = user === undefined ? undefined : enterHome(receiving, user, entry);
    if (visit === undefined) {
      this.#event({ kind: 'refused', text: 'too many sessions' });
      // Each is told of, and asking costs nothing.
      if (++this.#refused >= MAX_REFUSED) return this.destroy();
      return reject();
    }
    const leave = () => {
      this.#visits.delete(leave);
      visit.leave();
    };
    this.#visits.add(leave);
    const session = accept();
    session.on('close', leave);
    // Only SFTP: for a shell, a command or forwarding nobody listens, and the library refuses.
    session.once('sftp', (open: () => SFTPWrapper) => {
      const subsystem: SftpSubsystem = new SftpSubsystem({
        sftp: open(),
        socket: this.#socket,
        pause: () => this.#inflow?.pause() ?? (() => {}),
        visit,
        maxHandles: limits.maxHandles,
        event: (event) => this.#event(event),
        worked: () => this.#clocks.idle(),
        ended: () => {
          this.#subsystems.delete(subsystem);
          leave();
        },
      });
      this.#subsystems.add(subsystem);
    });
  }

  #closed(): void {
    this.#clocks.stop();
    for (const subsystem of this.#subsystems) void subsystem.end();
    for (const leave of this.#visits) leave();
    this.#leave();
    // A client whose only key is none of the user's leaves without an attempt.
    const turnedDown = this.#user === undefined ? this.#authentication?.turnedDown : undefined;
    if (turnedDown !== undefined) {
      this.#event({ kind: 'login-failed', user: loginName(turnedDown.name), text: turnedDown.text });
    }
    this.#event({ kind: 'closed' });
  }

  #event(event: Pick<ReceivingEvent, 'kind' | 'path' | 'text' | 'user'>): void {
    const user = event.user ?? this.#user?.name;
    const told = {
      ...({ protocol: 'sftp', address: this.#address } as const),
      ...event,
      ...(user === undefined ? {} : { user }),
    };
    this.#context.receiving.report(told, this.#user);
  }
}

/** People type passwords where the name belongs; what does not look like a name is not reported. */
function loginName(name: string): string | undefined {
  return /^[\w.@+-]{1,64}$/.test(name) ? name : undefined;
}
