import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type ServerProcess, startServer } from '../support/built-server.js';
import { answerTo } from '../support/eligibility.js';
import { PATIENT } from '../support/patients.js';
import { postgresPlace } from '../support/postgres-place.js';
import { PAYER, PAYERS_HERE, routeToPayer } from '../support/route-to-payer.js';
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
let payer: Server;
/** Checks that the payer has and does not answer yet. */
const held: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const { main } = await sharedServer();
  payer = createServer(async (request, response) => {
    const asked = await buffer(request);
    held.push(async () => void response.end(await answerTo(asked)));
  });
  payer.listen(0, '127.0.0.1');
  await once(payer, 'listening');
  place = await postgresPlace(inject('postgresUrl'));
  const environment = {
    ...{
      DATABASE_URL: place.address,
      MASTER_KEY: randomBytes(32).toString('base64'),
      ADMIN_TOKEN,
      ...PAYERS_HERE,
    },
  };
  const start = (): Promise<ServerProcess> => {
    const folder = mkdtempSync(join(tmpdir(), 'ediloom-pools-'));
    folders.push(folder);
    return startServer(main, folder, environment);
  };
  one = await start();
  two = await start();
  const payerUrl = `http://127.0.0.1:${(payer.address() as AddressInfo).port}/`;
  await routeToPayer({ url: one.url, adminToken: ADMIN_TOKEN, payerUrl });
  key = readFileSync(join(one.dataDir, 'live-key'), 'utf8').trim();
  await setLimits({ rate: { claims: MOST } });
  // The first check of a process reads its guides, which keeps it from giving places up meanwhile.
  const first = fittingChecks(2);
  await vi.waitFor(() => expect(held).toHaveLength(2), { timeout: 30_000 });
  await Promise.all(held.splice(0).map((answer) => answer()));
  await Promise.all(first);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await place.remove();
  payer.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function setLimits(limits: object): Promise<void> {
  const admin = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: ADMIN_TOKEN, 'content-type': 'application/json' };
    const answer = await fetch(`${one.url}/admin${path}`, { ...init, headers });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const { items } = (await admin('/accounts')) as { readonly items: readonly { readonly id: string }[] };
  await admin(`/accounts/${items[0]?.id}/limits`, { method: 'PUT', body: JSON.stringify(limits) });
  // What the other process has read of the account counts for a second more.
  await new Promise((resolve) => setTimeout(resolve, 1500));
}

const CHECK = JSON.stringify({
  tradingPartnerServiceId: PAYER,
  provider: { organizationName: 'LAKE CLINIC', npi: '1999999984' },
  subscriber: { memberId: PATIENT.memberId, lastName: PATIENT.lastName, dateOfBirth: PATIENT.dateOfBirth },
});

/** The statuses of so many checks at once, to both processes by turns. */
function checks(count: number): readonly Promise<number>[] {
  return Array.from({ length: count }, (_, index) => check(index % 2 ? one : two));
}

/** The same, for which there is room: a process that is too busy to give up its places in time has them refused, and they come again. */
function fittingChecks(count: number): readonly Promise<number>[] {
  return Array.from({ length: count }, async (_, index) => {
    for (;;) {
      const status = await check(index % 2 ? one : two);
      if (status !== 429) return status;
    }
  });
}

async function check({ url }: ServerProcess): Promise<number> {
  const answer = await fetch(`${url}/2024-04-01/change/medicalnetwork/eligibility/v3`, {
    ...{ method: 'POST', headers: { authorization: key, 'content-type': 'application/json' }, body: CHECK },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Resolves when two of them have. */
async function twoOf(all: readonly Promise<unknown>[]): Promise<void> {
  let done = 0;
  for (const one of all) void one.then(() => done++);
  await expect.poll(() => done).toBeGreaterThanOrEqual(2);
}

async function loseConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: place.address });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ediloom-server pools'",
  );
  await client.end();
}

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
  // What is let through is no claim.
  expect(new Set(statuses)).toEqual(new Set([429, 400]));
  return { through: statuses.filter((status) => status === 400).length, seconds: (performance.now() - begin) / 1000 };
}

it.each([50, 200])(
  'let %i checks be under way in both processes together, and not one more, whichever connection is lost',
  async (most) => {
    if (most !== 50) await setLimits({ rate: { claims: MOST }, concurrency: { 'real-time': most } });
    const underWay = [...fittingChecks(most)];
    await expect.poll(() => held.length).toBe(most);
    expect(await Promise.all(checks(4))).toEqual([429, 429, 429, 429]);
    await loseConnections();
    expect(await Promise.all(checks(4))).toEqual([429, 429, 429, 429]);
    // Places that are free in one process are free in both.
    const [first, second, ...rest] = held.splice(0);
    await Promise.all([first?.(), second?.()]);
    await twoOf(underWay);
    underWay.push(...fittingChecks(2));
    await expect.poll(() => held.length).toBe(2);
    expect(await Promise.all(checks(2))).toEqual([429, 429]);
    await Promise.all([...rest, ...held.splice(0)].map((answer) => answer()));
    expect(new Set(await Promise.all(underWay))).toEqual(new Set([200]));
  },
);

it('let no more through in two processes than in one, whichever connection is lost', async () => {
  for (let round = 0; round < 4; round++) {
    const { through, seconds } = await burst(40, [one, two]);
    expect(through).toBeGreaterThanOrEqual(MOST);
    expect(through).toBeLessThanOrEqual(MOST * Math.ceil(seconds));
    await loseConnections();
    await new Promise((resolve) => setTimeout(resolve, 1100));
  }
});

it('let a hundred enrollment requests a second through in two processes, as is published', async () => {
  await setLimits({});
  // Whatever they are asked: what is not there is a request as well.
  const paths = ['providers', 'enrollments', 'enrollments/00000000-0000-4000-8000-000000000000'];
  const begin = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: 600 }, async (_, index) => {
      const { url } = index % 2 === 0 ? one : two;
      const answer = await fetch(`${url}/2024-09-01/${paths[index % paths.length]}`, {
        headers: { authorization: key },
      });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  const through = statuses.filter((status) => status !== 429).length;
  expect(new Set(statuses)).toEqual(new Set([200, 404, 429]));
  expect(through).toBeGreaterThanOrEqual(100);
  expect(through).toBeLessThanOrEqual(100 * Math.ceil((performance.now() - begin) / 1000));
  await setLimits({ rate: { claims: MOST } });
});

it('give what a killed process had to the other', async () => {
  await burst(40, [one, two]);
  await one.kill();
  await expect
    .poll(async () => (await burst(20, [two])).through, { timeout: 30_000, interval: 1100 })
    .toBeGreaterThanOrEqual(MOST);
});
