import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Wire {
  readonly port: number;
  /** Nothing more goes through, in either direction; the connections stay. */
  freeze(): void;
  /**
   * The client goes on, and after so many answers hears nothing more; connections made later are not concerned. An answer is what
   * comes in one piece.
   */
  mute(answers?: number): void;
  cut(): void;
  close(): Promise<void>;
}

export interface WireOptions {
  /** Bytes sent by the client after which the line fails. */
  readonly after?: number;
  readonly then?: 'cut' | 'freeze';
  /** Asked for each connection. */
  readonly refuses?: () => boolean;
}

/** A line to a port that can fail. */
export async function wireTo(
  port: number,
  { after = Number.POSITIVE_INFINITY, then = 'cut', refuses = () => false }: WireOptions = {},
): Promise<Wire> {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  /** Answers that a muted client still hears. */
  const muted = new Map<Socket, number>();
  let frozen = false;
  let sent = 0;
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const freeze = () => {
    frozen = true;
  };
  const hears = (socket: Socket): boolean => {
    const answers = muted.get(socket);
    if (answers !== undefined) muted.set(socket, answers - 1);
    return answers === undefined || answers > 0;
  };
  // Small commands and answers are not held back: each would wait for some 40 ms.
  const listener = createServer({ noDelay: true }, (client) => {
    if (refuses()) {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    clients.add(client);
    client.once('close', () => {
      clients.delete(client);
      muted.delete(client);
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!frozen) to.destroy();
      });
      from.on('data', (chunk) => {
        if (from === client) sent += chunk.length;
        if (sent > after) (then === 'cut' ? cut : freeze)();
        if (!frozen && hears(to)) to.write(chunk);
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // A listener on a port has an address of that form.
  const address = listener.address() as AddressInfo;
  return {
    port: address.port,
    freeze,
    mute: (answers = 0) => {
      for (const client of clients) muted.set(client, answers);
    },
    cut,
    close: () => {
      cut();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
}
