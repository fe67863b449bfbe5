import { describe, expect, it } from 'vitest';
import { createDeliverJob } from '../../../src/exchange/delivery/deliver-job.js';
import { endDroppedDeliveries } from '../../../src/exchange/delivery/end-dropped-deliveries.js';
import { REDELIVER } from '../../../src/exchange/outbound/request-redelivery.js';
import { KeptTransports } from '../../../src/exchange/transports/kept-transports.js';
import { purgeFailedJobs } from '../../../src/jobs/failed-jobs.js';
import { collect } from '../../../src/objects/byte-streams.js';
import { openObject } from '../../../src/resources/buckets/open-object.js';
import { beginRetry, copyForRedelivery, ignoreExecution } from '../../../src/resources/executions/redelivery.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { ACCOUNT, acknowledgeFiles, addConnection, sha256 } from '../../support/deliveries.js';
import { type Deliveries, openDeliveries } from '../../support/delivery-services.js';
import { testJobs, until } from '../../support/test-jobs.js';

const INTERVAL = 360_000;

function statusOf({ store }: Deliveries, id: string) {
  return store.read((db) => db.selectFrom('executions').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

function reportsOf({ store }: Deliveries, id: string) {
  return store.read((db) =>
    db.selectFrom('delivery_reports').selectAll().where('execution_id', '=', id).orderBy('attempt').execute(),
  );
}

async function eventsOf({ store }: Deliveries) {
  const rows = await store.read((db) => db.selectFrom('events').selectAll().execute());
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) })).sort((a, b) => (a.type < b.type ? -1 : 1));
}

async function objectText({ services }: Deliveries, key: string): Promise<string> {
  const { bytes } = await openObject(services, { accountId: ACCOUNT, bucket: 'out', key });
  return (await collect(bytes)).toString();
}

