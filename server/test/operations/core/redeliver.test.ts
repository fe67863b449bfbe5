import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coreAppForFile, rowsOf } from '../../support/core-app.js';
import { markDelivered, markFailed, type SentFile, sendOrders } from '../../support/sent-file.js';
import type { TestApp } from '../../support/test-app.js';

const core = '/2023-08-01';

describe('a file that is asked for again', () => {
  let test: TestApp;
  let delivered: SentFile;
  let sent = 0;
  const get = async (id: string) =>
    (await test.call('GET', `${core}/executions/${id}`, { headers: { authorization: test.testKey } })).json();
  const post = (id: string, what: string, headers = {}) =>
    test.call('POST', `${core}/executions/${id}/${what}`, { headers: { authorization: test.testKey, ...headers } });
  const outputOf = async (executionId: string) => {
    const rows = await rowsOf(test, 'artifacts');
    const row = rows.find(({ owner_id, usage }) => owner_id === executionId && usage === 'output');
    return [row?.name, Buffer.from(row?.bytes ?? []).toString()];
  };
  const deliveriesOf = async (executionId: string) =>
    (await rowsOf(test, 'jobs')).filter(({ kind, payload }) => kind === 'deliver' && payload.includes(executionId));

  afterAll(() => test.close());
  beforeAll(async () => {
    test = await coreAppForFile();
  });
  const newFile = async () => {
    const file = await sendOrders(test, [`PO-${++sent}`]);
    delivered = file;
    return file;
  };

  it('goes out once more with the same bytes and name, as often as that is asked for', async () => {
    await markDelivered(test, await newFile());
    const parent = delivered.executionId;
    const before = await get(parent);
    const children: string[] = [];
    for (const headers of [{ 'idempotency-key': 'again' }, { 'idempotency-key': 'again' }, {}]) {
      const answer = await post(parent, 'redeliver', headers);
      expect(answer.statusCode).toBe(200);
      children.push(answer.json().executionId);
    }
    const [first = '', repeated, second = ''] = children;
    expect(repeated).toBe(first);
    for (const child of [first, second]) {
      expect(await outputOf(child)).toEqual(await outputOf(parent));
      expect(await get(child)).toMatchObject({
        status: 'IN_PROGRESS',
        parentExecutionId: parent,
        source: before.source,
        transactionCount: 1,
      });
      expect(await deliveriesOf(child)).toHaveLength(1);
    }
    expect(await get(parent)).toMatchObject({ status: 'COMPLETED', childExecutionId: second });
    const sets = await rowsOf(test, 'transactions');
    expect(sets.map(({ execution_id }) => execution_id)).toEqual([parent]);
  });

  it('must not be one whose time has passed, of which retention may have taken a part', async () => {
    const past = (id: string) =>
      test.queries((queries) => queries.update('executions').set({ expires_at: 1 }).where('id', '=', id).execute());
    const done = await newFile();
    await markDelivered(test, done);
    await past(done.executionId);
    const answer = await post(done.executionId, 'redeliver');
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringMatching(/Generate it anew/)]);
    const failed = await newFile();
    await markFailed(test, failed);
    await past(failed.executionId);
    const retried = await test.call('POST', `${core}/executions/retry`, {
      headers: { authorization: test.testKey },
      payload: { condition: { executionIds: [failed.executionId] } },
    });
    expect(retried.json()).toEqual({ queued: 0, notFound: [], notRetryable: [failed.executionId] });
    expect(await get(failed.executionId)).toMatchObject({ status: 'FAILED' });
  });

  it('must have been delivered', async () => {
    const { executionId } = await newFile();
    expect((await post(executionId, 'redeliver')).statusCode).toBe(409);
    await markFailed(test, delivered);
    expect((await post(executionId, 'redeliver')).statusCode).toBe(409);
    expect((await post('nowhere', 'redeliver')).statusCode).toBe(404);
    const other = await test.account('Other');
    expect((await post(executionId, 'redeliver', { authorization: other.testKey })).statusCode).toBe(404);
  });
});

describe('a file that is set aside', () => {
  let test: TestApp;
  afterAll(() => test.close());
  beforeAll(async () => {
    test = await coreAppForFile();
  });
  const post = (path: string, payload?: object, key = test.testKey) =>
    test.call('POST', `${core}/executions/${path}`, {
      headers: { authorization: key },
      ...(payload === undefined ? {} : { payload }),
    });

  it('may have failed, or wait; and can be retried', async () => {
    for (const isFailed of [true, false]) {
      const file = await sendOrders(test, ['A']);
      if (isFailed) await markFailed(test, file);
      const ignored = await post(`${file.executionId}/ignore`);
      expect([ignored.statusCode, ignored.json()]).toEqual([200, { executionId: file.executionId, status: 'IGNORED' }]);
      expect((await post(`${file.executionId}/ignore`)).statusCode).toBe(409);
      const retried = await post('retry', { condition: { executionIds: [file.executionId] } });
      expect(retried.json()).toEqual({ queued: 1, notFound: [], notRetryable: [] });
    }
  });

  it('was not delivered, and is of the account', async () => {
    const file = await sendOrders(test, ['B']);
    const other = await test.account('Other');
    expect((await post(`${file.executionId}/ignore`, undefined, other.testKey)).statusCode).toBe(404);
    await markDelivered(test, file);
    expect((await post(`${file.executionId}/ignore`)).statusCode).toBe(409);
  });
});
