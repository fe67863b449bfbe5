import { createServer, type Socket } from 'node:net';
import { requireForm } from '../../model/check-options.js';
import { X12Error } from '../../model/error.js';
import type { ServerTls } from '../network/server-tls.js';
import { Admission, GAVE_WAY } from '../receiving/admission.js';
import {
  type CloseOptions,
  type ListenAt,
  Listener,
  type ListeningAt,
  type LoginServer,
  type SecureReceivingServer,
} from '../receiving/listener.js';
import { type FtpsServerOptions, type FtpsServerSettings, ftpsServerSettings } from './ftps-server-options.js';
import { Session } from './session.js';
import { SessionTls } from './session-tls.js';
import { runCommand } from './verbs.js';

/** A server by which partners deliver and fetch over FTPS. */
export type FtpsServer = SecureReceivingServer & LoginServer;

/**
 * Makes an FTPS server: TLS before the login, on every data connection too, and never plain FTP.
 * @throws X12Error `X12_OPTION_INVALID`, also for a certificate or key that cannot be used.
 */
export function createFtpsServer(options: FtpsServerOptions): FtpsServer {
  requireForm('createFtpsServer', 'options', options, 'object');
  return new ReceivingFtpsServer(ftpsServerSettings(options));
}

class ReceivingFtpsServer implements FtpsServer {
  #settings: FtpsServerSettings;
  readonly #admission: Admission;
  readonly #sessions = new Set<Session>();
  readonly #listener: Listener;
  #leaving = 0;

  constructor(settings: FtpsServerSettings) {
    this.#settings = settings;
    demandUsable(settings);
    this.#admission = new Admission(settings.limits);
    this.#listener = new Listener({
      protocol: 'FTPS',
      server: createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEPALIVE }, (socket) =>
        this.#accept(socket),
      ),
      endIdle: () => {
        for (const session of this.#sessions) if (session.idle) session.control.close(421, STOPS);
      },
      cut: () => {
        for (const session of this.#sessions) session.control.close(421, STOPS);
      },
    });
  }

  listen(at: ListenAt): Promise<ListeningAt> {
    return this.#listener.listen(at);
  }

  address(): ListeningAt | undefined {
    return this.#listener.address();
  }

  close(options?: CloseOptions): Promise<void> {
    return this.#listener.close(options);
  }

  recheck(name: string): Promise<void> {
    return this.#settings.receiving.presence.recheck(name);
  }

  renewTls(tls: ServerTls): void {
    const renewed = { ...this.#settings, tls };
    demandUsable(renewed);
    this.#settings = renewed;
  }

  #accept(socket: Socket): void {
    socket.on('error', () => {});
    const { receiving } = this.#settings;
    // Read while there is a connection to ask.
    const { remoteAddress: address = '' } = socket;
    const throttled = receiving.throttle.refused(address) !== undefined;
    const giveWay = () => {
      receiving.report({ kind: 'refused', protocol: 'ftps', address, text: GAVE_WAY });
      session.control.destroy();
    };
    const place = throttled ? undefined : this.#admission.admit(socket, giveWay);
    if (place === undefined) {
      const text = throttled ? 'too many failed logins' : 'too many connections';
      receiving.report({ kind: throttled ? 'throttled' : 'refused', protocol: 'ftps', address, text });
      return this.#turnAway(socket);
    }
    const session: Session = new Session(socket, this.#settings, {
      run: runCommand,
      loggedIn: place.loggedIn,
      ended: () => {
        place.leave();
        this.#sessions.delete(session);
      },
    });
    this.#sessions.add(session);
    session.start().catch(() => socket.destroy());
  }

  /** Says why, and hangs up; those who do not go by themselves are cut a second later, and no more than so many are waited for. */
  #turnAway(socket: Socket): void {
    // Over implicit TLS there is no one to say it to yet.
    if (this.#settings.mode === 'implicit' || this.#leaving >= MAX_LEAVING) return void socket.destroy();
    this.#leaving++;
    socket.once('close', () => this.#leaving--);
    socket.end('421 Too many connections or failures. Come back later.\r\n');
    setTimeout(() => socket.destroy(), 1000).unref();
  }
}

function demandUsable(settings: FtpsServerSettings): void {
  try {
    new SessionTls(settings);
  } catch (cause) {
    throw new X12Error('X12_OPTION_INVALID', 'The certificate or the key of the FTPS server cannot be used.', {
      // OpenSSL's words name the fault and never the key.
      cause,
      details: { option: 'certificate' },
    });
  }
}

const STOPS = 'The server stops.';
/** Milliseconds of silence after which the system asks whether a client is still there. */
const KEEPALIVE = 30_000;
/** Connections that were refused and have not gone yet; beyond, they are cut without a word. */
const MAX_LEAVING = 50;
