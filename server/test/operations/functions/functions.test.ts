import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFunctions } from '../../../src/exchange/functions/open-functions.js';
import { functionRoutes } from '../../../src/operations/functions.js';
import { hasBoxes } from '../../support/boxes.js';
import { openTestStore } from '../../support/store-factory.js';
import { type TestApp, testApp } from '../../support/test-app.js';
import { testLog } from '../../support/test-log.js';

const FUNCTIONS = '/2021-11-16/functions';
const CODE = 'exports.handler = async (event) => ({ got: event, name: process.env.NAME });';
const packed = (source: string) => Buffer.from(zipSync({ 'index.mjs': strToU8(source) })).toString('base64');

let test: TestApp;
let closeStore: () => Promise<void>;
beforeAll(async () => {
  const { store, close } = await openTestStore();
  closeStore = close;
  test = await testApp(functionRoutes, { store });
  const { config, clock } = test.services;
  Object.assign(
    test.services.functions,
    await openFunctions({ config, clock, log: testLog(), ownAddress: () => undefined }),
  );
});
afterAll(async () => {
  await test.close();
  await closeStore();
});

const create = (payload: object, headers = {}) => test.call('POST', FUNCTIONS, { payload, headers });
const invoke = (name: string, payload: string, headers = {}) =>
  test.call('POST', `${FUNCTIONS}/${name}/invocations`, {
    payload,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });

describe.skipIf(!(await hasBoxes()))('functions', () => {
  it('are made of a few lines, invoked, changed and deleted', async () => {
    const variables = { NAME: 'first' };
    const made = await create({ functionName: 'few-lines', code: CODE, environmentVariables: variables });
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      {
        ...{ functionName: 'few-lines', code: CODE, timeout: 3, logRetention: 'one_day' },
        environmentVariables: { NAME: '********' },
      },
    ]);
    const answer = await invoke('few-lines', '{"a":1}');
    expect([answer.statusCode, answer.json()]).toEqual([200, { got: { a: 1 }, name: 'first' }]);
    expect(answer.headers).toMatchObject({
      'x-stedi-functionname': 'few-lines',
      'x-stedi-invocationid': expect.any(String),
      'x-stedi-invocationlogs': '',
    });

    // What was read is sent back: the variable stays.
    const read = (await test.call('GET', `${FUNCTIONS}/few-lines`)).json();
    const put = await test.call('PUT', `${FUNCTIONS}/few-lines`, { payload: { ...read, timeout: 5 } });
    expect([put.statusCode, put.json().timeout]).toEqual([200, 5]);
    expect((await invoke('few-lines', '')).json()).toEqual({ got: null, name: 'first' });

    const typeFor = async (accept: string) => (await invoke('few-lines', '{}', { accept })).headers['content-type'];
    expect([await typeFor('application/json'), await typeFor('*/*')]).toEqual([
      ...['application/json', 'application/octet-stream'],
    ]);

    expect((await test.call('GET', FUNCTIONS)).json().items).toHaveLength(1);
    expect((await test.call('DELETE', `${FUNCTIONS}/few-lines`)).statusCode).toBe(204);
    const gone = await test.call('GET', `${FUNCTIONS}/few-lines`);
    expect([gone.statusCode, gone.headers['x-amzn-errortype']]).toEqual([404, 'ResourceNotFoundException']);
  });

  it('are made of a package, which is looked at before it is taken', async () => {
    const source = 'export const handler = async () => { console.log("here"); throw new TypeError("no"); };';
    expect((await create({ functionName: 'packed', package: packed(source) })).statusCode).toBe(201);
    const answer = await invoke('packed', '{}');
    expect([answer.statusCode, answer.headers['x-stedi-invocationerror'], answer.json()]).toMatchObject([
      200,
      'Unhandled',
      { errorType: 'TypeError', errorMessage: 'no', trace: expect.any(Array) },
    ]);
    const log = Buffer.from(String(answer.headers['x-stedi-invocationlogs']), 'base64').toString();
    expect(log).toBe('here\n');
    const refused = await create({ functionName: 'refused', package: Buffer.from('no zip').toString('base64') });
    expect([refused.statusCode, refused.headers['x-amzn-errortype']]).toEqual([400, 'ValidationException']);
    expect(refused.json().fieldList).toMatchObject([{ path: '/package' }]);
  });

  it.each<[string, object, number, string]>([
    ['without a source', { functionName: 'x' }, 400, 'ValidationException'],
    ['with two sources', { functionName: 'x', code: '1', package: packed('1') }, 400, 'ValidationException'],
    ['with a name that none can have', { functionName: 'a b', code: '1' }, 400, 'ValidationException'],
    ['with a time-out of none', { functionName: 'x', code: '1', timeout: 0 }, 400, 'ValidationException'],
    ['with half a second', { functionName: 'x', code: '1', timeout: 1.5 }, 400, 'ValidationException'],
    [
      'with a wrong variable',
      { functionName: 'x', code: '1', environmentVariables: { 'a b': '' } },
      400,
      'ValidationException',
    ],
    [
      'with too many variables',
      { functionName: 'x', code: '1', environmentVariables: { A: 'x'.repeat(5000) } },
      400,
      'ValidationException',
    ],
    ['with too much code', { functionName: 'x', code: 'x'.repeat(4097) }, 400, 'ValidationException'],
    [
      'of a package that is not there',
      { functionName: 'x', packageRef: { bucketName: 'none', key: 'x' } },
      404,
      'ResourceNotFoundException',
    ],
    ['with a name that is taken', { functionName: 'packed', code: '1' }, 409, 'ResourceConflictException'],
  ])('are not made %s', async (_, payload, status, type) => {
    const answer = await create(payload);
    expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([status, type]);
  });

  it('are answered later where that is asked for', async () => {
    const made = await create({ functionName: 'later', code: CODE }, { prefer: 'respond-async' });
    const token = String(made.headers['x-stedi-operationtoken']);
    expect([made.statusCode, made.headers['preference-applied']]).toEqual([202, 'respond-async']);
    const operation = await test.call('GET', `/2021-11-16/operations/${token}`);
    expect(operation.json()).toMatchObject({ status: 'success', result: { functionName: 'later' } });
  });

  it('are invoked for nobody who waits', async () => {
    const answer = await invoke('later', '{"a":2}', { 'x-amz-invocation-type': 'Event' });
    expect([answer.statusCode, answer.body]).toEqual([202, '']);
    const big = await invoke('later', `"${'x'.repeat(256 * 1024)}"`, { 'x-amz-invocation-type': 'Event' });
    expect([big.statusCode, big.headers['x-amzn-errortype']]).toEqual([413, 'RequestTooLargeException']);
    const wrong = await invoke('later', '{}', { 'x-amz-invocation-type': 'DryRun' });
    expect([wrong.statusCode, wrong.headers['x-amzn-errortype']]).toEqual([400, 'ValidationException']);
  });

  it('of another account, or of a key of the other mode, are not there', async () => {
    const other = await test.account('Other');
    for (const authorization of [other.liveKey, test.testKey]) {
      expect((await invoke('packed', '{}', { authorization })).statusCode).toBe(404);
    }
  });
});
