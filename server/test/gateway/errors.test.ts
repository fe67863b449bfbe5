import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/gateway/api-error.js';
import { ObjectStoreError } from '../../src/objects/object-store.js';
import { Problem } from '../../src/problems.js';
import { StoreError } from '../../src/store/store.js';
import { type EchoControl, echoRoutes } from '../support/echo-routes.js';
import { type TestApp, testApp } from '../support/test-app.js';

describe('errors', () => {
  let test: TestApp;
  let control: EchoControl;
  let log: string;
  beforeEach(async () => {
    log = '';
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        log += chunk;
        done();
      },
    });
    control = echoRoutes();
    test = await testApp(control.routes, { parts: () => ({ log: pino({ level: 'trace' }, stream) }) });
  });
  afterEach(() => test.close());

  const fail = async (error: Error) => {
    control.outcome = error;
    return test.call('GET', '/2023-08-01/things/CANARY-PATH?kinds=CANARY-QUERY');
  };

  it('have error, code and message, and what they bring', async () => {
    const options = {
      errors: [{ message: 'One.', path: '/a' }],
      headers: { 'retry-after': '7' },
      body: { result: { partial: true } },
    };
    const answer = await fail(
      new ApiError(409, 'RESOURCE_CONFLICT', 'It is there already. Choose another name.', options),
    );
    expect(answer.statusCode).toBe(409);
    expect(answer.headers).toMatchObject({ 'retry-after': '7', 'x-amzn-errortype': 'ResourceConflictException' });
    expect(answer.json()).toEqual({
      error: 'RESOURCE_CONFLICT',
      code: 'RESOURCE_CONFLICT',
      message: 'It is there already. Choose another name.',
      errors: [{ message: 'One.', path: '/a' }],
      result: { partial: true },
    });
  });

  it('that nobody foresaw are 500 with a neutral cause, and keep their words to themselves', async () => {
    const answer = await fail(new TypeError('CANARY-VALUE is not a function\n    at CANARY-LINE'));
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('CANARY');
    const { cause, exceptionCause } = answer.json();
    expect(cause).toEqual({ name: 'InternalError', message: expect.stringContaining('x-request-id') });
    expect(exceptionCause).toEqual(cause);
    expect(log).toContain('TypeError');
    expect(log).toContain('errors.test');
    expect(log).not.toContain('CANARY');
  });

  it.each([
    ['value-refused', 400],
    ['unavailable', 503],
    ['waited', 500],
  ] as const)('of the store: %s is %i', async (code, status) => {
    expect((await fail(new StoreError(code, 'x'))).statusCode).toBe(status);
  });

  it.each([
    ['unavailable', 503],
    ['lost', 500],
  ] as const)('of the objects: %s is %i, and is logged', async (code, status) => {
    expect((await fail(new ObjectStoreError(code, 'See OBJECTS_URL.'))).statusCode).toBe(status);
    expect(log).toContain('See OBJECTS_URL.');
  });

  it('that are problems of the server itself are logged by what caused them', async () => {
    const cause = new RangeError('CANARY-VALUE');
    expect((await fail(new Problem('unavailable', 'It is not there.', { cause }))).statusCode).toBe(503);
    expect(log).toContain('RangeError');
    expect(log).not.toContain('CANARY');
  });

  it('of libraries that happen to have a statusCode are 500', async () => {
    expect((await fail(Object.assign(new Error('x'), { statusCode: 404, code: 'NoSuchKey' }))).statusCode).toBe(500);
  });

  it('and requests are logged without keys, paths, queries and bodies', async () => {
    control.outcome = 'ok';
    await test.call('POST', '/2023-08-01/things/CANARY-PATH/commit', {
      payload: { count: 1, name: 'CANARY-BODY' },
      headers: { 'idempotency-key': 'CANARY-KEY', 'x-request-id': 'order-1' },
    });
    await test.call('POST', '/2023-08-01/things/CANARY-PATH/commit', { payload: '{"CANARY' });
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.find((line) => line.requestId === 'order-1')).toMatchObject({
      operation: 'Commit',
      method: 'POST',
      status: 200,
      account: test.accountId,
      msg: 'request',
    });
    expect(log).not.toContain('CANARY');
    expect(log).not.toContain(test.liveKey);
  });
});
