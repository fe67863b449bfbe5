import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a server and its database. */
export interface Wire {
  /** That of the database, by way of the wire. */
  readonly url: string;
  /** What goes over it is lost from now on, and nobody is told; new connections are as they were. */
  forget(): void;
  /** What the database says is lost from now on, and what it is asked is not. */
  deafen(): void;
  close(): void;
}

/** Opens a wire on loopback to the database of a URL. */
export async function openWire(database: URL): Promise<Wire> {
  const lines = new Set<readonly [Socket, Socket]>();
  let isDeaf = false;
  const server = createServer((from) => {
    const to = connect(Number(database.port), database.hostname);
    const line = [from, to] as const;
    lines.add(line);
    for (const [one, other] of [line, [to, from] as const]) {
      one.on('data', (chunk) => lines.has(line) && !(isDeaf && one === to) && other.write(chunk));
      one.on('error', () => {});
      one.on('close', () => lines.has(line) && other.destroy());
    }
  });
  server.listen(0, database.hostname);
  await once(server, 'listening');
  const url = new URL(database);
  // Bound by now: it is no pipe.
  url.port = String((server.address() as AddressInfo).port);
  const forgotten: Socket[] = [];
  return {
    url: url.href,
    forget: () => {
      forgotten.push(...[...lines].flat());
      lines.clear();
    },
    deafen: () => {
      isDeaf = true;
    },
    close: () => {
      server.close();
      for (const socket of [...forgotten, ...[...lines].flat()]) socket.destroy();
    },
  };
}
