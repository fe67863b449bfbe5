import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../support/built-server.js';
import { postgresPlace } from '../support/postgres-place.js';
import { sharedServer } from '../support/shared-server.js';
import type { StorePlace } from '../support/store-factory.js';

const ADMIN_TOKEN = randomBytes(32).toString('hex');
/** Requests a second that the account may have. */
const MOST = 10;

const folders: string[] = [];
let place: StorePlace;
let one: ServerProcess;
let two: ServerProcess;
let key: string;

beforeAll(async () => {
  const { main } = await sharedServer();
  place = await postgresPlace(inject('postgresUrl'));
  const environment = {
    ...{ DATABASE_URL: place.address, MASTER_KEY: randomBytes(32).toString('base64'), ADMIN_TOKEN },
  };
  const start = (): Promise<ServerProcess> => {
    const folder = mkdtempSync(join(tmpdir(), 'ediloom-pools-'));
    folders.push(folder);
    return startServer(main, folder, environment);
  };
  one = await start();
  two = await start();
  key = readFileSync(join(one.dataDir, 'live-key'), 'utf8').trim();
  const admin = (path: string, init: RequestInit = {}) =>
    fetch(`${one.url}/admin${path}`, {
      ...init,
      headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
    });
  const { items } = (await (await admin('/accounts')).json()) as { items: { accountId?: string; id?: string }[] };
  const accountId = items[0]?.accountId ?? items[0]?.id;
  const set = await admin(`/accounts/${accountId}/limits`, {
    method: 'PUT',
    body: JSON.stringify({ rate: { claims: MOST } }),
  });
  expect(set.status).toBe(200);
  // What the other process has read of the account counts for a second more.
  await new Promise((resolve) => setTimeout(resolve, 1500));
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await place.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Sends so many at once, to these processes by turns. @returns how many were let through, and within how many seconds. */
async function burst(count: number, servers: readonly ServerProcess[]) {
  const begin = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const server = servers[index % servers.length];
      const answer = await fetch(`${server?.url}/2024-04-01/dental-claims/submission`, {
        ...{ method: 'POST', headers: { authorization: key, 'content-type': 'application/json' }, body: '{}' },
      });
      return answer.status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([429, 501]));
  return { through: statuses.filter((status) => status === 501).length, seconds: (performance.now() - begin) / 1000 };
}

it('let no more through in two processes than in one, whichever connection is lost', async () => {
  const client = new pg.Client({ connectionString: place.address });
  await client.connect();
  for (let round = 0; round < 4; round++) {
    const { through, seconds } = await burst(40, [one, two]);
    expect(through).toBeGreaterThanOrEqual(MOST);
    expect(through).toBeLessThanOrEqual(MOST * Math.ceil(seconds));
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ediloom-server pools'",
    );
    await new Promise((resolve) => setTimeout(resolve, 1100));
  }
  await client.end();
});

it('give what a killed process had to the other', async () => {
  await burst(40, [one, two]);
  await one.kill();
  await expect
    .poll(async () => (await burst(20, [two])).through, { timeout: 30_000, interval: 1100 })
    .toBeGreaterThanOrEqual(MOST);
});
