import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { order } from '../circle/documents.js';
import { Instance } from '../circle/instance.js';
import { becomePartners } from '../circle/partners.js';
import { Poller, readAll } from '../circle/read-all.js';
import { send, settled } from '../circle/trading.js';
import { until } from '../circle/until.js';
import type { BuiltServer } from '../support/built-server.js';
import { postgresPlace } from '../support/postgres-place.js';
import { sharedServer } from '../support/shared-server.js';
import { commitLate } from './commit-late.js';

const WRITERS = 8;
const FILES = 25;
/** That a partner sends meanwhile, each of which is answered by a 997. */
const RECEIVED = 20;
/** Executions, each of one transaction. */
const ALL = WRITERS * FILES + 2 * RECEIVED;

let built: BuiltServer;
let place: Awaited<ReturnType<typeof postgresPlace>>;
let instance: Instance | undefined;
let shop: Instance | undefined;
const folder = mkdtempSync(join(tmpdir(), 'ediloom-polling-'));

beforeAll(async () => {
  built = await sharedServer();
  place = await postgresPlace(inject('postgresUrl'));
  const settings = { DATABASE_URL: place.address };
  instance = await Instance.start({ built, folder: madeFolder('mill'), processes: 2, settings });
  shop = await Instance.start({ built, folder: madeFolder('shop') });
  const traders = [
    { name: 'shop', instance: shop },
    { name: 'mill', instance },
  ] as const;
  await becomePartners(traders, { ways: ['sftp'] });
});
afterAll(async () => {
  await instance?.kill();
  await shop?.kill();
  await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

it('a poll misses nothing that eight writers of two processes and a partner commit in any order', {
  timeout: 0,
}, async () => {
  if (instance === undefined) throw new Error('It has not started.');
  const { liveKey } = instance;
  await commitLate(place.address);

  const pollers = {
    transactions: new Poller(instance, 'transactions', liveKey),
    executions: new Poller(instance, 'executions', liveKey),
  };
  let isOver = false;
  const polling = Object.values(pollers).map(async (poller) => {
    while (!isOver) if ((await poller.poll()) === 0) await setTimeout(5);
  });
  await Promise.all([...Array.from({ length: WRITERS }, (_, writer) => write(writer)), receive()]);
  await until('all to be known', async () => ((await settled(must(instance))).length >= ALL ? true : undefined));
  await until('all to be polled', async () => (pollers.executions.items.length >= ALL ? true : undefined), {
    seen: () => `${pollers.transactions.items.length} and ${pollers.executions.items.length}`,
  }).finally(() => {
    isOver = true;
  });
  await Promise.all(polling);
  while ((await pollers.transactions.poll()) > 0);
  // All that there will be: an execution is told of when it is done.
  const listed = {
    transactions: await readAll<{ transactionId: string }>(instance, '/2023-08-01/transactions'),
    executions: await readAll<{ fileExecutionId: string }>(instance, '/2023-08-01/executions'),
  };
  const ids = (items: readonly object[], name: string): readonly string[] =>
    items.map((item) => String((item as Readonly<Record<string, unknown>>)[name])).sort();
  expect(listed.executions).toHaveLength(ALL);
  expect(listed.transactions).toHaveLength(ALL);
  expect(ids(pollers.transactions.items, 'transactionId')).toEqual(ids(listed.transactions, 'transactionId'));
  expect(ids(pollers.executions.items, 'fileExecutionId')).toEqual(ids(listed.executions, 'fileExecutionId'));
});

/** Files of a partner, one after another. */
async function receive(): Promise<void> {
  for (let file = 0; file < RECEIVED; file++) await send(must(shop), 'sftp', 'orders', [order(`PO-IN-${file}`)]);
}

function madeFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

function must(one: Instance | undefined): Instance {
  if (one === undefined) throw new Error('It has not started.');
  return one;
}

/** Files one after another, to one process and then to the other. */
async function write(writer: number): Promise<void> {
  for (let file = 0; file < FILES; file++) {
    const { living } = instance as Instance;
    const { url = '', liveKey } = { url: living[(writer + file) % living.length]?.url, liveKey: instance?.liveKey };
    const answer = await fetch(`${url}/2023-08-01/x12/partnerships/demo/generate-edi`, {
      method: 'POST',
      headers: {
        authorization: String(liveKey),
        'content-type': 'application/json',
        'idempotency-key': randomBytes(16).toString('hex'),
      },
      body: JSON.stringify({
        transactionGroups: [{ transactionSettingId: 'demo-850', transactions: [order(`PO-${writer}-${file}`)] }],
      }),
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  }
}
