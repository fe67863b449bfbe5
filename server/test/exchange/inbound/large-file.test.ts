import { describe, expect, it } from 'vitest';
import { endDroppedDeliveries } from '../../../src/exchange/delivery/end-dropped-deliveries.js';
import type { JobHandler } from '../../../src/jobs/job.js';
import { purgeExpired, purgeHidden } from '../../../src/maintenance/purge-expired.js';
import { ReadingRefused } from '../../../src/reading/reader.js';
import { listTransactions } from '../../../src/resources/transactions/list.js';
import { listTransactionsOfFile } from '../../../src/resources/transactions/rows.js';
import { readAs } from '../../support/accounts.js';
import {
  ACCOUNT,
  agree,
  answersOf,
  type Inbound,
  openInbound,
  ordersFile,
  receivedSets,
} from '../../support/inbound.js';
import { until } from '../../support/test-jobs.js';

const ORDERS = Array.from({ length: 450 }, (_, index) => `PO-${index}`);
const FILE = ordersFile({ orders: ORDERS });

/** What lists show. */
function shown({ services }: Inbound, executionId: string): Promise<readonly number[]> {
  const page = { size: 500 };
  return readAs(services.store, ACCOUNT, async (queries) => {
    const listed = await listTransactions(queries, { mode: 'live' }, {}, page);
    const ofFile = await listTransactionsOfFile(queries, executionId, page);
    return [listed.items.length, ofFile.items.length];
  });
}

