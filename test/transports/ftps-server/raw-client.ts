import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { PASSWORD } from '../ftps/partner.js';

/** A client that sends what it is told, right or wrong. */
export class RawClient {
  socket: Socket | TLSSocket;
  closed = false;
  #text = '';
  #changed: () => void = () => {};
  readonly #port: number;
  #session: Buffer | undefined;
  #tls: ConnectionOptions = {};

  private constructor(socket: Socket, port: number) {
    this.socket = socket;
    this.#port = port;
    this.#listen();
  }

  static async to(port: number, localAddress = '127.0.0.1'): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const client = new RawClient(socket, port);
    return client;
  }

  /** Secured and logged in, data protected. */
  static async loggedIn(port: number, tls: ConnectionOptions = {}): Promise<RawClient> {
    const client = await RawClient.to(port);
    await client.reply();
    await client.say('AUTH TLS');
    await client.secure(tls);
    for (const command of ['USER edi', `PASS ${PASSWORD}`, 'PBSZ 0', 'PROT P']) await client.say(command);
    return client;
  }

  secure(tls: ConnectionOptions = {}): Promise<void> {
    this.socket.removeAllListeners('data');
    this.#tls = tls;
    return new Promise((resolve, reject) => {
      const secure = connectTls({ socket: this.socket, rejectUnauthorized: false, ...tls });
      secure.on('session', (session) => {
        this.#session = session;
      });
      secure.once('secureConnect', resolve).once('error', reject);
      this.socket = secure;
      this.#listen();
    });
  }

  /** Sends a line and gives the reply. */
  async say(line: string): Promise<string> {
    this.socket.write(`${line}\r\n`);
    return this.reply();
  }

  /** The next whole reply; `closed` when there is none. */
  async reply(): Promise<string> {
    for (;;) {
      const match = /^(?:\d{3}-.*\r\n(?: .*\r\n)*)?\d{3} .*\r\n/.exec(this.#text);
      if (match !== null) {
        this.#text = this.#text.slice(match[0].length);
        return match[0].trimEnd();
      }
      if (this.closed) return 'closed';
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  /** Asks for a port, and connects to it. */
  async data({
    resume = true,
    localAddress = '127.0.0.1',
    tls = true,
    over = (raw: Socket): Duplex => raw,
  } = {}): Promise<Socket | TLSSocket> {
    const port = Number(/\|\|\|(\d+)\|/.exec(await this.say('EPSV'))?.[1]);
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    if (!tls) return socket;
    const session = resume
      ? (this.#session ?? ('getSession' in this.socket ? this.socket.getSession() : undefined))
      : undefined;
    const secure = connectTls({
      ...this.#tls,
      socket: over(socket),
      rejectUnauthorized: false,
      ...(session && { session }),
    });
    secure.on('error', () => {});
    return secure;
  }

  end(): void {
    this.socket.destroy();
  }

  get port(): number {
    return this.#port;
  }

  #listen(): void {
    this.socket.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString();
      this.#changed();
    });
    const closed = () => {
      this.closed = true;
      this.#changed();
    };
    this.socket.on('error', closed).on('close', closed).on('end', closed);
  }
}
