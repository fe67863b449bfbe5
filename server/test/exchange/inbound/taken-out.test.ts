import { expect, it } from 'vitest';
import { endDroppedDeliveries } from '../../../src/exchange/delivery/end-dropped-deliveries.js';
import type { JobHandler } from '../../../src/jobs/job.js';
import { type Inbound, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { PARTNERSHIP } from '../../support/partner-rows.js';
import { until } from '../../support/test-jobs.js';

const NOBODYS = ordersFile({ sender: 'NOBODY' });

/** @param first before the first job that is to have an interchange processed again; `dropped`: in place of it, as after 30 days. */
async function opened(first: (inbound: Inbound) => unknown): Promise<Inbound> {
  let inbound: Inbound | undefined;
  let isFirst = true;
  inbound = await openInbound({
    around: ({ reprocess, ...others }, services) => ({
      ...others,
      reprocess: async (job, signal) => {
        const again = () => (reprocess as JobHandler)(job, signal);
        if (!isFirst || inbound === undefined) return again();
        isFirst = false;
        return (await first(inbound)) === 'dropped'
          ? {
              kind: 'done',
              commit: (queries) => endDroppedDeliveries(services, queries, [{ kind: job.kind, payload: job.payload }]),
            }
          : again();
      },
    }),
  });
  return inbound;
}

const only = async (inbound: Inbound) => {
  const [row] = await inbound.rows('received_interchanges');
  if (row === undefined) throw new Error('None came in.');
  return row;
};
const noJobs = (inbound: Inbound) => until(async () => (await inbound.rows('jobs')).length === 0);

it.each(['artifacts', 'executions'] as const)(
  'an interchange whose file is gone when it is to be processed says so: no row of its %s',
  async (table) => {
    const inbound = await opened((one) => one.write((queries) => queries.delete(table).execute()));
    await inbound.receive(NOBODYS);
    const { id } = await only(inbound);
    await inbound.command('inbound assign', { id, partnership: PARTNERSHIP });
    await noJobs(inbound);
    expect(await inbound.command('inbound show', { id })).toMatchObject({
      ...{ state: 'expired', faultCode: 'FILE_NOT_FOUND' },
      message: expect.stringContaining('The file is not kept any more'),
    });
    await expect(inbound.command('inbound release', { id })).rejects.toThrow();
    expect(await receivedSets(inbound)).toEqual([]);
  },
);

it.each([
  ['quarantined', NOBODYS],
  ['held', ordersFile() + ordersFile({ orders: ['PO-OTHER'] })],
] as const)(
  'one whose job failed, and was retried by nobody, is %s again, and its file is as it was',
  async (state, text) => {
    const inbound = await opened(() => 'dropped');
    const file = await inbound.receive(text);
    const waiting = async () => (await inbound.rows('received_interchanges')).find((row) => row.state === state);
    const id = (await waiting())?.id;
    await inbound.command('inbound release', { id });
    await noJobs(inbound);
    expect(await waiting()).toMatchObject({ id });
    const [after] = (await inbound.rows('executions')).filter((row) => row.id === file.id);
    expect(after).toEqual(file);
    // And can be taken out once more.
    await inbound.command('inbound assign', { id, partnership: PARTNERSHIP });
    await until(async () => (await receivedSets(inbound)).length === (state === 'held' ? 2 : 1));
  },
);
