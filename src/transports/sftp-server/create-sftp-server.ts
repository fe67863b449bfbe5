import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';
import { X12Error } from '../../model/error.js';
import { Admission } from '../receiving/admission.js';
import {
  RECEIVING_LIMITS,
  type ReceivingOptions,
  type ReceivingSettings,
  receivingSettings,
} from '../receiving/receiving-options.js';
import { type AlgorithmLists, type AlgorithmPreset, algorithmsOf } from '../sftp/algorithms.js';
import { loadSsh2, type Ssh2 } from '../sftp/load-ssh2.js';
import { SftpConnection } from './sftp-connection.js';

export interface SftpServerOptions extends ReceivingOptions {
  /** Private keys in PEM or in the form of OpenSSH, one of each type; `ssh-keygen -t ed25519` makes one. */
  readonly hostKeys: readonly string[];
  /** Default `modern`. */
  readonly algorithms?: AlgorithmPreset | AlgorithmLists | undefined;
  /** Milliseconds from the connection to the end of the login. Default 30,000. */
  readonly loginTimeout?: number | undefined;
  /** Milliseconds without a request. Default 15 minutes. */
  readonly idleTimeout?: number | undefined;
  /** Milliseconds between signs of life; three unanswered end the connection. Default 15,000. */
  readonly keepaliveInterval?: number | undefined;
  /** Default 200. */
  readonly maxConnections?: number | undefined;
  /** Default 20. */
  readonly maxConnectionsPerAddress?: number | undefined;
  /** Failed logins on one connection. Default 6. */
  readonly maxLoginAttempts?: number | undefined;
  /** Files and directories open at once in one session. Default 64. */
  readonly maxHandles?: number | undefined;
}

export interface SftpServer {
  /** Port 0 takes a free one. @throws X12Error `X12_OPTION_INVALID` for a host key that cannot be read. */
  listen(port: number, host?: string): Promise<AddressInfo>;
  /** `undefined` while it does not listen. */
  address(): AddressInfo | undefined;
  /** Takes no more connections, lets open files be finished for a while (default 10,000 milliseconds), then cuts the rest. */
  close(options?: { readonly grace?: number }): Promise<void>;
}

const DAY = 24 * 60 * 60_000;

/** A server that takes files over SFTP, and does nothing else: no shell, no commands, no forwarding. */
export function createSftpServer(options: SftpServerOptions): SftpServer {
  if (options.hostKeys.length === 0) {
    throw new X12Error('X12_OPTION_INVALID', 'The SFTP server needs a host key: ssh-keygen -t ed25519 makes one.', {
      details: { option: 'hostKeys' },
    });
  }
  return new EmbeddedSftpServer({ ...options });
}

class EmbeddedSftpServer implements SftpServer {
  readonly #options: SftpServerOptions;
  readonly #connections = new Map<string, SftpConnection>();
  readonly #receiving: ReceivingSettings;
  readonly #admission: Admission;
  #listener: NetServer | undefined;

  constructor(options: SftpServerOptions) {
    this.#options = options;
    this.#receiving = receivingSettings(options);
    this.#admission = new Admission({
      connections: options.maxConnections ?? RECEIVING_LIMITS.connections,
      connectionsPerAddress: options.maxConnectionsPerAddress ?? RECEIVING_LIMITS.connectionsPerAddress,
    });
  }

  async listen(port: number, host = '127.0.0.1'): Promise<AddressInfo> {
    if (this.#listener !== undefined) throw new X12Error('X12_OPTION_INVALID', 'The SFTP server listens already.');
    const take = this.#protocol(await loadSsh2());
    // Answers are small; waiting for more of them (Nagle) halves the speed of an upload.
    const listener = createServer({ noDelay: true }, (socket) => this.#connected(socket, take));
    this.#listener = listener;
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject);
      listener.listen(port, host, () => resolve(listener.off('error', reject).on('error', () => {}) && undefined));
    }).catch((error: unknown) => {
      this.#listener = undefined;
      throw error;
    });
    return listener.address() as AddressInfo;
  }

  address(): AddressInfo | undefined {
    const address = this.#listener?.address();
    return typeof address === 'object' && address !== null ? address : undefined;
  }

  async close({ grace = 10_000 }: { readonly grace?: number } = {}): Promise<void> {
    const listener = this.#listener;
    if (listener === undefined) return;
    this.#listener = undefined;
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
    const end = Date.now() + grace;
    while (this.#connections.size > 0 && Date.now() < end) {
      for (const connection of this.#connections.values()) connection.endIfIdle();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const connection of this.#connections.values()) connection.destroy();
    await closed;
  }

  /** Sets up the library, which gets its sockets from us; what it makes of them is found again by their remote port. */
  #protocol(ssh2: Ssh2): (socket: Socket) => void {
    const { hostKeys, keepaliveInterval = 15_000 } = this.#options;
    const context = {
      ssh2,
      receiving: this.#receiving,
      loginTimeout: this.#options.loginTimeout ?? RECEIVING_LIMITS.loginTimeout,
      idleTimeout: Math.min(DAY, this.#options.idleTimeout ?? 15 * 60_000),
      maxLoginAttempts: this.#options.maxLoginAttempts ?? 6,
      maxHandles: this.#options.maxHandles ?? 64,
    };
    const server = newServer(ssh2, {
      hostKeys: [...hostKeys],
      algorithms: algorithmsOf(this.#options.algorithms),
      keepaliveInterval,
      ident: 'ediloom',
    });
    server.on('connection', (client, { ip, port }) => {
      const connection = this.#connections.get(`${ip} ${port}`);
      // Between its first byte and now it may be gone.
      if (connection === undefined) client.end();
      else connection.begin(client);
    });
    server.on('error', () => {});
    return (socket) => {
      const key = `${socket.remoteAddress} ${socket.remotePort}`;
      this.#connections.set(key, new SftpConnection(socket, context));
      socket.once('close', () => this.#connections.delete(key));
      server.injectSocket(socket);
    };
  }

  #connected(socket: Socket, take: (socket: Socket) => void): void {
    // Read while there is a connection to ask.
    const { remoteAddress: address = '' } = socket;
    const release = this.#admission.admit(socket);
    if (release === undefined) {
      socket.on('error', () => {});
      socket.destroy();
      this.#receiving.report({ kind: 'refused', protocol: 'sftp', address, text: 'too many connections' });
      return;
    }
    socket.once('close', release);
    take(socket);
  }
}

function newServer({ Server }: Ssh2, config: ConstructorParameters<Ssh2['Server']>[0]): InstanceType<Ssh2['Server']> {
  try {
    return new Server(config);
  } catch (cause) {
    throw new X12Error('X12_OPTION_INVALID', 'A host key cannot be read. Give private keys without a passphrase.', {
      cause,
      details: { option: 'hostKeys' },
    });
  }
}
