import { expect, it } from 'vitest';
import { publishJob } from '../../../src/exchange/inbound/publish-file.js';
import { uuid } from '../../../src/ids.js';
import type { Job } from '../../../src/jobs/job.js';
import { insertArtifacts } from '../../../src/objects/artifact-rows.js';
import { fragmentsColumn } from '../../../src/resources/transactions/columns.js';
import { fragmentDocument } from '../../../src/resources/transactions/documents.js';
import { showFragment, showTransactions } from '../../../src/resources/transactions/shown.js';
import { readRows } from '../../../src/store/account-queries.js';
import type { Transactions } from '../../../src/store/tables.js';
import { watchedStore } from '../../store/watched-plans.js';
import { ACCOUNT, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';

const COUNT = 10_000;

/** A transaction that came in, as if it had been taken apart into so many fragments. */
async function withFragments() {
  const inbound = await openInbound();
  await inbound.receive(ordersFile());
  const [row] = await receivedSets(inbound);
  if (row === undefined) throw new Error('Nothing came.');
  const { services } = inbound;
  const own = {
    model: 'fragment',
    ownerId: row.id,
    usage: 'output',
    type: 'application/json',
    name: 'f.json',
  } as const;
  const parts = await services.artifacts.prepare(
    ACCOUNT,
    Array.from({ length: COUNT }, (_, index) => ({ ...own, bytes: Buffer.from(String(index)) })),
  );
  const fragments = fragmentsColumn({ keyName: 'k', fragmentCount: COUNT, batchSize: 1 });
  await inbound.write(async (queries) => {
    for (let from = 0; from < COUNT; from += 1000) await insertArtifacts(queries, parts.slice(from, from + 1000));
    await queries.update('transactions').set({ fragments }).where('id', '=', row.id).execute();
  });
  const set: Transactions = { ...row, fragments };
  return { services, set, parts, store: watchedStore(services.store) };
}

it('of ten thousand fragments none is read to show their transaction, and one to show one of them', async () => {
  const { services, set, parts, store } = await withFragments();
  const read = <Result>(work: Parameters<typeof readRows<Result>>[2]) => readRows(store.store, ACCOUNT, work);
  const [shown] = await read((queries) => showTransactions(services, queries, [set]));
  expect(shown?.artifacts.map(({ model, usage }) => [model, usage])).toEqual([
    ['transaction', 'input'],
    ['transaction', 'output'],
  ]);
  for (const index of [0, 7_777, COUNT - 1]) {
    const fragment = await read((queries) => showFragment(services, queries, set, index));
    const document = await read((queries) => fragmentDocument(queries, set, index));
    expect(fragment?.fragmentIndex).toBe(index);
    expect(document?.id).toBe(parts[index]?.id);
  }
  expect(await read((queries) => fragmentDocument(queries, set, COUNT))).toBeUndefined();
  expect(store.rowsGiven()).toBeLessThan(20);
});

it('a portion of them is reported by reading that portion', async () => {
  const { services, set, store } = await withFragments();
  const job = {
    id: uuid(),
    accountId: ACCOUNT,
    payload: { executionId: set.execution_id, from: set.place, part: 9_900 },
  };
  const publish = publishJob({ ...services, store: store.store });
  // Of a job the handler reads these.
  const outcome = await publish(job as unknown as Job, new AbortController().signal);
  expect(outcome).toMatchObject({ kind: 'again', payload: { from: set.place + 1 } });
  expect(store.rowsGiven()).toBeLessThan(120);
});
