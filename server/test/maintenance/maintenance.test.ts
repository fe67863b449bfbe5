import { describe, expect, it } from 'vitest';
import { purgeAnswers } from '../../src/idempotency/rows.js';
import { scheduledHandlers, scheduleTasks } from '../../src/jobs/scheduled.js';
import { maintenanceTasks } from '../../src/maintenance/maintenance-tasks.js';
import { purgeExpired, purgeWith } from '../../src/maintenance/purge-expired.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import { acknowledgeFiles, addConnection } from '../support/deliveries.js';
import { openDeliveries } from '../support/delivery-services.js';
import { openTestStore } from '../support/open-test-store.js';
import { jobRows, SILENT, TestClock, testJobs, until } from '../support/test-jobs.js';

const DAY = 86_400_000;

describe('maintenance', () => {
  it('comes again and again, after errors too, and once however often the server starts', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    let runs = 0;
    const task = {
      kind: 'tidy',
      everyMs: 3_600_000,
      run: async () => {
        runs += 1;
        if (runs === 2) throw new Error('no');
      },
    };
    const jobs = testJobs(store, { clock, handlers: scheduledHandlers([task], { clock, log: SILENT }) });
    await scheduleTasks(store, clock, [task]);
    await scheduleTasks(store, clock, [task]);
    jobs.start();
    for (const [run, pause] of [
      [1, 3_600_000],
      [2, 60_000],
      [3, 3_600_000],
    ] as const) {
      await until(async () => runs === run && (await jobRows(store))[0]?.state === 'waiting');
      const rows = await jobRows(store);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.due_at).toBe(clock.now() + pause);
      clock.jump(pause);
      jobs.wake();
    }
  });

  it('forgets stored answers after a day', async () => {
    const store = await openTestStore();
    const clock = new TestClock(10 * DAY);
    const rows = Array.from({ length: 1_200 }, (_, n) => ({
      ...{ account_id: 'a', key: `${n}`, request_hash: '', owner: '', lease: 1, lease_until: 0, status: 200 },
      ...{ headers: null, body: null, created_at: n < 1_100 ? 9 * DAY : 9 * DAY + 1 },
    }));
    await store.write((tx) => tx.insertInto('idempotency').values(rows).execute());
    expect(await purgeWith(purgeAnswers, { store, clock })).toBe(1_100);
    expect(await store.read((db) => db.selectFrom('idempotency').select('key').execute())).toHaveLength(100);
  });

  it('removes executions whose time has passed with all that is theirs, and nothing else', async () => {
    const { services, jobs, store } = await openDeliveries();
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' });
    const files = ['old', 'kept', 'pending', 'retried'].map((name) => ({ connection, name, sets: 2 }));
    const [old = '', kept = '', pending = '', retried = ''] = await acknowledgeFiles(services, jobs, files);
    await until(async () => (await jobRows(store)).length === 0);
    const now = services.clock.now();
    await store.write(async (tx) => {
      await tx
        .updateTable('executions')
        .set({ expires_at: now - 1 })
        .where('id', 'in', [old, pending, retried])
        .execute();
      await tx.updateTable('executions').set({ status: 'IN_PROGRESS' }).where('id', '=', pending).execute();
      // Asked for once more, and its job has not come to it yet.
      await tx.updateTable('executions').set({ status: 'RETRYING' }).where('id', '=', retried).execute();
      await tx
        .updateTable('artifacts')
        .set({ expires_at: now - 1 })
        .where('owner_id', 'in', [old, pending, retried])
        .execute();
    });
    await purgeExpired({ store, clock: services.clock });
    const left = await store.read((db) => db.selectFrom('executions').select('id').orderBy('id').execute());
    expect(left.map(({ id }) => id)).toEqual([kept, pending, retried].sort());
    for (const table of ['transactions', 'delivery_reports'] as const) {
      const rows = await store.read((db) => db.selectFrom(table).select('execution_id').execute());
      expect(new Set(rows.map(({ execution_id }) => execution_id))).toEqual(new Set([kept, pending, retried]));
    }
    const artifacts = await store.read((db) => db.selectFrom('artifacts').select('owner_id').execute());
    expect(artifacts.map(({ owner_id }) => owner_id).sort()).toEqual([kept, pending, retried].sort());
  });

  it('runs all its tasks over an empty store', async () => {
    const store = await openTestStore();
    const clock = new TestClock();
    let swept = 0;
    const keys = openMasterKeys({ masterKey: Buffer.alloc(32).toString('base64'), folder: '/nowhere' });
    const sweep = async () => swept++;
    const tasks = maintenanceTasks({
      store,
      clock,
      log: SILENT,
      sweep,
      endDropped: async () => {},
      keys,
      metrics: { check: () => {}, expiredWaiting: () => {} },
      auditRetentionDays: 30,
    });
    const errors: unknown[] = [];
    const log = { ...SILENT, error: (facts: unknown) => errors.push(facts) };
    const jobs = testJobs(store, { clock, log, handlers: scheduledHandlers(tasks, { clock, log }) });
    await scheduleTasks(store, clock, tasks);
    jobs.start();
    await until(async () =>
      (await jobRows(store)).every(({ state, due_at }) => state === 'waiting' && due_at > clock.now()),
    );
    expect(await jobRows(store)).toHaveLength(tasks.length);
    expect(swept).toBe(1);
    expect(errors).toEqual([]);
  });
});
