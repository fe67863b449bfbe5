import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BoxError, type Run } from '../../../src/box/runner.js';
import { functionRoutes } from '../../../src/operations/functions.js';
import { createFunction } from '../../../src/resources/functions/rows.js';
import type { Scripted } from '../../support/fake-functions.js';
import { FUNCTIONS, type FunctionsApp, functionsApp } from '../../support/functions-app.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const BIG_PACKAGE = Buffer.alloc(3.25 * 1024 * 1024 + 1).toString('base64');
const small = Buffer.from(zipSync({ 'index.mjs': strToU8('export const handler = () => 1;') }, { level: 0 }));
/** Its list of contents is whole; of its only file a letter is another one. */
const DAMAGED_PACKAGE = Buffer.from(small.toString('latin1').replace('handler', 'handlen'), 'latin1').toString(
  'base64',
);
const CODE = { code: '1' };

let test: FunctionsApp;
let endSlow = (): void => {};
const slow = new Promise<void>((resolve) => {
  endSlow = resolve;
});
beforeAll(async () => {
  const script = async ({ context }: Run): Promise<Scripted> => {
    if (context.functionName === 'slow') await slow;
    if (context.functionName === 'large') return { result: 'x'.repeat(6_000_000) };
    if (context.functionName === 'no-box') throw new BoxError('No box could be made.');
    if (context.functionName === 'broken') throw new TypeError('word-of-ours');
    return { result: '1' };
  };
  test = await functionsApp({ script, waiting: 1 });
  for (const functionName of ['there', 'no-box', 'broken', 'slow']) await create({ functionName, ...CODE });
});
afterAll(() => test.close());

const create = (payload: object) => test.call('POST', FUNCTIONS, { payload });
/** Read all the same, what is no letter would be another one. */
const NO_UTF8 = Buffer.from([0x22, 0xff, 0x22]);

const invoke = (name: string, payload: string | Buffer, type = 'RequestResponse') =>
  test.call('POST', `${FUNCTIONS}/${name}/invocations`, {
    payload,
    headers: { 'content-type': 'application/octet-stream', 'x-amz-invocation-type': type },
  });
type Asked = () => ReturnType<TestApp['call']>;

