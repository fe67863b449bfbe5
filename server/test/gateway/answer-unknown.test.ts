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

  it.each([
    ['/2024-04-01/eligibility-manager/batch/01a205bc-1f20-7000-8c57-3b9ad1e6f0a2/table', 'This path takes PUT'],
    ['/links/WyJ0b2tlbiJd.c2lnbmF0dXJl', 'files are put to them by PUT'],
  ])('%s is told its method, whatever type the body has', async (path, message) => {
    const test = await testApp(ROUTES);
    onTestFinished(() => test.close());
    const headers = { authorization: test.liveKey, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await test.call('POST', path, { headers, payload: 'Visit ID' });
    expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining(message)]);
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
