import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createInvokeJob } from '../../../src/exchange/functions/invoke-job.js';
import type { Job } from '../../../src/jobs/job.js';
import { functionRoutes } from '../../../src/operations/functions.js';
import { invocationRoutes } from '../../../src/operations/invocations.js';
import { expectForeign404 } from '../../support/expect-foreign-404.js';
import type { Scripted } from '../../support/fake-functions.js';
import { FUNCTIONS, type FunctionsApp, functionsApp } from '../../support/functions-app.js';

const FAILED = { error: { errorType: 'RangeError', errorMessage: 'no', trace: ['at index.js:1'] }, log: 'tried\n' };
const SECRET = 'word-of-the-event';

let test: FunctionsApp;
let next: Scripted = { result: '1' };
beforeAll(async () => {
  test = await functionsApp({ script: () => next, routes: [...functionRoutes, ...invocationRoutes] });
});
afterAll(() => test.close());
beforeEach(() => {
  next = { result: '1' };
  test.clock.advance(1000);
});

const create = (functionName: string) => test.call('POST', FUNCTIONS, { payload: { functionName, code: '1' } });
const read = async (path: string, query = {}) => (await test.call('GET', `${FUNCTIONS}/${path}`, { query })).json();
/** @returns its id. */
async function invoke(name: string, type: 'Event' | 'RequestResponse' = 'RequestResponse'): Promise<string> {
  const answer = await test.call('POST', `${FUNCTIONS}/${name}/invocations`, {
    payload: JSON.stringify(SECRET),
    headers: { 'content-type': 'application/octet-stream', 'x-amz-invocation-type': type },
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  test.clock.advance(1000);
  return String(answer.headers['x-stedi-invocationid']);
}
/** As its job does it: so many attempts. */
async function attempt(invocationId: string, times: number): Promise<void> {
  const handler = createInvokeJob(test.services, test.fake.here.machine);
  for (let at = 0; at < times; at++) {
    const job = { accountId: test.accountId, attempt: 1, payload: { invocationId } } as Job;
    const outcome = await handler(job, new AbortController().signal);
    await test.queries(async (queries) => outcome.commit?.(queries));
  }
}
const retry = (name: string, id: string, headers = {}) =>
  test.call('POST', `${FUNCTIONS}/${name}/invocations/${id}/retry`, { headers });
const idsOf = (page: { items: readonly { invocationId: string }[] }) => page.items.map((one) => one.invocationId);

describe('invocations', () => {
  it('are listed, newest first, by state, by time and in pages of both spellings', async () => {
    await create('listed');
    const ids = [await invoke('listed'), await invoke('listed')];
    next = FAILED;
    ids.push(await invoke('listed'));
    const middle = new Date(test.clock.now()).toISOString();
    ids.push(await invoke('listed', 'Event'));
    const newest = [...ids].reverse();
    const all = await read('listed/invocations');
    expect(idsOf(all)).toEqual(newest);
    expect(all.items[1]).toEqual({
      ...{ invocationId: ids[2], functionName: 'listed', invocationType: 'RequestResponse', source: 'api' },
      ...{ status: 'failed', attempts: 1, durationMs: 5, createdAt: expect.any(String), startedAt: expect.any(String) },
      ...{ endedAt: expect.any(String), expiresAt: expect.any(String) },
    });
    expect(JSON.stringify(all)).not.toContain(SECRET);
    const by = async (query: object) => idsOf(await read('listed/invocations', query));
    expect(await by({ status: 'failed' })).toEqual([ids[2]]);
    expect(await by({ status: 'succeeded' })).toEqual([ids[1], ids[0]]);
    expect(await by({ status: 'waiting' })).toEqual([ids[3]]);
    expect(await by({ from: middle })).toEqual([ids[3]]);
    expect(await by({ to: middle, status: 'succeeded' })).toEqual([ids[1], ids[0]]);
    expect(await by({ to: all.items[3].createdAt })).toEqual([ids[0]]);
    expect(await by({ from: all.items[0].createdAt })).toEqual([ids[3]]);

    const first = await read('listed/invocations', { pageSize: '3' });
    const rest = await read('listed/invocations', { page_size: '3', page_token: first.nextPageToken });
    expect([idsOf(first), idsOf(rest), rest.nextPageToken]).toEqual([newest.slice(0, 3), newest.slice(3), undefined]);
    const wrong = await test.call('GET', `${FUNCTIONS}/listed/invocations`, { query: { status: 'lost' } });
    expect([wrong.statusCode, wrong.headers['x-amzn-errortype']]).toEqual([400, 'ValidationException']);
    expect(wrong.json().fieldList).toMatchObject([{ path: '/status' }]);
  });

  it('are shown one by one with error and log, never with what they are invoked with; the audit has it', async () => {
    await create('shown');
    next = FAILED;
    const id = await invoke('shown');
    const one = await test.call('GET', `${FUNCTIONS}/shown/invocations/${id}`);
    expect(one.json()).toMatchObject({ invocationId: id, status: 'failed', error: FAILED.error, log: 'tried\n' });
    expect(one.body).not.toContain(SECRET);
    const audit = await test.queries((queries) =>
      queries.from('audit').select(['action', 'object_kind']).where('object_id', '=', id).execute(),
    );
    expect(audit).toEqual([{ action: 'read', object_kind: 'invocation' }]);
  });

  it.each(['sealed:0123456789abcdef:AAAA', 'sealed:', 'one\0two\uFFFD\u2028'])(
    'are shown whatever they print: %j',
    async (log) => {
      const name = `prints-${log.length}`;
      await create(name);
      next = { result: '1', log };
      const id = await invoke(name);
      expect(await read(`${name}/invocations/${id}`)).toMatchObject({ status: 'succeeded', log });
    },
  );

  it('that somebody waits for are written down with their audit, in one commit', async () => {
    await create('audited');
    const write = vi.spyOn(test.services.store, 'write');
    onTestFinished(() => write.mockRestore());
    await invoke('audited');
    expect(write).toHaveBeenCalledTimes(1);
    const audit = await test.queries((queries) =>
      queries.from('audit').select('action').where('object_id', '=', 'audited').orderBy('action').execute(),
    );
    expect(audit.map(({ action }) => action)).toEqual(['create', 'invoke']);
  });

  it('that failed three times are retried by hand, once', async () => {
    await create('retried');
    next = FAILED;
    const id = await invoke('retried', 'Event');
    await attempt(id, 3);
    expect(await read(`retried/invocations/${id}`)).toMatchObject({ status: 'failed', attempts: 3 });
    const answers = await Promise.all([retry('retried', id), retry('retried', id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.headers['x-amzn-errortype']).toBe('ResourceConflictException');
    expect(answers.find(({ statusCode }) => statusCode === 202)?.json()).toMatchObject({
      ...{ status: 'waiting', attempts: 0 },
    });
    // With what it was invoked with, and three times anew.
    await attempt(id, 1);
    expect(test.fake.runs.at(-1)?.event.toString()).toBe(JSON.stringify(SECRET));
    expect(await read(`retried/invocations/${id}`)).toMatchObject({ status: 'waiting', attempts: 1 });
    next = { result: '1' };
    await attempt(id, 1);
    expect(await read(`retried/invocations/${id}`)).toMatchObject({ status: 'succeeded', attempts: 2 });
    const audit = await test.queries((queries) =>
      queries.from('audit').select('action').where('object_id', '=', id).where('action', '=', 'retry').execute(),
    );
    expect(audit).toHaveLength(1);
  });

  it('that did not fail, that somebody has waited for, or that are not there are not retried', async () => {
    await create('not-retried');
    const succeeded = await invoke('not-retried', 'Event');
    await attempt(succeeded, 1);
    const waiting = await invoke('not-retried', 'Event');
    next = FAILED;
    const awaited = await invoke('not-retried');
    for (const id of [succeeded, waiting, awaited]) {
      const answer = await retry('not-retried', id);
      expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([409, 'ResourceConflictException']);
    }
    await create('beside');
    for (const [name, id] of [
      ['not-retried', '01J0000000000000000000000A'],
      ['beside', succeeded],
      ['nowhere', succeeded],
    ] as const) {
      const answer = await retry(name, id);
      expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([404, 'ResourceNotFoundException']);
    }
  });

  it('are kept anew from a retry on', async () => {
    await create('kept');
    next = FAILED;
    const id = await invoke('kept', 'Event');
    await attempt(id, 3);
    const { expiresAt } = await read(`kept/invocations/${id}`);
    // What failed is kept for two weeks; shortly before they are over.
    test.clock.advance(14 * 86_400_000 - 3_600_000);
    expect((await retry('kept', id)).json().expiresAt > expiresAt).toBe(true);
  });

  it('of a function that was deleted are still there; of one that never was, nothing is', async () => {
    await create('deleted');
    const id = await invoke('deleted');
    expect((await test.call('DELETE', `${FUNCTIONS}/deleted`)).statusCode).toBe(204);
    expect(idsOf(await read('deleted/invocations'))).toEqual([id]);
    expect(await read(`deleted/invocations/${id}`)).toMatchObject({ status: 'succeeded' });
    expect((await test.call('GET', `${FUNCTIONS}/never/invocations`)).statusCode).toBe(404);
    await create('unused');
    expect(await read('unused/invocations')).toEqual({ items: [] });
  });

  it('and functions of another account, and of the other mode, are not there', async () => {
    const name = 'owned';
    await create(name);
    next = FAILED;
    const id = await invoke(name, 'Event');
    await attempt(id, 3);
    const made = await test.call('PUT', `${FUNCTIONS}/${name}`, { payload: {}, headers: { prefer: 'respond-async' } });
    const function_ = { params: { functionName: name } };
    const invocation = { params: { functionName: name, invocationId: id } };
    const authorization = test.testKey;
    for (const path of [name, `${name}/invocations`, `${name}/invocations/${id}`]) {
      const answer = await test.call('GET', `${FUNCTIONS}/${path}`, { headers: { authorization } });
      expect(answer.statusCode, path).toBe(404);
    }
    expect((await retry(name, id, { authorization })).statusCode).toBe(404);
    await expectForeign404(test, [...functionRoutes, ...invocationRoutes], {
      ReadFunction: function_,
      UpdateFunction: { ...function_, payload: { timeout: 4 } },
      InvokeFunction: { ...function_, payload: {} },
      ListFunctionInvocations: function_,
      GetFunctionInvocation: invocation,
      RetryFunctionInvocation: invocation,
      ReadFunctionOperationStatus: { params: { operationToken: String(made.headers['x-stedi-operationtoken']) } },
      DeleteFunction: { ...function_, ownerSkipped: true },
    });
  });
});
