import { describe, expect, it, onTestFinished } from 'vitest';
import { ROUTES } from '../../src/operations/operations.js';
import { testApp } from '../support/test-app.js';
import { ADMIN_TOKEN } from '../support/test-services.js';

describe('a path or method that there is not', () => {
  it.each([
    ['POST', '/2023-08-01/executions/count', 403, 'This path takes GET, and not this method. See /docs.'],
    ['GET', '/2023-08-01/partnerships', 404, 'There is no such path in this version. See /docs for those there are.'],
    [
      'GET',
      '/2023-08-02/executions',
      404,
      'There is no such version. The version of this path is 2023-08-01. See /docs.',
    ],
    [
      'GET',
      '/2022-01-01/executions',
      404,
      'There is no such path in this version. The version of this path is 2023-08-01. See /docs for those there are.',
    ],
  ] as const)('%s %s is answered with what there is', async (method, path, status, message) => {
    const test = await testApp(ROUTES);
    onTestFinished(() => test.close());
    const answer = await test.call(method, path, { headers: { authorization: test.liveKey } });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toBe(message);
  });

  it('has the versions named where nothing is near', async () => {
    const test = await testApp(ROUTES);
    onTestFinished(() => test.close());
    const answer = await test.call('GET', '/v1/orders', { headers: { authorization: test.liveKey } });
    expect(answer.json().message).toMatch(/^There is no such version\. Paths begin with one of 20\d\d-\d\d-\d\d/);
  });

  it.each([
    ['GET', '/admin/accounts/ID'],
    ['DELETE', '/admin/accounts'],
  ] as const)('of the operator is looked for at /docs/admin: %s %s', async (method, path) => {
    const test = await testApp(ROUTES);
    onTestFinished(() => test.close());
    const answer = await test.call(method, path, { headers: { authorization: ADMIN_TOKEN } });
    expect([answer.statusCode, answer.json().message]).toEqual([404, expect.stringContaining('/docs/admin')]);
  });
});
