import { createServer, type Socket } from 'node:net';
import { requireForm } from '../../model/check-options.js';
import { X12Error } from '../../model/error.js';
import { Admission, GAVE_WAY, type Place } from '../receiving/admission.js';
import { limitsOf } from '../receiving/limits.js';
import {
  type CloseOptions,
  type ListenAt,
  Listener,
  type ListeningAt,
  type LoginServer,
} from '../receiving/listener.js';
import { type ReceivingSettings, receivingSettings } from '../receiving/receiving-options.js';
import { hostKeySignaturesOf, offeredAlgorithms } from '../sftp/algorithms.js';
import { loadSsh2, type Ssh2 } from '../sftp/load-ssh2.js';
import { SftpConnection } from './sftp-connection.js';
import { SFTP_SERVER_LIMITS, type SftpServerLimits, type SftpServerOptions } from './sftp-server-options.js';
import { signingKeys } from './signing-keys.js';

export type SftpServer = LoginServer;

/** A server that takes files over SFTP, and does nothing else: no shell, no commands, no forwarding. */
export function createSftpServer(options: SftpServerOptions): SftpServer {
  requireForm('createSftpServer', 'options', options, 'object');
  requireForm('createSftpServer', 'hostKeys', options.hostKeys, 'list');
  if (options.hostKeys.length === 0) {
    throw new X12Error('X12_OPTION_INVALID', 'The SFTP server needs a host key: ssh-keygen -t ed25519 makes one.', {
      details: { option: 'hostKeys' },
    });
  }
  return new EmbeddedSftpServer({ ...options });
}

class EmbeddedSftpServer implements SftpServer {
  readonly #options: SftpServerOptions;
  readonly #limits: SftpServerLimits;
  readonly #connections = new Map<string, SftpConnection>();
  readonly #receiving: ReceivingSettings;
  readonly #admission: Admission;
  readonly #listener: Listener;
  #take: ((socket: Socket, place: Place) => void) | undefined;

  constructor(options: SftpServerOptions) {
    this.#options = options;
    this.#limits = limitsOf('SFTP', SFTP_SERVER_LIMITS, options.limits);
    this.#receiving = receivingSettings(options);
    this.#admission = new Admission(this.#limits);
    this.#listener = new Listener({
      protocol: 'SFTP',
      // Answers are small; waiting for more of them (Nagle) halves the speed of an upload.
      server: createServer({ noDelay: true }, (socket) => this.#connected(socket)),
      endIdle: () => {
        for (const connection of this.#connections.values()) connection.endIfIdle();
      },
      cut: () => {
        for (const connection of this.#connections.values()) connection.destroy();
      },
    });
  }

  /** @throws X12Error `X12_OPTION_INVALID` also for a host key that cannot be read. */
  async listen(at: ListenAt): Promise<ListeningAt> {
    const place = this.#listener.demandPlace(at);
    this.#take ??= this.#protocol(await loadSsh2());
    return this.#listener.listen(place);
  }

  address(): ListeningAt | undefined {
    return this.#listener.address();
  }

  close(options?: CloseOptions): Promise<void> {
    return this.#listener.close(options);
  }

  recheck(name: string): Promise<void> {
    return this.#receiving.presence.recheck(name);
  }

  /** Sets up the library, which gets its sockets from us; what it makes of them is found again by their remote port. */
  #protocol(ssh2: Ssh2): (socket: Socket, place: Place) => void {
    const { hostKeys, algorithms } = this.#options;
    const context = { ssh2, receiving: this.#receiving, limits: this.#limits };
    const server = newServer(ssh2, {
      hostKeys: signingKeys(ssh2, hostKeys, hostKeySignaturesOf(algorithms)),
      algorithms: offeredAlgorithms(algorithms),
      keepaliveInterval: this.#limits.keepaliveInterval,
      ident: 'ediloom',
    });
    server.on('connection', (client, { ip, port }) => {
      const connection = this.#connections.get(`${ip} ${port}`);
      // Between its first byte and now it may be gone.
      if (connection === undefined) client.end();
      else connection.begin(client);
    });
    server.on('error', () => {});
    return (socket, { loggedIn }) => {
      const key = `${socket.remoteAddress} ${socket.remotePort}`;
      this.#connections.set(key, new SftpConnection(socket, { ...context, loggedIn }));
      socket.once('close', () => this.#connections.delete(key));
      server.injectSocket(socket);
    };
  }

  #connected(socket: Socket): void {
    // Read while there is a connection to ask.
    const { remoteAddress: address = '' } = socket;
    const refuse = (text: string): void => {
      socket.on('error', () => {});
      socket.destroy();
      this.#receiving.report({ kind: 'refused', protocol: 'sftp', address, text });
    };
    const place = this.#admission.admit(socket, () => refuse(GAVE_WAY));
    if (place === undefined) return refuse('too many connections');
    socket.once('close', place.leave);
    this.#take?.(socket, place);
  }
}

function newServer({ Server }: Ssh2, config: ConstructorParameters<Ssh2['Server']>[0]): InstanceType<Ssh2['Server']> {
  try {
    return new Server(config);
  } catch (cause) {
    throw new X12Error('X12_OPTION_INVALID', 'An algorithm of the SFTP server is not one that ssh2 knows here.', {
      cause,
      details: { option: 'algorithms' },
    });
  }
}
