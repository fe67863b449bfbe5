import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * An address that stays while the processes behind it come and go, as that of a load balancer: it leads to one of them that answers.
 * Where none does, the caller's connection is closed.
 */
export class Doorway {
  readonly port: number;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    // Bound already: `open` waits for it, and it is no pipe.
    this.port = (server.address() as AddressInfo).port;
  }

  /** @param targets ports of loopback, tried one after another. */
  static async open(targets: () => readonly number[]): Promise<Doorway> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const doorway = new Doorway(server);
    server.on('connection', (socket) => doorway.#lead(socket, targets()));
    return doorway;
  }

  /** Ends all that goes through it, without a word. */
  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #lead(from: Socket, [port, ...others]: readonly number[]): void {
    this.#keep(from);
    if (port === undefined) {
      from.destroy();
      return;
    }
    const to = connect(port, '127.0.0.1');
    let isThrough = false;
    to.once('connect', () => {
      isThrough = true;
      from.pipe(to).pipe(from);
    });
    this.#keep(to);
    to.once('close', () => (isThrough ? from.destroy() : this.#lead(from, others)));
    from.once('close', () => to.destroy());
  }

  #keep(socket: Socket): void {
    if (this.#open.has(socket)) return;
    this.#open.add(socket);
    socket.setNoDelay(true);
    // What ends a connection is told to the other side by its end.
    socket.on('error', () => {});
    socket.once('close', () => this.#open.delete(socket));
  }
}