describe('a large file', () => {
  it('is written in portions that nobody sees, shown by one commit, and reported by jobs, each set once', async () => {
    const seen: (readonly number[])[] = [];
    const inbound = await openInbound({
      around: ({ receive, ...others }) => ({
        ...others,
        receive: async (job, signal) => {
          const outcome = await (receive as JobHandler)(job, signal);
          // All of it is written, and the commit is still to come.
          seen.push([
            (await receivedSets(inbound)).length,
            ...(await shown(inbound, (job.payload as { executionId: string }).executionId)),
          ]);
          return outcome;
        },
      }),
    });
    await agree(inbound, { acks: { enabled: true } });
    const execution = await inbound.receive(FILE);
    expect(seen).toEqual([[450, 0, 0]]);
    expect(execution).toMatchObject({ status: 'COMPLETED', transaction_count: 450 });
    expect(await shown(inbound, execution.id)).toEqual([450, 450]);
    expect(await answersOf(inbound)).toHaveLength(1);
    await until(async () => (await inbound.rows('jobs')).every(({ kind }) => kind === 'deliver'));
    const events = await inbound.rows('events');
    const of = (type: string) => events.filter((event) => event.type === type).map(({ resource_id }) => resource_id);
    expect(new Set(of('transaction.processed.v2')).size).toBe(450);
    expect([of('transaction.processed.v2').length, of('file.processed.v2').length]).toEqual([450, 1]);
    const feed = (await inbound.rows('feed')).filter(({ kind }) => kind === 'transaction');
    expect(new Set(feed.map(({ ref_id }) => ref_id)).size).toBe(450);
    expect(feed).toHaveLength(450);
    expect(await inbound.rows('unshown_files')).toEqual([]);
  });

  it('that is refused when portions of it are written leaves nothing of them, and is shown', async () => {
    const inbound = await openInbound({
      parts: ({ reader }) => ({
        reader: {
          ...reader,
          async *read(...given) {
            let count = 0;
            for await (const one of reader.read(...given)) {
              if (++count > 430) throw new ReadingRefused('limit', 'It is too much.');
              yield one;
            }
          },
        },
      }),
    });
    await agree(inbound, { acks: { enabled: true } });
    const execution = await inbound.receive(FILE);
    expect(execution).toMatchObject({ status: 'FAILED', fault_code: 'FAILED_TO_PARSE', transaction_count: 0 });
    expect(await receivedSets(inbound)).toEqual([]);
    expect(await inbound.rows('unshown_files')).toEqual([]);
  });

  it('costs and doubles nothing where an attempt ends between any two portions, or before its commit', async () => {
    let writes = 0;
    let endAt = 0;
    const inbound = await openInbound({
      parts: ({ artifacts }) => ({
        artifacts: {
          ...artifacts,
          prepare: (...given) => {
            if (++writes === endAt) throw new Error('The process has ended here.');
            return artifacts.prepare(...given);
          },
        },
      }),
    });
    await agree(inbound, { acks: { enabled: true } });
    for (let attempt = 1; attempt <= 4; attempt++) {
      const number = String(attempt).padStart(9, '0');
      // Counted from the arrival's own.
      [writes, endAt] = [0, attempt + 1];
      const execution = await inbound.receive(ordersFile({ orders: ORDERS, number }));
      expect(execution).toMatchObject({ status: 'COMPLETED', transaction_count: 450 });
      expect(writes).toBeGreaterThan(endAt);
    }
    const sets = await receivedSets(inbound);
    expect(sets).toHaveLength(4 * 450);
    expect(new Set(sets.map(({ execution_id, place }) => `${execution_id} ${place}`)).size).toBe(4 * 450);
    const inputs = (await inbound.rows('artifacts')).filter(
      ({ model, usage, owner_id }) =>
        model === 'transaction' && usage === 'input' && sets.some(({ id }) => id === owner_id),
    );
    expect(inputs).toHaveLength(4 * 450);
    expect(await answersOf(inbound)).toHaveLength(4);
  });

  it.each([false, true])(
    'that was hidden when its job was dropped is handed over whole once it is retried, tidied before: %s',
    async (isTidied) => {
      const inbound = await openInbound({
        around: ({ receive, ...others }, services) => ({
          ...others,
          receive: async (job, signal) => {
            const outcome = await (receive as JobHandler)(job, signal);
            const { executionId } = job.payload as { executionId: string };
            const first = (await inbound.rows('executions')).every(
              ({ id, parent_id }) => id !== executionId || !parent_id,
            );
            if (!first) return outcome;
            // All of it is written, and is never shown: the job fails from now on, and is dropped in the end.
            const dropped = [{ kind: job.kind, payload: job.payload }];
            return { kind: 'done', commit: (queries) => endDroppedDeliveries(services, queries, dropped) };
          },
        }),
      });
      const file = await inbound.receive(FILE);
      expect(file).toMatchObject({ status: 'FAILED', fault_code: 'UNKNOWN_ERROR', transaction_count: 0 });
      expect(await inbound.rows('unshown_files')).toHaveLength(1);
      if (isTidied) {
        expect(await purgeHidden(inbound.services)).toBe(450);
        expect([await inbound.rows('unshown_files'), await inbound.rows('transactions')]).toEqual([[], []]);
        expect((await inbound.rows('artifacts')).map(({ usage }) => usage)).toEqual(['input']);
      }
      await inbound.retry([file.id]);
      const child = await inbound.childOf(file.id);
      expect(child).toMatchObject({ status: 'COMPLETED', transaction_count: 450 });
      expect(await shown(inbound, child.id)).toEqual([450, 450]);
      // Retention takes the first with all that it has, that it was hidden, too.
      await inbound.write((queries) =>
        queries.update('executions').set({ expires_at: 1 }).where('id', '=', file.id).execute(),
      );
      await purgeExpired(inbound.services);
      expect([await inbound.rows('unshown_files'), (await receivedSets(inbound)).length]).toEqual([[], 450]);
    },
  );

  it('is read by one of two that are at it: the other writes nothing more and shows nothing', async () => {
    let entered = 0;
    let open: () => void = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    const handlers: JobHandler[] = [];
    const inbound = await openInbound({
      around: ({ receive, ...others }) => {
        handlers.push(receive as JobHandler);
        return { ...others, receive: async () => ({ kind: 'done' }) };
      },
    });
    const executionId = await inbound.arrive(FILE);
    const job = { id: 'j', accountId: ACCOUNT, kind: 'receive', class: 'inbound', over: '', lane: undefined } as const;
    const run = async (): Promise<string> => {
      if (++entered === 2) open();
      await both;
      const given = { ...job, attempt: 1, payload: { executionId }, createdAt: 0 };
      const outcome = await handlers[0]?.(given, new AbortController().signal);
      if (outcome?.kind !== 'done') return outcome?.kind ?? '';
      await inbound.write(async (queries) => outcome.commit?.(queries));
      return 'done';
    };
    const ended = await Promise.allSettled([run(), run()]);
    expect(ended.filter((one) => one.status === 'fulfilled' && one.value === 'done').length).toBeGreaterThan(0);
    expect(await inbound.ended(executionId)).toMatchObject({ status: 'COMPLETED', transaction_count: 450 });
    expect(await receivedSets(inbound)).toHaveLength(450);
    expect(await shown(inbound, executionId)).toEqual([450, 450]);
  });
});
