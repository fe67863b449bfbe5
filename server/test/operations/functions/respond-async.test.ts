import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUNCTIONS, type FunctionsApp, functionsApp } from '../../support/functions-app.js';

let test: FunctionsApp;
beforeAll(async () => {
  test = await functionsApp();
});
afterAll(() => test.close());

const ask = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, prefer = 'respond-async') =>
  test.call(method, `${FUNCTIONS}${path}`, { headers: { prefer }, ...(payload === undefined ? {} : { payload }) });
const operation = (token: unknown, authorization = test.liveKey) =>
  test.call('GET', `/2021-11-16/operations/${String(token)}`, { headers: { authorization } });

describe('respond-async', () => {
  it('is honoured where functions are made, changed and deleted, and an operation tells of each', async () => {
    const made = await ask('POST', '', { functionName: 'later', code: '1' });
    const changed = await ask('PUT', '/later', { timeout: 9 });
    const gone = await ask('DELETE', '/later');
    for (const answer of [made, changed, gone]) {
      expect([answer.statusCode, answer.headers['preference-applied']]).toEqual([202, 'respond-async']);
    }
    expect([made.json().timeout, changed.json().timeout, gone.body]).toEqual([3, 9, '']);
    const [of, ofChange, ofEnd] = await Promise.all(
      [made, changed, gone].map(async ({ headers }) => (await operation(headers['x-stedi-operationtoken'])).json()),
    );
    const token = String(made.headers['x-stedi-operationtoken']);
    expect(of).toEqual({ status: 'success', operationToken: token, result: made.json() });
    expect(ofChange).toMatchObject({ status: 'success', result: { timeout: 9 } });
    expect(Object.keys(ofEnd).sort()).toEqual(['operationToken', 'status']);
  });

  it('is found among other preferences, and without it nothing is said of it', async () => {
    const made = await ask('POST', '', { functionName: 'among', code: '1' }, 'wait=10, Respond-Async; foo="a"');
    expect([made.statusCode, made.headers['preference-applied']]).toEqual([202, 'respond-async']);
    const changed = await ask('PUT', '/among', {}, 'return=minimal');
    expect([changed.statusCode, changed.headers['preference-applied']]).toEqual([200, undefined]);
    expect(changed.headers['x-stedi-operationtoken']).toBeUndefined();
  });

  it('of what is refused has no operation', async () => {
    const refused = await ask('PUT', '/none', {});
    expect([refused.statusCode, refused.headers['x-stedi-operationtoken']]).toEqual([404, undefined]);
  });

  it('is answered to keys of its own mode and account alone', async () => {
    const made = await ask('POST', '', { functionName: 'own', code: '1' });
    const token = made.headers['x-stedi-operationtoken'];
    const other = await test.account('Other');
    for (const key of [test.testKey, other.liveKey]) expect((await operation(token, key)).statusCode).toBe(404);
    expect((await operation(token)).statusCode).toBe(200);
  });
});
