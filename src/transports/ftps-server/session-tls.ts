import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { serverTlsOptions } from '../network/server-tls.js';
import type { FtpsServerSettings } from './ftps-server-options.js';

/** TLS sessions that one client may choose from. */
const KNOWN_SESSIONS = 8;

/**
 * TLS of one session: its control connection and the data connections that belong to it. The keys of its tickets are its own and die
 * with it, so a data connection that resumes proves that it comes from the very client that logged in.
 */
export class SessionTls {
  readonly #server: Server;
  readonly #timeout: number;

  /** @throws what OpenSSL says of a certificate or key that cannot be used. */
  constructor(settings: FtpsServerSettings) {
    this.#timeout = settings.limits.handshakeTimeout;
    this.#server = createServer({
      ...serverTlsOptions(settings.tls),
      ticketKeys: randomBytes(48),
      handshakeTimeout: this.#timeout,
    });
    // For TLS 1.2 clients that take no tickets, curl among them.
    const known = new Map<string, Buffer>();
    this.#server.on('newSession', (id, data, done) => {
      known.set(id.toString('hex'), data);
      for (const oldest of known.keys()) {
        if (known.size <= KNOWN_SESSIONS) break;
        known.delete(oldest);
      }
      done();
    });
    this.#server.on('resumeSession', (id, done) => done(null, known.get(id.toString('hex')) ?? null));
  }

  /**
   * Shakes hands on a connection; one at a time. The socket is destroyed when that fails. `secured` is called before anything is read
   * from it: all that the client sends may come with the end of the handshake.
   */
  secure(
    socket: Duplex,
    { secured: begin }: { readonly secured?: (secure: TLSSocket) => void } = {},
  ): Promise<TLSSocket> {
    const server = this.#server;
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        server.off('secureConnection', secured).off('tlsClientError', failed);
        socket.off('close', closed);
      };
      const secured = (secure: TLSSocket) => {
        settle();
        begin?.(secure);
        // Whoever reads listens as well; this one keeps an error between two listeners from ending the process.
        secure.on('error', () => {});
        resolve(secure);
      };
      const failed = (error: Error) => {
        settle();
        socket.destroy();
        reject(error);
      };
      const closed = () => failed(new Error('The connection was closed during the handshake.'));
      const timer = setTimeout(() => failed(new Error('The handshake took too long.')), this.#timeout);
      server.on('secureConnection', secured).on('tlsClientError', failed);
      socket.once('close', closed);
      server.emit('connection', socket);
    });
  }
}
