import { expect, it } from 'vitest';
import { maintenanceTasks } from '../../src/maintenance/maintenance-tasks.js';
import { createArtifacts } from '../../src/objects/create-artifacts.js';
import { sweepObjects, sweptArtifacts } from '../../src/objects/sweep.js';
import { putObject } from '../../src/resources/buckets/put-object.js';
import { createBucket } from '../../src/resources/buckets/rows.js';
import { ACCOUNT, type Inbound, openInbound, ordersFile } from '../support/inbound.js';
import { CONNECTION } from '../support/partner-rows.js';
import { sweptTwice } from '../support/swept-twice.js';
import { SILENT, TestClock } from '../support/test-jobs.js';

const DAY = 86_400_000;
const RETENTION_DAYS = 30;

/** A file of more than fits into a row, whose second interchange waits and whose third is rejected. */
const FILE = [
  ordersFile({ orders: Array.from({ length: 1_500 }, (_, n) => `PO-${n}`) }),
  ordersFile({ sender: 'NOBODY', number: '000000002' }),
  ordersFile({ number: '000000003', orders: [''] }),
].join('');

async function opened(settings: object): Promise<Inbound> {
  const inbound = await openInbound({
    parts: ({ objects, secrets: { keys }, clock }) => ({
      artifacts: createArtifacts({ objects, keys, clock, encrypt: false, retentionDays: RETENTION_DAYS }),
    }),
  });
  await inbound.write(async (queries) => {
    await createBucket(queries, { now: () => 1 }, { name: 'files' });
    const columns = { inbound_place: 'files/in/', settings: JSON.stringify({ bucketName: 'files', ...settings }) };
    await queries.update('connections').set(columns).where('id', '=', CONNECTION).execute();
  });
  return inbound;
}

/** @returns how many interchanges were told to have expired while they waited. */
async function tidiedAfter({ services }: Inbound, days: number): Promise<number> {
  const { store, objects, secrets } = services;
  const clock = new TestClock(services.clock.now() + days * DAY);
  // Files are as old as the machine says.
  const sweeping = { store, objects, clock: new TestClock(Date.now() + 2 * DAY) };
  const sweep = async () => {
    await sweepObjects({ places: [sweptArtifacts], ...sweeping });
    await sweptTwice(sweeping);
  };
  const unused = { endDropped: async () => {}, auditRetentionDays: undefined };
  const warned: unknown[] = [];
  const expired: number[] = [];
  const metrics = { check: () => undefined, expiredWaiting: (interchanges: number) => void expired.push(interchanges) };
  const log = { ...SILENT, warn: (facts: unknown) => warned.push(facts) };
  for (const { run } of maintenanceTasks({ store, clock, sweep, keys: secrets.keys, metrics, log, ...unused })) {
    await run(new AbortController().signal);
  }
  expect(warned).toEqual(expired.map((interchanges) => ({ account: ACCOUNT, interchanges })));
  return expired.reduce((sum, count) => sum + count, 0);
}

async function objectsOf({ services: { objects } }: Inbound): Promise<number> {
  let count = 0;
  for await (const _ of objects.list('')) count++;
  return count;
}

it.each([
  ['goes with its execution', { deleteInboundFilesOnReceipt: true }, 0],
  ['stays where it is an object of a bucket, until somebody deletes it', {}, 1],
] as const)('what is kept of a file that came in, and its bytes: %s', async (_, settings, objectsLeft) => {
  const inbound = await opened(settings);
  await putObject(inbound.services, { accountId: ACCOUNT, bucket: 'files', key: 'in/orders.edi' }, Buffer.from(FILE));
  const [{ id } = { id: '' }] = await inbound.rows('executions');
  expect(await inbound.ended(id)).toMatchObject({ status: 'PARTIALLY_COMPLETED', transaction_count: 1_500 });
  expect(await tidiedAfter(inbound, RETENTION_DAYS - 1)).toBe(0);
  expect(await inbound.rows('transactions')).toHaveLength(1_500);
  expect(await tidiedAfter(inbound, RETENTION_DAYS + 2)).toBe(1);
  for (const table of ['executions', 'transactions', 'business_identifiers', 'faults', 'artifacts'] as const) {
    expect([table, (await inbound.rows(table)).length]).toEqual([table, 0]);
  }
  expect(await inbound.rows('unshown_files')).toEqual([]);
  expect(await objectsOf(inbound)).toBe(objectsLeft);
  // The numbers are known for a year; what waited does no more, as there is nothing to process.
  const states = (await inbound.rows('received_interchanges')).map(({ place, state }) => [place, state]).sort();
  expect(states).toEqual([
    [1, 'processed'],
    [2, 'expired'],
    [3, 'rejected'],
  ]);
  expect(await inbound.command('inbound', { limit: 10 })).toEqual({ interchanges: [] });
  expect(await inbound.command('inbound', { limit: 10, expired: true })).toMatchObject({
    interchanges: [{ place: 2, state: 'expired', message: expect.stringContaining('send it anew') }],
  });
  await tidiedAfter(inbound, 367);
  expect(await inbound.rows('received_interchanges')).toEqual([]);
});
