import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Takes requests and never answers. @returns its URL. */
export async function deadPayer(ends: (() => Promise<unknown>)[]): Promise<string> {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

export type SlowPayer = Awaited<ReturnType<typeof startPayer>>;

/** A payer in a process of its own, so that its time is not the server's. */
export async function startPayer(delayMs: number) {
  const child = fork(fileURLToPath(new URL('slow-payer.ts', import.meta.url)), [String(delayMs)], {
    execArgv: ['--import', 'tsx'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  return {
    url: `http://127.0.0.1:${port}/`,
    /** Milliseconds for which it kept each check since it was last asked, by member id. */
    kept: async (): Promise<ReadonlyMap<string, number>> => {
      child.send('kept');
      const [{ kept }] = (await once(child, 'message')) as [{ readonly kept: readonly [string, number][] }];
      return new Map(kept);
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
