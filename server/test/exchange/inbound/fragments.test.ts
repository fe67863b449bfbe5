import { expect, it } from 'vitest';
import type { JobHandler } from '../../../src/jobs/job.js';
import { purgeExpired } from '../../../src/maintenance/purge-expired.js';
import { showFragment, showTransactions } from '../../../src/resources/transactions/shown.js';
import { readAs } from '../../support/accounts.js';
import { ACCOUNT, type Inbound, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { FRAGMENT_GUIDE, FRAGMENT_KEY } from '../../support/partner-rows.js';
import { until } from '../../support/test-jobs.js';

const LINES = 100;

/** An order of so many lines. */
function longOrder(count = LINES): string {
  const [head = '', tail = ''] = ordersFile().split('PO1*1*12*EA*9.75~CTT*1~SE*5*');
  const lines = Array.from({ length: count }, (_, index) => `PO1*${index + 1}*12*EA*9.75~`).join('');
  return `${head}${lines}CTT*${count}~SE*${count + 4}*${tail}`;
}

/** Has orders come in parts of so many kilobytes. */
function takeApart({ write }: Inbound, batchSizeKb: number): Promise<void> {
  const fragments = JSON.stringify({ enabled: true, batchSizeKb });
  return write((queries) =>
    queries
      .update('transaction_settings')
      .set({ guide_id: FRAGMENT_GUIDE, fragments })
      .where('id', '=', 'in-po')
      .execute(),
  );
}

it('a set whose setting takes it apart comes in parts, each with an event and a document, and none of it is lost', async () => {
  const inbound = await openInbound();
  await takeApart(inbound, 2);
  expect(await inbound.receive(longOrder())).toMatchObject({ status: 'COMPLETED', transaction_count: 1 });
  const [row] = await receivedSets(inbound);
  if (row === undefined) throw new Error('Nothing came.');
  const { services } = inbound;
  const [shown] = await readAs(services.store, ACCOUNT, (queries) => showTransactions(services, queries, [row]));
  const count = shown?.fragments?.fragmentCount ?? 0;
  expect(shown?.fragments).toEqual({ keyName: FRAGMENT_KEY, fragmentCount: count, batchSize: 2 });
  expect(count).toBeGreaterThan(2);
  expect(shown?.artifacts.map(({ usage }) => usage)).toEqual(['input', 'output']);
  const parts = (await inbound.rows('artifacts')).filter(({ model }) => model === 'fragment');
  expect(parts).toHaveLength(count);
  const texts = await Promise.all(parts.map(async (one) => Buffer.from(await services.artifacts.read(one)).toString()));
  const lines = texts.flatMap((text) => JSON.parse(text)[FRAGMENT_KEY] as unknown[]);
  expect(lines).toHaveLength(LINES);
  const events = (await inbound.rows('events')).filter(({ type }) => type === 'fragment.processed.v2');
  expect(events.map(({ detail }) => JSON.parse(detail).fragmentIndex).sort((a, b) => a - b)).toEqual([...parts.keys()]);
  const last = await readAs(services.store, ACCOUNT, (queries) => showFragment(services, queries, row, count - 1));
  expect(last).toMatchObject({ fragmentIndex: count - 1, artifacts: [{ model: 'fragment', usage: 'output' }] });
  expect(
    await readAs(services.store, ACCOUNT, (queries) => showFragment(services, queries, row, count)),
  ).toBeUndefined();
});

/** Ends each attempt, from one on, when it has written parts of a set, and before the set. */
async function ended(attempts: number) {
  let [prepared, left] = [0, attempts];
  const inbound = await openInbound({
    parts: ({ artifacts }) => ({
      artifacts: {
        ...artifacts,
        prepare: (account, news) => {
          const parts = news.filter(({ model }) => model === 'fragment').length;
          // All of it is more than goes into one commit.
          if (parts > 0 && ++prepared % 2 === 0 && left-- > 0) throw new Error('The process has ended here.');
          return artifacts.prepare(account, news);
        },
      },
    }),
  });
  await takeApart(inbound, 200);
  const file = await inbound.receive(longOrder(12_000));
  const parts = async () => (await inbound.rows('artifacts')).filter(({ model }) => model === 'fragment');
  return { inbound, file, parts };
}

it('parts that an attempt has written which ended before their set was are removed', async () => {
  const { inbound, file, parts } = await ended(1);
  expect(file).toMatchObject({ status: 'COMPLETED', transaction_count: 1 });
  const [row] = await receivedSets(inbound);
  const owners = (await parts()).map(({ owner_id }) => owner_id);
  expect([owners.length > 1, new Set(owners)]).toEqual([true, new Set([row?.id])]);
});

it('they are, too, where no attempt comes further', async () => {
  const { inbound, file, parts } = await ended(Number.POSITIVE_INFINITY);
  expect([file.status, await parts()]).toEqual(['FAILED', []]);
  await inbound.write((queries) =>
    queries.update('executions').set({ expires_at: 1 }).where('id', '=', file.id).execute(),
  );
  await purgeExpired(inbound.services);
  expect((await inbound.rows('artifacts')).map(({ usage }) => usage)).toEqual([]);
});

it('a set of very many parts is reported portion by portion, each part by one event', async () => {
  const reported: number[] = [];
  const inbound = await openInbound({
    around: ({ publish, ...others }) => ({
      ...others,
      publish: async (job, signal) => {
        reported.push((job.payload as { part?: number }).part ?? 0);
        return (publish as JobHandler)(job, signal);
      },
    }),
  });
  await takeApart(inbound, 1);
  expect(await inbound.receive(longOrder(8_000))).toMatchObject({ status: 'COMPLETED', transaction_count: 1 });
  await until(async () => (await inbound.rows('jobs')).every(({ kind }) => kind === 'deliver'));
  const parts = (await inbound.rows('artifacts')).filter(({ model }) => model === 'fragment').length;
  expect(parts).toBeGreaterThan(400);
  const events = await inbound.rows('events');
  const indexes = events.flatMap(({ type, detail }) =>
    type === 'fragment.processed.v2' ? JSON.parse(detail).fragmentIndex : [],
  );
  expect(indexes.sort((a, b) => a - b)).toEqual([...Array(parts).keys()]);
  const others = events.filter(({ type }) => type !== 'fragment.processed.v2').map(({ type }) => type);
  expect(others.sort()).toEqual(['file.processed.v2', 'transaction.processed.v2']);
  expect((await inbound.rows('feed')).filter(({ kind }) => kind === 'transaction')).toHaveLength(1);
  expect(Math.max(...reported)).toBeGreaterThanOrEqual(parts - 200);
});