describe('what goes wrong with functions is told in the words of their clients', () => {
  it.each<[string, Asked, number, string, string]>([
    [
      'a key that is not known',
      () => test.call('GET', FUNCTIONS, { headers: { authorization: 'wrong' } }),
      ...([403, 'AccessDeniedException', 'ACCESS_DENIED'] as const),
    ],
    [
      'a key that may only read',
      async () => {
        const name = { name: 'reads', mode: 'live' as const, scopes: ['functions:read'] };
        const headers = { authorization: await test.key(test.accountId, name) };
        return test.call('POST', FUNCTIONS, { headers, payload: { functionName: 'x', ...CODE } });
      },
      ...([403, 'AccessDeniedException', 'SCOPE_REQUIRED'] as const),
    ],
    [
      'a function that is not there',
      () => test.call('GET', `${FUNCTIONS}/none`),
      ...([404, 'ResourceNotFoundException', 'RESOURCE_NOT_FOUND'] as const),
    ],
    [
      'one to be changed',
      () => test.call('PUT', `${FUNCTIONS}/none`, { payload: CODE }),
      ...([404, 'ResourceNotFoundException', 'RESOURCE_NOT_FOUND'] as const),
    ],
    [
      'one to be deleted',
      () => test.call('DELETE', `${FUNCTIONS}/none`),
      ...([404, 'ResourceNotFoundException', 'RESOURCE_NOT_FOUND'] as const),
    ],
    ['one to be invoked', () => invoke('none', '{}'), 404, 'ResourceNotFoundException', 'RESOURCE_NOT_FOUND'],
    [
      'an operation that is not there',
      () => test.call('GET', '/2021-11-16/operations/none'),
      ...([404, 'ResourceNotFoundException', 'RESOURCE_NOT_FOUND'] as const),
    ],
    [
      'a name that is taken',
      () => create({ functionName: 'there', ...CODE }),
      ...([409, 'ResourceConflictException', 'RESOURCE_CONFLICT'] as const),
    ],
    [
      'a package that is too large',
      () => create({ functionName: 'x', package: BIG_PACKAGE }),
      ...([413, 'RequestTooLargeException', 'REQUEST_TOO_LARGE'] as const),
    ],
    [
      'a body that is too large',
      () => create({ functionName: 'x', package: `${BIG_PACKAGE}${'A'.repeat(300_000)}` }),
      ...([413, 'RequestTooLargeException', 'REQUEST_TOO_LARGE'] as const),
    ],
    [
      'an event of more than 6 MB',
      () => invoke('there', `"${'x'.repeat(6 * 1024 * 1024)}"`),
      ...([413, 'RequestTooLargeException', 'REQUEST_TOO_LARGE'] as const),
    ],
    [
      'an event of more than 256 KB that nobody waits for',
      () => invoke('there', `"${'x'.repeat(256 * 1024)}"`, 'Event'),
      ...([413, 'RequestTooLargeException', 'REQUEST_TOO_LARGE'] as const),
    ],
    ['an event that is no JSON', () => invoke('there', '{'), 400, 'BadRequestException', 'BAD_EVENT'],
    ['the same that nobody waits for', () => invoke('there', '{', 'Event'), 400, 'BadRequestException', 'BAD_EVENT'],
    ['an event that is no UTF-8', () => invoke('there', NO_UTF8), 400, 'BadRequestException', 'BAD_EVENT'],
    [
      'the same that nobody waits for',
      () => invoke('there', NO_UTF8, 'Event'),
      400,
      'BadRequestException',
      'BAD_EVENT',
    ],
    [
      'a body that is no JSON',
      () => test.call('POST', FUNCTIONS, { payload: '{', headers: { 'content-type': 'application/json' } }),
      ...([400, 'SerializationException', 'INVALID_JSON'] as const),
    ],
    [
      'a body of another type',
      () => test.call('POST', FUNCTIONS, { payload: 'x', headers: { 'content-type': 'text/plain' } }),
      ...([415, 'UnsupportedMediaTypeException', 'UNSUPPORTED_MEDIA_TYPE'] as const),
    ],
    [
      'a machine that makes no box',
      () => invoke('no-box', '{}'),
      ...([503, 'ServiceUnavailableException', 'SERVICE_UNAVAILABLE'] as const),
    ],
    [
      'what nobody foresaw',
      () => invoke('broken', '{}'),
      ...([500, 'InternalFailureException', 'INTERNAL_ERROR'] as const),
    ],
  ])('%s', async (_, ask, status, type, code) => {
    const answer = await ask();
    expect([answer.statusCode, answer.headers['x-amzn-errortype'], answer.json()]).toEqual([
      ...[status, type, expect.objectContaining({ code, message: expect.stringMatching(/\w/) })],
    ]);
    expect(answer.body).not.toContain('word-of-ours');
  });

  it.each<[string, object, string]>([
    ['no source', { functionName: 'x' }, '/code'],
    ['two sources', { functionName: 'x', ...CODE, packageRef: { bucketName: 'a', key: 'b' } }, '/'],
    ['code that is empty', { functionName: 'x', code: '' }, '/code'],
    ['code of blanks', { functionName: 'x', code: ' \n' }, '/code'],
    ['no name', CODE, '/functionName'],
    ['a name that none can have', { functionName: 'a b', ...CODE }, '/functionName'],
    ['a name that is too long', { functionName: 'x'.repeat(65), ...CODE }, '/functionName'],
    ['too much code', { functionName: 'x', code: 'x'.repeat(4097) }, '/code'],
    ['a package that is damaged', { functionName: 'x', package: DAMAGED_PACKAGE }, '/package'],
    ['no zip', { functionName: 'x', package: 'AAAA' }, '/package'],
    ['a zip that is not in base64', { functionName: 'x', package: 'data:application/zip;base64,AAAA' }, '/package'],
    ['half of a package reference', { functionName: 'x', packageRef: { bucketName: 'a' } }, '/packageRef/key'],
    ['a time-out that is too long', { functionName: 'x', ...CODE, timeout: 901 }, '/timeout'],
    ['another time for its logs', { functionName: 'x', ...CODE, logRetention: 'two_days' }, '/logRetention'],
    [
      'a variable whose name none can have',
      { functionName: 'x', ...CODE, environmentVariables: { 'A-B': 'x' } },
      '/environmentVariables/A-B',
    ],
    [
      'a variable that is no text',
      { functionName: 'x', ...CODE, environmentVariables: { A: 1 } },
      '/environmentVariables/A',
    ],
    [
      'variables of more than 4 KB',
      { functionName: 'x', ...CODE, environmentVariables: { A: 'x'.repeat(4096) } },
      '/environmentVariables',
    ],
  ])('%s: at its place in fieldList', async (_, payload, path) => {
    const answer = await create(payload);
    expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([400, 'ValidationException']);
    expect(answer.json().fieldList[0]).toEqual({ path, message: expect.any(String) });
    expect((await test.call('GET', `${FUNCTIONS}/x`)).statusCode).toBe(404);
  });

  it('says what to do where a word too few is easily said', async () => {
    const variables = (environmentVariables: object) => create({ functionName: 'x', ...CODE, environmentVariables });
    const answers = await Promise.all([
      variables({ A: 1, B: true }),
      create({ functionName: 'x', code: '' }),
      create({ functionName: 'x', package: 'index.zip!' }),
      invoke('there', '{ "a": word }'),
      invoke('there', '{ "a": ', 'Event'),
      test.call('PUT', `${FUNCTIONS}/there`, { payload: { code: '' } }),
    ]);
    expect(answers.map((answer) => answer.json().message)).toEqual([
      '/environmentVariables/A must be text or null. There are 2 problems; see errors.',
      expect.stringContaining('export const handler'),
      expect.stringContaining('a zip in base64'),
      'A function is invoked with JSON: this is none from line 1, column 8 on.',
      'A function is invoked with JSON: this ends before it is complete, at line 1, column 8.',
      expect.stringContaining('The code is empty.'),
    ]);
  });

  it('a page that cannot be had is told so, too', async () => {
    for (const query of [{ pageSize: '0' }, { pageToken: 'nonsense' }]) {
      const answer = await test.call('GET', FUNCTIONS, { query });
      expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([400, 'ValidationException']);
      expect(answer.json().fieldList).toMatchObject([{ path: `/${Object.keys(query)[0]}` }]);
    }
  });

  it('a package whose files are not those that were packed: an error of the function, as the server goes on', async () => {
    const zip = Buffer.from(zipSync({ 'index.mjs': [strToU8('export const handler = 1;'), { level: 0 }] }));
    zip.write('EXPORT', zip.indexOf('export'));
    // As it lies there, after it was taken: a disk may do it.
    await test.services.objects.put('_functions/spoilt', zip, {});
    const source = { package: { objectName: '_functions/spoilt', sha256: 'spoilt', size: zip.length } };
    const given = { source, timeout: 3, logRetention: 'one_day' };
    await test.queries((queries) => createFunction({ queries, clock: test.clock, mode: 'live' }, 'spoilt', given));
    const answer = await invoke('spoilt', '{}');
    expect([answer.statusCode, answer.headers['x-stedi-invocationerror']]).toEqual([200, 'Unhandled']);
    expect(answer.json()).toEqual({
      ...{ errorType: 'InvalidPackage', trace: [] },
      errorMessage: expect.stringContaining('Pack it again'),
    });
  });

  it('too many at once: what a client waits and tries again for', async () => {
    // One runs, and one waits.
    const all = [invoke('slow', '{}'), invoke('there', '{}'), invoke('there', '{}')];
    const answer = await Promise.race(all);
    expect([answer.statusCode, answer.headers['x-amzn-errortype'], answer.json().code]).toEqual([
      ...[429, 'ThrottlingException', 'TOO_MANY_REQUESTS'],
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    endSlow();
    expect((await Promise.all(all)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  });

  it('a thousand functions are as many as an account has', async () => {
    const account = await test.account();
    const headers = { authorization: account.liveKey };
    const made = await test.call('POST', FUNCTIONS, { headers, payload: { functionName: 'first', ...CODE } });
    expect(made.statusCode).toBe(201);
    await test.services.store.write(async (tx) => {
      const of = tx.selectFrom('functions').selectAll().where('account_id', '=', account.accountId);
      const first = await of.executeTakeFirstOrThrow();
      const rows = Array.from({ length: 999 }, (_, at) => ({ ...first, name: `f${at}` }));
      for (let at = 0; at < rows.length; at += 200) {
        await tx
          .insertInto('functions')
          .values(rows.slice(at, at + 200))
          .execute();
      }
    });
    const answer = await test.call('POST', FUNCTIONS, { headers, payload: { functionName: 'more', ...CODE } });
    expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([422, 'QuotaExceededException']);
  });

  it('a type of invocation that there is not, of which nothing is kept however often it is asked for', async () => {
    await test.call('POST', FUNCTIONS, { payload: { functionName: 'typed', ...CODE } });
    const large = JSON.stringify('x'.repeat(5_000_000));
    // More than there is memory for, all together.
    for (let times = 0; times < 30; times++) {
      const headers = { 'x-amz-invocation-type': 'Later', 'content-type': 'application/json' };
      const answer = await test.call('POST', `${FUNCTIONS}/typed/invocations`, { payload: large, headers });
      expect(answer.statusCode).toBe(400);
    }
    const answer = await test.call('POST', `${FUNCTIONS}/typed/invocations`, { payload: {} });
    expect(answer.statusCode).toBe(200);
  });

  it('results that are read are no more in the way of others, however large they are', async () => {
    await test.call('POST', FUNCTIONS, { payload: { functionName: 'large', ...CODE } });
    for (let times = 0; times < 8; times++) {
      const answer = await test.call('POST', `${FUNCTIONS}/large/invocations`, { payload: {} });
      expect([answer.statusCode, answer.body.length]).toEqual([200, 6_000_000]);
    }
  });

  it('a server whose functions are off', async () => {
    const off = await testApp(functionRoutes);
    await off.queries((queries) =>
      createFunction({ queries, clock: off.clock, mode: 'live' }, 'there', {
        ...{ source: CODE, timeout: 3, logRetention: 'one_day' },
      }),
    );
    for (const answer of [
      await off.call('POST', FUNCTIONS, { payload: { functionName: 'x', ...CODE } }),
      await off.call('PUT', `${FUNCTIONS}/there`, { payload: {} }),
      await off.call('POST', `${FUNCTIONS}/there/invocations`, { payload: {} }),
    ]) {
      expect([answer.statusCode, answer.headers['x-amzn-errortype'], answer.json().code]).toEqual([
        ...[503, 'ServiceUnavailableException', 'FUNCTIONS_OFF'],
      ]);
    }
    await off.close();
  });
});
