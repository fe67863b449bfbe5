import { expect, it } from 'vitest';
import { showFragment, showTransactions } from '../../../src/resources/transactions/shown.js';
import { readAs } from '../../support/accounts.js';
import { ACCOUNT, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { FRAGMENT_GUIDE, FRAGMENT_KEY } from '../../support/partner-rows.js';

const LINES = 100;

/** An order of so many lines. */
function longOrder(): string {
  const [head = '', tail = ''] = ordersFile().split('PO1*1*12*EA*9.75~CTT*1~SE*5*');
  const lines = Array.from({ length: LINES }, (_, index) => `PO1*${index + 1}*12*EA*9.75~`).join('');
  return `${head}${lines}CTT*${LINES}~SE*${LINES + 4}*${tail}`;
}

it('a set whose setting takes it apart comes in parts, each with an event and a document, and none of it is lost', async () => {
  const inbound = await openInbound();
  const fragments = JSON.stringify({ enabled: true, batchSizeKb: 2 });
  await inbound.write((queries) =>
    queries
      .update('transaction_settings')
      .set({ guide_id: FRAGMENT_GUIDE, fragments })
      .where('id', '=', 'in-po')
      .execute(),
  );
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
