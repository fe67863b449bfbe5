import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redeliverJob } from '../../../src/exchange/outbound/redeliver-job.js';
import type { Job } from '../../../src/jobs/job.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { coreAppForFile, rowsOf } from '../../support/core-app.js';
import { CONNECTION, PARTNERSHIP } from '../../support/partner-rows.js';
import { markDelivered, markFailed, type SentFile, sendOrders } from '../../support/sent-file.js';
import type { TestApp } from '../../support/test-app.js';
import { followed } from './documents.js';

const core = '/2023-08-01';

describe('executions', () => {
  let test: TestApp;
  let older: SentFile;
  let failed: SentFile;
  const get = (url: string, key = test.testKey) =>
    test.call('GET', `${core}${url}`, { headers: { authorization: key } });
  const retry = (condition: object, key = test.testKey) =>
    test.call('POST', `${core}/executions/retry`, { payload: { condition }, headers: { authorization: key } });
  const ids = async (query: string, key = test.testKey) => {
    const answer = await get(`/executions${query}`, key);
    const items = answer.json().items as { executionId: string }[] | undefined;
    return items?.map(({ executionId }) => executionId) ?? answer.statusCode;
  };

  afterAll(() => test.close());
  beforeAll(async () => {
    test = await coreAppForFile();
    older = await sendOrders(test, ['A', 'B']);
    test.clock.advance(60_000);
    failed = await sendOrders(test, ['C']);
    await markDelivered(test, older);
    await markFailed(test, failed);
    await test.queries(async (queries) => {
      const report = {
        partnership_id: PARTNERSHIP,
        connection_type: 'BUCKET',
        connection_id: CONNECTION,
        metadata: null,
      };
      const attempt = { attempt: 1, filename: 'f', status: 'FAILED' as const, message: 'Not reached.', created_at: 5 };
      await queries
        .insert('delivery_reports', { id: 'r1', execution_id: failed.executionId, ...report, ...attempt })
        .execute();
      const fault = { code: 'DELIVERY_FAILURE', message: 'Not reached.', detail: '{}' };
      for (const id of ['f1', 'f2']) {
        await queries.insert('faults', { id, execution_id: failed.executionId, created_at: 6, ...fault }).execute();
      }
    });
  });

  it('lists files, newest first, by what is asked for', async () => {
    const { executionId: a } = older;
    const { executionId: c } = failed;
    expect(await ids('')).toEqual([c, a]);
    const { nextPageToken } = (await get('/executions?pageSize=1')).json();
    expect(await ids(`?pageSize=1&pageToken=${nextPageToken}`)).toEqual([a]);
    expect(await ids('?status=FAILED')).toEqual([c]);
    expect(await ids('?faultCode=DELIVERY_FAILURE')).toEqual([c]);
    expect(await ids('?direction=INBOUND')).toEqual([]);
    expect(await ids('?mode=test')).toEqual([c, a]);
    expect(await ids(`?partnershipId=${PARTNERSHIP}&to=2026-01-15T12:00:00Z`)).toEqual([a]);
    expect(await ids('?from=2026-01-15T12:00:01Z')).toEqual([c]);
    expect(await ids(`?displayName=${c.slice(3, 20)}`)).toEqual([c]);
    expect(await ids(`?displayName=${c.slice(3, 20).toUpperCase()}`)).toEqual([c]);
    expect(await ids(`?displayName=${encodeURIComponent('%%%')}`)).toEqual([]);
    expect(await ids('?businessIdentifier=A')).toEqual([a]);
    expect(await ids('?businessIdentifier=C&status=FAILED')).toEqual([c]);
    expect(await ids('?businessIdentifier=C&status=COMPLETED')).toEqual([]);
    expect(await ids('?businessIdentifier=nobody')).toEqual([]);
    expect(await ids('?businessIdentifier=A', (await test.account('Second')).testKey)).toEqual([]);
    expect(await ids('?displayName=ab')).toBe(400);
    expect(await ids('?status=DONE')).toBe(400);
  });

  it('shows one with its documents and every attempt', async () => {
    const body = (await get(`/executions/${failed.executionId}`)).json();
    expect(body).toMatchObject({
      executionId: failed.executionId,
      status: 'FAILED',
      direction: 'OUTBOUND',
      mode: 'test',
      fileType: 'EDI/X12',
      faultCode: 'DELIVERY_FAILURE',
      retryable: true,
      transactionCount: 1,
      connectionType: 'BUCKET',
      connectionId: CONNECTION,
      source: { dirname: '', name: `${failed.executionId}.x12` },
      deliveryReports: [{ id: 'r1', attempt: 1, status: 'FAILED', message: 'Not reached.' }],
    });
    const documents = body.artifacts.map(({ usage, url }: { usage: string; url: string }) => [
      usage,
      url.split('/').at(-1),
    ]);
    expect(documents.sort()).toEqual([
      ['metadata', 'metadata'],
      ['output', 'output'],
    ]);
  });

  it('leads to the file and to what its envelope says', async () => {
    const document = async (name: string) => {
      const answer = await get(`/executions/${older.executionId}/${name}`);
      return (await followed(test, answer.json().documentDownloadUrl)).text;
    };
    expect(await document('output')).toBe(older.edi);
    expect(await document('output-url')).toBe(older.edi);
    expect(await document('input')).toBe(older.edi);
    const metadata = JSON.parse(await document('metadata-url'));
    expect(metadata.interchange).toMatchObject({ controlNumber: 1, groups: [{ controlNumber: 1, transactions: 2 }] });
  });

  it('lists the transactions of a file and its faults', async () => {
    const first = (await get(`/executions/${older.executionId}/transactions?pageSize=1`)).json();
    const rest = (await get(`/executions/${older.executionId}/transactions?pageToken=${first.nextPageToken}`)).json();
    const found = [...first.items, ...rest.items].map(({ transactionId }: { transactionId: string }) => transactionId);
    expect(found).toEqual(older.transactionIds);
    const faults = (await get(`/executions/${failed.executionId}/faults?pageSize=1`)).json();
    expect(faults.items).toMatchObject([{ id: 'f1', faultCode: 'DELIVERY_FAILURE', faultMessage: 'Not reached.' }]);
    const more = (await get(`/executions/${failed.executionId}/faults?pageToken=${faults.nextPageToken}`)).json();
    expect(more.items).toMatchObject([{ id: 'f2' }]);
    expect((await get(`/executions/${failed.executionId}/faults/f1/input`)).statusCode).toBe(404);
    expect((await get(`/executions/${older.executionId}/faults/f1/input`)).statusCode).toBe(404);
  });

  it('shows nothing to other accounts, and to test keys nothing of live keys', async () => {
    const other = await test.account('Other');
    const paths = ['', '/faults', '/transactions', '/input', '/output-url', '/metadata', '/faults/f1/input'];
    for (const path of paths) {
      expect((await get(`/executions/${failed.executionId}${path}`, other.liveKey)).statusCode).toBe(404);
    }
    expect(await ids('', other.liveKey)).toEqual([]);
    expect((await retry({ executionIds: [failed.executionId] }, other.liveKey)).statusCode).toBe(404);
    const live = await sendOrders(test, ['LIVE'], test.liveKey);
    expect((await get(`/executions/${live.executionId}`)).statusCode).toBe(404);
    expect((await get(`/executions/${live.executionId}`, test.liveKey)).statusCode).toBe(200);
    expect((await retry({ executionIds: [live.executionId] })).statusCode).toBe(404);
  });

  it('delivers a failed file again, once, under an execution of its own', async () => {
    expect((await retry({})).statusCode).toBe(400);
    const backwards = await retry({ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' });
    expect(backwards.json().errors).toEqual([
      {
        message: '/condition/from is later than to, so that nothing is between them. Exchange them.',
        path: '/condition/from',
      },
    ]);
    expect((await retry({ executionIds: ['nowhere'] })).statusCode).toBe(404);
    const left = await retry({ executionIds: [older.executionId, 'nowhere'] });
    expect([left.statusCode, left.json()]).toEqual([
      200,
      { queued: 0, notFound: ['nowhere'], notRetryable: [older.executionId] },
    ]);
    expect((await get(`/executions/${older.executionId}`)).json().status).toBe('COMPLETED');
    const elsewhere = await retry({ executionIds: [failed.executionId], partnershipId: 'elsewhere' });
    expect(elsewhere.json()).toEqual({ queued: 0, notFound: [], notRetryable: [failed.executionId] });
    const answer = await retry({ status: 'FAILED', faultCode: 'DELIVERY_FAILURE' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { queued: 1, notFound: [], notRetryable: [] }]);
    expect((await get(`/executions/${failed.executionId}`)).json().status).toBe('RETRYING');

    const [job] = (await rowsOf(test, 'jobs')).filter(({ kind }) => kind === 'redeliver');
    await done(test, job?.payload ?? '');
    await done(test, job?.payload ?? '');
    const parent = (await get(`/executions/${failed.executionId}`)).json();
    expect(parent).toMatchObject({ status: 'RETRIED', retryable: false });
    const child = (await get(`/executions/${parent.childExecutionId}`)).json();
    expect(child).toMatchObject({
      status: 'IN_PROGRESS',
      parentExecutionId: failed.executionId,
      source: parent.source,
    });
    expect(child.faultCode).toBeUndefined();
    const { documentDownloadUrl } = (await get(`/executions/${child.executionId}/output-url`)).json();
    expect((await followed(test, documentDownloadUrl)).text).toBe(failed.edi);
    const moved = (await get(`/executions/${child.executionId}/transactions`)).json();
    expect(moved.items).toMatchObject([{ transactionId: failed.transactionIds[0] }]);
    const deliveries = (await rowsOf(test, 'jobs')).filter(({ kind }) => kind === 'deliver');
    expect(deliveries.filter(({ payload }) => payload.includes(child.executionId))).toHaveLength(1);

    const again = await retry({ executionIds: [failed.executionId] });
    expect(again.json()).toEqual({ queued: 0, notFound: [], notRetryable: [failed.executionId] });
    const faults = (await get(`/executions/${failed.executionId}/faults`)).json();
    expect(faults.items.at(-1)).toMatchObject({ faultCode: 'PREVIOUSLY_RETRIED' });
    expect((await rowsOf(test, 'jobs')).filter(({ kind }) => kind === 'redeliver')).toHaveLength(1);
  });
});

/** Does a job as the runner would. */
async function done({ services, accountId }: TestApp, payload: string): Promise<void> {
  const job: Job = {
    id: 'job',
    accountId,
    kind: 'redeliver',
    class: 'local-delivery',
    over: '',
    lane: undefined,
    attempt: 1,
    payload: JSON.parse(payload),
    createdAt: 0,
  };
  const outcome = await redeliverJob(services)(job, new AbortController().signal);
  if (outcome.kind !== 'done') throw new Error('The job is not done.');
  await services.store.write(async (tx) => outcome.commit?.(new AccountQueries(tx, accountId)));
}
