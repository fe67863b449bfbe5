import { expect, it } from 'vitest';
import { ignoreExecution } from '../../../src/resources/executions/redelivery.js';
import { type Inbound, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { PARTNERSHIP } from '../../support/partner-rows.js';
import { until } from '../../support/test-jobs.js';

const change = ({ write }: Inbound, release: string) =>
  write((queries) => queries.update('transaction_settings').set({ release }).where('id', '=', 'in-po').execute());

const waiting = async (inbound: Inbound) =>
  (await inbound.rows('received_interchanges')).filter(({ state }) => state === 'quarantined');

async function childOf(inbound: Inbound, id: string) {
  let child: string | undefined;
  await until(async () => {
    child = (await inbound.rows('executions')).find(({ parent_id }) => parent_id === id)?.id;
    return child !== undefined;
  });
  return inbound.ended(child ?? '');
}

it('an interchange that was assigned stays assigned when its execution is retried, or when it waits once more', async () => {
  const inbound = await openInbound();
  const file = await inbound.receive(ordersFile({ sender: 'NOBODY' }));
  const [first] = await waiting(inbound);
  await change(inbound, '005010');
  await inbound.command('inbound assign', { id: first?.id, partnership: PARTNERSHIP });
  const assigned = await childOf(inbound, file.id);
  expect(assigned).toMatchObject({ status: 'FAILED', fault_code: 'INVALID_CONFIGURATION' });
  await inbound.retry([assigned.id]);
  const retried = await inbound.childOf(assigned.id);
  expect(retried).toMatchObject({ status: 'FAILED', fault_code: 'INVALID_CONFIGURATION', partnership_id: PARTNERSHIP });
  await change(inbound, '004010');
  const [again, ...others] = await waiting(inbound);
  expect(others).toEqual([]);
  await inbound.command('inbound release', { id: again?.id });
  expect(await childOf(inbound, retried.id)).toMatchObject({ status: 'COMPLETED', transaction_count: 1 });
  expect(await receivedSets(inbound)).toMatchObject([{ partnership_id: PARTNERSHIP }]);
});

it('an interchange whose partnership went after it was assigned waits once more, and nothing of it is lost', async () => {
  const inbound = await openInbound({
    around: ({ reprocess, ...others }) => ({
      ...others,
      reprocess: async (job, signal) => {
        await inbound.write(async (queries) => {
          await queries.delete('transaction_settings').execute();
          await queries.delete('partnerships').execute();
        });
        return reprocess === undefined ? { kind: 'done' } : reprocess(job, signal);
      },
    }),
  });
  const file = await inbound.receive(ordersFile({ sender: 'NOBODY' }));
  const [one] = await waiting(inbound);
  await inbound.command('inbound assign', { id: one?.id, partnership: PARTNERSHIP });
  expect(await childOf(inbound, file.id)).toMatchObject({
    ...{ status: 'FAILED', fault_code: 'FAILED_TO_FIND_PARTNERSHIP', fault_count: 1 },
  });
  expect(await waiting(inbound)).toHaveLength(1);
});

it('an interchange of a file that is not kept any more is not released, and goes on waiting', async () => {
  const inbound = await openInbound();
  await inbound.receive(ordersFile({ sender: 'NOBODY' }));
  const [one] = await waiting(inbound);
  await inbound.write((queries) => queries.delete('artifacts').execute());
  await expect(inbound.command('inbound release', { id: one?.id })).rejects.toThrow(/not kept any more.*send it anew/);
  expect(await waiting(inbound)).toHaveLength(1);
});

it('assigned, released, retried and set aside at once, while its jobs run: each is handed over once, or waits once', async () => {
  const inbound = await openInbound();
  const orders = ['PO-1', 'PO-2', 'PO-3', 'PO-4', 'PO-5', 'PO-6'];
  const files = await Promise.all(
    orders.map((order, index) =>
      inbound.receive(ordersFile({ sender: 'NOBODY', number: `00000000${index + 1}`, orders: [order] })),
    ),
  );
  const settled = async (): Promise<void> => {
    await until(async () => (await inbound.rows('jobs')).length === 0);
    const executions = await inbound.rows('executions');
    const byId = new Map(executions.map((one) => [one.id, one]));
    for (const { status, child_id, id } of executions) {
      expect(['COMPLETED', 'FAILED', 'IGNORED', 'RETRIED']).toContain(status);
      if (status === 'RETRIED') expect(byId.get(child_id ?? '')?.parent_id).toBe(id);
    }
    const here = (await inbound.rows('business_identifiers')).map(({ value }) => value);
    expect(new Set(here).size).toBe(here.length);
    expect(here.length + (await waiting(inbound)).length).toBe(orders.length);
  };
  const raced = async (retried: readonly string[]): Promise<readonly PromiseSettledResult<unknown>[]> => {
    const rows = await waiting(inbound);
    const assign = (id: string) => inbound.command('inbound assign', { id, partnership: PARTNERSHIP });
    const release = (id: string) => inbound.command('inbound release', { id });
    const ignore = (id: string) => inbound.write((queries) => ignoreExecution(queries, id, 5));
    return Promise.allSettled([
      ...rows.flatMap(({ id }, index) => (index % 2 === 0 ? [release(id), assign(id)] : [assign(id), release(id)])),
      ...retried.flatMap((id, index) =>
        index % 3 === 0 ? [inbound.retry([id]), ignore(id)] : [ignore(id), inbound.retry([id])],
      ),
      ...rows.map(({ id }) => assign(id)),
    ]);
  };
  await raced(files.map(({ id }) => id));
  // Again while the jobs of the first run.
  await raced(files.map(({ id }) => id));
  await settled();
  for (const { id } of await waiting(inbound)) {
    await inbound.command('inbound assign', { id, partnership: PARTNERSHIP });
  }
  await settled();
  expect((await inbound.rows('business_identifiers')).map(({ value }) => value).toSorted()).toEqual(orders);
});
