import { createServer, type Server, type Socket } from 'node:net';
import { X12Error } from '../../model/error.js';
import { Admission } from '../receiving/admission.js';
import { type FtpsServerOptions, type FtpsServerSettings, ftpsServerSettings } from './ftps-server-options.js';
import { Session } from './session.js';
import { SessionTls } from './session-tls.js';
import { runCommand } from './verbs.js';

/** A server by which partners deliver and fetch over FTPS. */
export interface FtpsServer {
  /** Resolves when clients can connect. Port 0: any that is free. */
  listen(at: { readonly port: number; readonly host?: string | undefined }): Promise<void>;
  /** Where it listens. */
  address(): { readonly host: string; readonly port: number } | undefined;
  /** Ends all sessions; uploads under way are incomplete. */
  close(): Promise<void>;
}

/**
 * Makes an FTPS server: TLS before the login, on every data connection too, and never plain FTP.
 * @throws X12Error `X12_OPTION_INVALID`, also for a certificate or key that cannot be used.
 */
export function createFtpsServer(options: FtpsServerOptions): FtpsServer {
  return new ReceivingFtpsServer(ftpsServerSettings(options));
}

class ReceivingFtpsServer implements FtpsServer {
  readonly #settings: FtpsServerSettings;
  readonly #server: Server;
  readonly #admission: Admission;
  readonly #sessions = new Set<Session>();

  constructor(settings: FtpsServerSettings) {
    this.#settings = settings;
    try {
      new SessionTls(settings);
    } catch (cause) {
      throw new X12Error('X12_OPTION_INVALID', 'The certificate or the key of the FTPS server cannot be used.', {
        // OpenSSL's words name the fault and never the key.
        cause,
        details: { option: 'certificate' },
      });
    }
    this.#admission = new Admission(settings.limits);
    this.#server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.#accept(socket));
  }

  listen({ port, host }: { readonly port: number; readonly host?: string | undefined }): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }

  address(): { readonly host: string; readonly port: number } | undefined {
    const address = this.#server.address();
    return address === null || typeof address === 'string' ? undefined : { host: address.address, port: address.port };
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      for (const session of this.#sessions) session.control.close(421, 'The server stops.');
    });
  }

  #accept(socket: Socket): void {
    socket.on('error', () => {});
    const { receiving, mode } = this.#settings;
    const release = this.#admission.admit(socket);
    if (release === undefined || receiving.throttle.refused(socket.remoteAddress ?? '') !== undefined) {
      release?.();
      // Over implicit TLS there is no one to say it to yet.
      if (mode === 'explicit') socket.write('421 Too many connections or failures. Come back later.\r\n');
      socket.end();
      setTimeout(() => socket.destroy(), 1000).unref();
      return;
    }
    const session = new Session(socket, this.#settings, {
      run: runCommand,
      ended: () => {
        release();
        this.#sessions.delete(session);
      },
    });
    this.#sessions.add(session);
    session.start().catch(() => socket.destroy());
  }
}
