import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../support/built-server.js';
import { answerTo } from '../support/eligibility.js';
import { postgresPlace } from '../support/postgres-place.js';
import { PAYER, PAYERS_HERE, routeToPayer } from '../support/route-to-payer.js';
import { sharedServer } from '../support/shared-server.js';
import type { StorePlace } from '../support/store-factory.js';
import { commitLate } from './commit-late.js';

const ADMIN_TOKEN = randomBytes(32).toString('hex');
const MANAGER = '/2024-04-01/eligibility-manager';
const WRITERS = 8;
/** Checks of each batch. */
const CHECKS = 40;

let place: StorePlace;
let payer: Server;
let key: string;
const servers: ServerProcess[] = [];
const folders: string[] = [];

beforeAll(async () => {
  const { main } = await sharedServer();
  payer = createServer(async (request, response) => response.end(await answerTo(await buffer(request))));
  payer.listen(0, '127.0.0.1');
  await once(payer, 'listening');
  place = await postgresPlace(inject('postgresUrl'));
  const settings = { DATABASE_URL: place.address, MASTER_KEY: randomBytes(32).toString('base64'), ADMIN_TOKEN };
  for (let number = 0; number < 2; number++) {
    const folder = mkdtempSync(join(tmpdir(), 'ediloom-batch-polling-'));
    folders.push(folder);
    servers.push(await startServer(main, folder, { ...settings, ...PAYERS_HERE }));
  }
  const payerUrl = `http://127.0.0.1:${(payer.address() as AddressInfo).port}/`;
  await routeToPayer({ url: serverOf(0).url, adminToken: ADMIN_TOKEN, payerUrl });
  key = readFileSync(join(serverOf(0).dataDir, 'live-key'), 'utf8').trim();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await place.remove();
  payer.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function serverOf(number: number): ServerProcess {
  const server = servers[number % servers.length];
  if (server === undefined) throw new Error('It has not started.');
  return server;
}

async function call<Body>(number: number, path: string, body?: object): Promise<Body> {
  const headers = { authorization: key, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(serverOf(number).url + MANAGER + path, { headers, ...sent });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

interface Results {
  readonly items: readonly { readonly submitterTransactionIdentifier: string }[];
  readonly nextPageToken?: string;
  readonly resumeToken: string;
}

/** Whoever polls, from the beginning on: to each of the processes by turns. */
class Poller {
  readonly seen: string[] = [];
  #token = '';
  #number = 0;
  constructor(readonly query: string) {}

  async poll(): Promise<number> {
    const token = this.#token === '' ? '' : `&pageToken=${encodeURIComponent(this.#token)}`;
    const path = `/polling/batch-eligibility?${this.query}${token}`;
    const { items, nextPageToken, resumeToken } = await call<Results>(this.#number++, path);
    this.#token = nextPageToken ?? resumeToken;
    this.seen.push(...items.map((item) => item.submitterTransactionIdentifier));
    return items.length;
  }
}

async function submit(writer: number): Promise<string> {
  const items = Array.from({ length: CHECKS }, (_, place) => ({
    ...{ submitterTransactionIdentifier: nameOf(writer, place), tradingPartnerServiceId: PAYER },
    provider: { organizationName: 'LAKE CLINIC', npi: '1999999984' },
    subscriber: { memberId: `B${place}`, firstName: 'JANE', lastName: 'DOE', dateOfBirth: '19800101' },
  }));
  return (await call<{ readonly batchId: string }>(writer, '/batch-eligibility', { items })).batchId;
}

function nameOf(writer: number, place: number): string {
  return `own-${writer}-${place}`;
}

it('a poll of batches misses nothing, and has nothing twice, whatever order two processes commit in', {
  timeout: 0,
}, async () => {
  await commitLate(place.address);
  const all = new Poller('pageSize=30');
  let isOver = false;
  const polling = (async () => {
    while (!isOver) if ((await all.poll()) === 0) await setTimeout(5);
  })();
  const ids = await Promise.all(Array.from({ length: WRITERS }, (_, writer) => submit(writer)));
  for (const id of ids) {
    await expect
      .poll(async () => (await call<{ readonly status: string }>(0, `/batch/${id}`)).status, { timeout: 120_000 })
      .toBe('COMPLETED');
  }
  // An entry is shown once no commit before it may still come.
  await expect.poll(() => all.seen.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(WRITERS * CHECKS);
  isOver = true;
  await polling;
  while ((await all.poll()) > 0);
  const expected = ids.map((_, writer) => Array.from({ length: CHECKS }, (__, place) => nameOf(writer, place)));
  expect([...all.seen].sort()).toEqual(expected.flat().sort());
  const own = new Poller(`pageSize=7&batchId=${ids[3]}`);
  while ((await own.poll()) > 0);
  expect([...own.seen].sort()).toEqual([...(expected[3] ?? [])].sort());
});
