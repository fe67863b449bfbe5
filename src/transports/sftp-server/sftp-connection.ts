import type { Socket } from 'node:net';
import type { Connection, Session, SFTPWrapper } from 'ssh2';
import type { Homes } from '../receiving/homes.js';
import type { LoginThrottle } from '../receiving/login-throttle.js';
import type { Logins } from '../receiving/logins.js';
import type { FindUser, ReceivingEvent, ReceivingUser, Uploaded } from '../receiving/receiving-user.js';
import type { IsTemporary } from '../receiving/temporary-name.js';
import type { Ssh2 } from '../sftp/load-ssh2.js';
import { Authentication } from './authenticate.js';
import { SftpSubsystem } from './sftp-subsystem.js';

export interface ConnectionContext {
  readonly ssh2: Ssh2;
  readonly users: FindUser;
  readonly logins: Logins;
  readonly throttle: LoginThrottle;
  readonly homes: Homes;
  readonly uploaded: Uploaded | undefined;
  readonly isTemporary: IsTemporary | undefined;
  readonly event: (event: ReceivingEvent) => void;
  readonly loginTimeout: number;
  readonly idleTimeout: number;
  readonly maxLoginAttempts: number;
  readonly maxHandles: number;
}

/** One connection, from its first byte: what it may do before it has logged in is to log in, and soon. */
export class SftpConnection {
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  readonly #address: string;
  readonly #subsystems = new Set<SftpSubsystem>();
  /** Ends of visits under way; a client may open and close sessions without end on one connection. */
  readonly #visits = new Set<() => void>();
  #client: Connection | undefined;
  #user: ReceivingUser | undefined;
  #timer: NodeJS.Timeout;

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    this.#address = socket.remoteAddress ?? '';
    socket.on('error', () => {});
    socket.once('close', () => this.#closed());
    this.#timer = setTimeout(() => this.#tooLate('The login took too long.'), context.loginTimeout).unref();
    this.#event({ kind: 'connected' });
  }

  /** The client has said that it speaks SSH. */
  begin(client: Connection): void {
    this.#client = client;
    const { ssh2, users, logins, throttle, maxLoginAttempts } = this.#context;
    const authentication = new Authentication({
      ssh2,
      users,
      logins,
      throttle,
      address: this.#address,
      maxAttempts: maxLoginAttempts,
      accepted: (user) => {
        this.#user = user;
      },
      failed: (name, why) =>
        this.#event({
          kind: why === 'wrong' ? 'login-failed' : why === 'fault' ? 'fault' : 'throttled',
          user: loginName(name),
        }),
      end: () => this.destroy(),
    });
    client.on('authentication', (context) => {
      authentication.decide(context).catch(() => this.destroy());
    });
    client.on('ready', () => this.#ready());
    client.on('session', (accept, reject) => this.#session(accept, reject));
    client.on('error', () => this.#socket.end());
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

  #ready(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tooLate('Nothing was asked for too long.'), this.#context.idleTimeout).unref();
    this.#event({ kind: 'login' });
  }

  #session(accept: () => Session, reject: () => void): void {
    const user = this.#user;
    const visit = user === undefined ? undefined : this.#context.homes.enter(user);
    if (user === undefined || visit === undefined) {
      this.#event({ kind: 'refused', text: 'too many sessions' });
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
      const { uploaded, isTemporary, maxHandles } = this.#context;
      const subsystem: SftpSubsystem = new SftpSubsystem({
        sftp: open(),
        socket: this.#socket,
        user: user.name,
        files: visit.files,
        uploaded,
        isTemporary,
        maxHandles,
        event: (event) => this.#event(event),
        worked: () => this.#timer.refresh(),
        ended: () => {
          this.#subsystems.delete(subsystem);
          leave();
        },
      });
      this.#subsystems.add(subsystem);
    });
  }

  #tooLate(text: string): void {
    this.#event({ kind: 'refused', text });
    this.destroy();
  }

  #closed(): void {
    clearTimeout(this.#timer);
    for (const subsystem of this.#subsystems) void subsystem.end();
    for (const leave of this.#visits) leave();
    this.#event({ kind: 'closed' });
  }

  #event(event: Pick<ReceivingEvent, 'kind' | 'path' | 'text' | 'user'>): void {
    const user = event.user ?? this.#user?.name;
    this.#context.event({
      protocol: 'sftp',
      address: this.#address,
      ...event,
      ...(user === undefined ? {} : { user }),
    });
  }
}

/** People type passwords where the name belongs; what does not look like a name is not told on. */
function loginName(name: string): string | undefined {
  return /^[\w.@+-]{1,64}$/.test(name) ? name : undefined;
}
