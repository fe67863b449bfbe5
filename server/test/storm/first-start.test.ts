import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type BuiltServer, launchServer, startServer } from '../support/built-server.js';
import { orderRequest } from '../support/orders.js';
import { sharedServer } from '../support/shared-server.js';
import { post } from './clients.js';
import { below } from './fleet.js';
import { after, atMost } from './patience.js';

const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 2);
const START_MS = 60_000;

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

it('is ended by the next start when it was killed, at any instant', { timeout: 0 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-first-start-'));
    try {
      const files = await killWhileItMakes(dataDir);
      const server = await atMost(START_MS, 'The next start', startServer(built.main, dataDir), () => files.join(', '));
      const answer = await post(server, server.testKey, { key: randomUUID(), body: orderRequest(1) });
      expect(answer, `killed when there were ${files.join(', ')}`).toMatchObject({ status: 200 });
      expect(await atMost(START_MS, 'The end', server.stop(), () => server.output())).toBe(0);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
});

/** Lets it make a random number of the first files before the kill, so that each step is met however long it takes. */
async function killWhileItMakes(dataDir: string): Promise<readonly string[]> {
  const server = launchServer(built.main, dataDir);
  const most = 1 + below(11);
  for (let tries = 0; tries < 5000 && (await readdir(dataDir)).length < most; tries++) await after(1);
  await after(below(10));
  await server.kill();
  await server.ready;
  return readdir(dataDir);
}
