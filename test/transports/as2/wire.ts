import { createServer, connect as openSocket, type Server, type Socket } from 'node:net';

/** What breaks once, at the next connection. */
export type Fault =
  /** Taken, and lost at once. */
  | 'dropped'
  /** Behind the headers. */
  | 'cut-in-transfer'
  /** Lost when the first byte of the answer comes. */
  | 'cut-at-end'
  /** Bytes go nowhere, and nothing is answered. */
  | 'hang';

/** A wire between two partners that can be cut. */
export class Wire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target = 0;
  fault: Fault | undefined;
  /** Connections so far. */
  connections = 0;

  constructor() {
    this.#server = createServer((near) => this.#connect(near));
  }

  /** @returns its own port */
  async open(target: number): Promise<number> {
    this.#target = target;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('No port.');
    return address.port;
  }

  retarget(target: number): void {
    this.#target = target;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #connect(near: Socket): void {
    const fault = this.fault;
    this.fault = undefined;
    this.connections++;
    this.#keep(near);
    if (fault === 'dropped') return void near.destroy();
    if (fault === 'hang') return void near.resume();
    const far = this.#keep(openSocket(this.#target, '127.0.0.1'));
    const both = (): void => {
      near.destroy();
      far.destroy();
    };
    near.on('close', both);
    far.on('close', both);
    let passed = 0;
    near.on('data', (bytes) => {
      passed += bytes.length;
      if (fault === 'cut-in-transfer' && passed > 1_500) return both();
      if (!far.write(bytes)) near.pause();
    });
    far.on('drain', () => near.resume());
    far.on('data', (bytes) => (fault === 'cut-at-end' ? both() : near.write(bytes)));
    near.on('end', () => far.end());
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    return socket;
  }
}
