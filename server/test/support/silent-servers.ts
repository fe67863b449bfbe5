import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Servers of this machine that accept connections and say nothing, until the test is over. */
export interface SilentServers {
  readonly ports: readonly number[];
  /** Connections that are open, to all of them. */
  open(): number;
}

export async function silentServers(count: number): Promise<SilentServers> {
  const sockets: Socket[] = [];
  const servers = Array.from({ length: count }, () =>
    createServer((socket) => {
      socket.on('error', () => {});
      sockets.push(socket);
    }),
  );
  await Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });
  return {
    // They listen on TCP.
    ports: servers.map((server) => (server.address() as AddressInfo).port),
    open: () => sockets.length,
  };
}