describe('a delivery', () => {
  it('puts the file into the bucket and writes down all that is known of it', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const settings = { bucketName: 'out', parentDirectory: '/mill/', outboundSubdirectory: 'to-mill' };
    const connection = await addConnection(services, 'bucket', settings);
    const file = { connection, name: 'po.edi', text: 'ISA*1~', directory: 'orders', sets: 2 };
    const [id = ''] = await acknowledgeFiles(services, jobs, [file]);
    await until(async () => (await statusOf(deliveries, id)).status === 'COMPLETED');
    expect(await objectText(deliveries, 'mill/to-mill/orders/po.edi')).toBe('ISA*1~');
    const objects = await store.read((db) => db.selectFrom('bucket_objects').selectAll().execute());
    expect(objects).toMatchObject([
      { bucket: 'out', key: 'mill/to-mill/orders/po.edi', size: 6, sha256: sha256('ISA*1~'), execution_id: id },
    ]);
    expect(await reportsOf(deliveries, id)).toMatchObject([
      { status: 'DELIVERED', attempt: 1, filename: 'po.edi', message: 'Delivered as mill/to-mill/orders/po.edi.' },
    ]);
    const sets = await store.read((db) =>
      db.selectFrom('transactions').select(['id', 'listed']).orderBy('place').execute(),
    );
    expect(sets.map(({ listed }) => listed)).toEqual([1, 1]);
    const feed = await store.read((db) => db.selectFrom('feed').selectAll().orderBy('position').execute());
    expect(feed.map(({ ref_id }) => ref_id)).toEqual([...sets.map((set) => set.id), id]);
    const events = await eventsOf(deliveries);
    expect(events.map(({ type }) => type)).toEqual([
      'file.created',
      'file.delivered.v2',
      'file.processed.v2',
      'transaction.processed.v2',
      'transaction.processed.v2',
    ]);
    expect(events[1]?.detail).toMatchObject({
      fileExecutionId: id,
      connection: { connectionId: connection.id },
      delivery: { status: 'DELIVERED', artifactId: 'po.edi' },
      artifacts: [{ usage: 'output', sizeBytes: 6, url: `http://127.0.0.1:8480/2023-08-01/executions/${id}/output` }],
    });
    expect(events[3]?.detail).toMatchObject({
      fileExecutionId: id,
      fragments: null,
      partnership: { partnershipId: 'shop_mill' },
      x12: { metadata: { interchange: { controlNumber: 7 } } },
      artifacts: [{ model: 'transaction', usage: 'output' }],
    });
    expect(await store.read((db) => db.selectFrom('jobs').select('id').execute())).toEqual([]);
  });

  it('of a large file is the same bytes', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const connection = await addConnection(services, 'hosted-sftp', { bucketName: 'out', outboundSubdirectory: 'o' });
    const text = Array.from({ length: 300_000 }, (_, n) => `${n}~`).join('');
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'big.edi', text }]);
    await until(async () => (await statusOf(deliveries, id)).status === 'COMPLETED');
    expect(sha256(await objectText(deliveries, 'o/big.edi'))).toBe(sha256(text));
    const objects = await store.read((db) => db.selectFrom('bucket_objects').selectAll().execute());
    expect(objects).toMatchObject([{ key: 'o/big.edi', size: text.length, sha256: sha256(text) }]);
  });

  it('of the same name replaces the file, and the last acknowledged is the one that stays', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' });
    const now = services.clock.now();
    const files = [3, 1, 5, 2, 4].map((n) => ({
      connection,
      name: 'same.edi',
      text: `file ${n}`,
      acknowledgedAt: now + n,
    }));
    const ids = await acknowledgeFiles(services, jobs, files);
    await until(async () => {
      const rows = await Promise.all(ids.map((id) => statusOf(deliveries, id)));
      return rows.every(({ status }) => status === 'COMPLETED');
    });
    expect(await objectText(deliveries, 'same.edi')).toBe('file 5');
    const objects = await store.read((db) => db.selectFrom('bucket_objects').selectAll().execute());
    expect(objects).toMatchObject([{ key: 'same.edi', sha256: sha256('file 5') }]);
    expect(objects).toHaveLength(1);
  });

  it.each([
    ['of very many transactions are read one after another', 30_000, 1],
    ['of few transactions are read beside each other', 1, 3],
  ])('%s', async (_, toldSets, most) => {
    let reading = 0;
    let seen = 0;
    const asked: (() => void)[] = [];
    const made = await openDeliveries();
    const artifacts: typeof made.services.artifacts = {
      ...made.services.artifacts,
      read: async (row) => {
        reading += 1;
        seen = Math.max(seen, reading);
        await new Promise<void>((resolve) => asked.push(resolve));
        reading -= 1;
        return made.services.artifacts.read(row);
      },
    };
    const services = { ...made.services, artifacts };
    const deliver = createDeliverJob(services, new KeptTransports(services), made.timedOut);
    const jobs = testJobs(made.store, { clock: services.clock, handlers: { deliver } });
    await made.jobs.stop(0);
    jobs.start();
    const connection = await addConnection(made.services, 'bucket', { bucketName: 'out' });
    const files = ['a', 'b', 'c'].map((name) => ({ connection, name, toldSets }));
    const ids = await acknowledgeFiles(made.services, jobs, files);
    for (let done = 0; done < 3; done++) {
      await until(() => asked.length >= Math.min(most, 3 - done));
      asked.shift()?.();
    }
    await until(async () => {
      const rows = await Promise.all(ids.map((id) => statusOf(made, id)));
      return rows.every(({ status }) => status === 'COMPLETED');
    });
    expect(seen).toBe(most);
  });

  it('that fails three times, six minutes apart, ends the execution', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'nowhere' });
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi' }]);
    for (const attempt of [1, 2, 3]) {
      await until(async () => (await reportsOf(deliveries, id)).length === attempt);
      const [job] = await store.read((db) => db.selectFrom('jobs').selectAll().execute());
      expect(job?.due_at).toBe(attempt === 3 ? undefined : services.clock.now() + INTERVAL);
      expect((await statusOf(deliveries, id)).status).toBe(attempt === 3 ? 'FAILED' : 'IN_PROGRESS');
      services.clock.jump(INTERVAL - 1);
      jobs.wake();
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(await reportsOf(deliveries, id)).toHaveLength(attempt);
      services.clock.jump(1);
      jobs.wake();
    }
    const reports = await reportsOf(deliveries, id);
    expect(reports).toMatchObject([1, 2, 3].map((attempt) => ({ attempt, status: 'FAILED' })));
    expect(reports[0]?.message).toBe('The account has no bucket nowhere. Create it, or give the connection another.');
    expect(await statusOf(deliveries, id)).toMatchObject({
      fault_code: 'DELIVERY_FAILURE',
      fault_count: 1,
      retryable: 1,
    });
    const faults = await store.read((db) => db.selectFrom('faults').selectAll().execute());
    expect(faults).toMatchObject([{ execution_id: id, code: 'DELIVERY_FAILURE' }]);
    const events = await eventsOf(deliveries);
    expect(events.map(({ type }) => type)).toEqual(['file.failed.v2']);
    expect(events[0]?.detail).toMatchObject({
      direction: 'OUTBOUND',
      errors: [{ faultCode: 'DELIVERY_FAILURE' }],
      source: { name: 'po.edi' },
      partnership: { partnershipId: 'shop_mill' },
      x12: { metadata: { interchange: { controlNumber: 7 }, sender: { isa: { id: 'SHOP' } } } },
    });
    const listed = await store.read((db) => db.selectFrom('transactions').select('listed').execute());
    expect(listed).toEqual([{ listed: 0 }]);
  });

  it('succeeds at a later attempt once the cause is mended', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' }, { enabled: 0 });
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi' }]);
    await until(async () => (await reportsOf(deliveries, id)).length === 1);
    await store.write((tx) => tx.updateTable('connections').set({ enabled: 1 }).execute());
    services.clock.jump(INTERVAL);
    jobs.wake();
    await until(async () => (await statusOf(deliveries, id)).status === 'COMPLETED');
    const reports = await reportsOf(deliveries, id);
    expect(reports.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'FAILED'],
      [2, 'DELIVERED'],
    ]);
    expect(JSON.parse(reports[1]?.metadata ?? '')).toEqual({
      attempts: 2,
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      remote_name: 'po.edi',
    });
  });

  it('asks for a new file where its connection was deleted, as a retry would have the same end', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' }, { enabled: 0 });
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi' }]);
    await until(async () => (await reportsOf(deliveries, id)).length === 1);
    await store.write((tx) => tx.deleteFrom('connections').execute());
    services.clock.jump(INTERVAL);
    jobs.wake();
    await until(async () => (await reportsOf(deliveries, id)).length === 2);
    const message = (await reportsOf(deliveries, id))[1]?.message;
    expect(message).toMatch(/connection was deleted.*Generate it anew/);
    expect(message).not.toMatch(/retry/);
  });

  it('is not tried again when its file was set aside meanwhile', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' }, { enabled: 0 });
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi' }]);
    await until(async () => (await reportsOf(deliveries, id)).length === 1);
    await store.write(async (tx) => {
      await tx.updateTable('connections').set({ enabled: 1 }).execute();
      await ignoreExecution(new AccountQueries(tx, ACCOUNT), id, 1);
    });
    services.clock.jump(INTERVAL);
    jobs.wake();
    const left = () => store.read((db) => db.selectFrom('jobs').select('id').execute());
    await until(async () => (await left()).length === 0);
    expect(await reportsOf(deliveries, id)).toHaveLength(1);
    expect((await statusOf(deliveries, id)).status).toBe('IGNORED');
  });

  it.each([
    ['fails', 'nowhere'],
    ['succeeds', 'out'],
  ])('that was under way when its file was retried, and %s, leaves the file to the child', async (_, bucketName) => {
    let begun = (): void => {};
    const reading = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let goOn = (): void => {};
    const retried = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const { artifacts } = services;
    const slow = {
      ...artifacts,
      read: async (...read: Parameters<typeof artifacts.read>) => {
        begun();
        await retried;
        return artifacts.read(...read);
      },
    };
    Object.assign(services, {
      artifacts: slow,
      config: { ...services.config, delivery: { attempts: 1, intervalMs: 1 } },
    });
    const connection = await addConnection(services, 'bucket', { bucketName });
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi' }]);
    await reading;
    await store.write(async (tx) => {
      const queries = new AccountQueries(tx, ACCOUNT);
      await ignoreExecution(queries, id, 1);
      expect(await beginRetry(queries, id, 2)).toBe(true);
      const old = await tx.selectFrom('executions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(await copyForRedelivery(queries, old, 'child', 3)).toBe(true);
    });
    goOn();
    await until(async () => (await reportsOf(deliveries, id)).length === 1);
    expect(await statusOf(deliveries, id)).toMatchObject({ status: 'RETRIED', child_id: 'child', retryable: 0 });
    expect((await statusOf(deliveries, 'child')).status).toBe('IN_PROGRESS');
    const faults = await store.read((db) => db.selectFrom('faults').selectAll().execute());
    expect(faults).toEqual([]);
  });

  it('of a test key never goes over a connection that is not for tests', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' }, { test: 0 });
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi', keyMode: 'test' }]);
    await until(async () => (await reportsOf(deliveries, id)).length === 1);
    expect((await reportsOf(deliveries, id))[0]?.message).toContain('not for tests');
    await expect(objectText(deliveries, 'po.edi')).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('that answers a test goes back over the connection that the test came by', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' }, { test: 0 });
    const file = { connection, name: '997.edi', keyMode: 'test', functionalId: 'FA', text: 'ISA*1~' } as const;
    const [id = ''] = await acknowledgeFiles(services, jobs, [file]);
    await until(async () => (await reportsOf(deliveries, id)).length === 1);
    expect(await objectText(deliveries, '997.edi')).toBe('ISA*1~');
  });

  it.each(['..', 'a/../../b', '.', 'a\\b'])('never leaves the bucket by the directory %s', async (directory) => {
    const deliveries = await openDeliveries();
    const { services, jobs } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'out', parentDirectory: 'mill' });
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi', directory }]);
    await until(async () => (await reportsOf(deliveries, id)).length === 1);
    expect((await reportsOf(deliveries, id))[0]).toMatchObject({ status: 'FAILED' });
  });

  it('goes once more when asked for, without telling twice that it was processed', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' });
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi' }]);
    await until(async () => (await statusOf(deliveries, id)).status === 'COMPLETED');
    const again = { kind: 'deliver', class: 'local-delivery' as const, payload: { executionId: id } };
    await store.write((tx) => jobs.enqueue(new AccountQueries(tx, 'account-1'), again));
    await until(async () => (await reportsOf(deliveries, id)).length === 2);
    expect((await eventsOf(deliveries)).map(({ type }) => type)).toEqual([
      'file.created',
      'file.created',
      'file.delivered.v2',
      'file.delivered.v2',
      'file.processed.v2',
      'transaction.processed.v2',
    ]);
  });

  it('that the process has died of ten times is given up, and the execution says why', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    // Disabled, so that the job is not done before its row says what has happened.
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' }, { enabled: 0 });
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi' }]);
    await until(async () => (await reportsOf(deliveries, id)).length === 1);
    await store.write((tx) => tx.updateTable('connections').set({ enabled: 1 }).execute());
    await store.write((tx) => tx.updateTable('jobs').set({ takeovers: 10, due_at: 1 }).execute());
    jobs.wake();
    await until(async () => (await statusOf(deliveries, id)).status === 'FAILED');
    expect(await statusOf(deliveries, id)).toMatchObject({
      fault_code: 'DELIVERY_FAILURE',
      fault_message: expect.stringContaining('10 times when its process died'),
    });
    expect((await reportsOf(deliveries, id)).at(-1)).toMatchObject({ status: 'FAILED', attempt: 2 });
    expect((await eventsOf(deliveries)).map(({ type }) => type)).toEqual(['file.failed.v2']);
    await expect(objectText(deliveries, 'po.edi')).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('whose job failed and was retried by nobody fails its execution before the job goes', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' }, { enabled: 0 });
    const files = ['waits', 'retrying', 'set-aside'].map((name) => ({ connection, name }));
    const [id = '', retrying = '', ignored = ''] = await acknowledgeFiles(services, jobs, files);
    await until(
      async () => (await store.read((db) => db.selectFrom('delivery_reports').select('id').execute())).length === 3,
    );
    await store.write(async (tx) => {
      const queries = new AccountQueries(tx, ACCOUNT);
      await tx.updateTable('jobs').set({ state: 'failed', updated_at: 1 }).execute();
      await tx.updateTable('jobs').set({ kind: REDELIVER }).where('payload', 'like', `%${retrying}%`).execute();
      await ignoreExecution(queries, retrying, 1);
      await beginRetry(queries, retrying, 1);
      await ignoreExecution(queries, ignored, 1);
    });
    const purge = purgeFailedJobs((queries, gone) => endDroppedDeliveries(services, queries, gone));
    expect(await store.write((tx) => purge(tx, services.clock.now(), 500))).toBe(3);
    expect(await store.read((db) => db.selectFrom('jobs').select('id').execute())).toEqual([]);
    for (const one of [id, retrying]) {
      expect(await statusOf(deliveries, one)).toMatchObject({
        ...{ status: 'FAILED', retryable: 1, fault_count: 1, fault_code: 'DELIVERY_FAILURE' },
        fault_message: expect.stringContaining('nobody had it done'),
      });
    }
    expect((await statusOf(deliveries, ignored)).status).toBe('IGNORED');
    const told = await store.read((db) => db.selectFrom('feed').select('ref_id').execute());
    expect(told.map(({ ref_id }) => ref_id).sort()).toEqual([id, retrying].sort());
  });

  it('of two thousand files at once delivers each', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const connection = await addConnection(services, 'bucket', { bucketName: 'out' });
    const files = Array.from({ length: 2_000 }, (_, n) => ({
      connection,
      name: `po-${n}.edi`,
      text: 'x'.repeat(2000),
    }));
    await acknowledgeFiles(services, jobs, files);
    const open = () => store.read((db) => db.selectFrom('jobs').select('id').limit(1).execute());
    await until(async () => (await open()).length === 0, 30_000);
    const done = await store.read((db) =>
      db.selectFrom('delivery_reports').select('id').where('status', '=', 'DELIVERED').execute(),
    );
    expect(done).toHaveLength(files.length);
  });
});
