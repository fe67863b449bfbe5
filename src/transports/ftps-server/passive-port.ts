import { createServer, type Server, type Socket } from 'node:net';

/** Ports tried from the range before giving up. */
const ATTEMPTS = 50;
/** Connections from others than the client that are reported. The port stays open: else anyone could end a transfer by coming to it. */
const MAX_REPORTED = 10;

export interface PassivePortOptions {
  /** The control connection's ends: where to listen, and who may come. */
  readonly local: string;
  readonly peer: string;
  readonly ports: { readonly from: number; readonly to: number } | undefined;
  /** Milliseconds to wait for the client. */
  readonly timeout: number;
  /** Another address has tried. */
  readonly stranger: (address: string) => void;
}

/** A port open for one data connection of one client. */
export class PassivePort {
  readonly port: number;
  readonly #server: Server;
  readonly #connection: Promise<Socket>;
  #socket: Socket | undefined;
  #strangers = 0;
  #fail: (error: Error) => void = () => {};

  private constructor(server: Server, port: number, options: PassivePortOptions) {
    this.#server = server;
    this.port = port;
    this.#connection = new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.close(), options.timeout);
      this.#fail = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      server.on('connection', (socket) => {
        socket.on('error', () => {});
        if (socket.remoteAddress !== options.peer || this.#socket !== undefined) {
          socket.destroy();
          if (socket.remoteAddress === undefined || socket.remoteAddress === options.peer) return;
          if (++this.#strangers <= MAX_REPORTED) options.stranger(socket.remoteAddress);
          return;
        }
        clearTimeout(timer);
        this.#socket = socket;
        socket.setNoDelay(true);
        server.close();
        resolve(socket);
      });
    });
    this.#connection.catch(() => {});
  }

  /** `undefined`: no port of the range is free. */
  static async open(options: PassivePortOptions): Promise<PassivePort | undefined> {
    const { ports, local } = options;
    const size = ports === undefined ? 1 : ports.to - ports.from + 1;
    // Chosen at random, so that nobody knows the next one.
    const start = Math.floor(Math.random() * size);
    for (let attempt = 0; attempt < Math.min(size, ATTEMPTS); attempt++) {
      const server = createServer();
      const port = ports === undefined ? 0 : ports.from + ((start + attempt) % size);
      const bound = await listen(server, port, local);
      if (bound !== undefined) return new PassivePort(server, bound, options);
    }
    return undefined;
  }

  /** The client's connection. */
  connection(): Promise<Socket> {
    return this.#connection;
  }

  /** Closes the port, and a connection that no transfer has taken over. */
  close(): void {
    this.#server.close();
    this.#socket?.destroy();
    this.#fail(new Error('The client did not connect.'));
  }
}

function listen(server: Server, port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, backlog: 4 }, () => {
      const address = server.address();
      resolve(typeof address === 'object' ? address?.port : undefined);
    });
  });
}
