import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NOT_BUILT, notBuiltRoutes } from '../../../src/operations/healthcare/not-built.js';
import { ROUTES } from '../../../src/operations/operations.js';
import { type TestApp, testApp } from '../../support/test-app.js';
import { ADMIN_TOKEN } from '../../support/test-services.js';

/** The interface's own document, which is not ours to ship. */
const CONTRACT = join(process.env.EDILOOM_CONTRACT ?? '', 'healthcare.json');

describe('operations that are not built yet', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp(notBuiltRoutes);
  });
  afterAll(() => test.close());

  const addressOf = (path: string): string => `/2024-04-01${path.replace(/:\w+/g, 'some-id')}`;
  const send = (operation: string, authorization = test.liveKey) => {
    const { method, path } = NOT_BUILT.find((one) => one.operation === operation) ?? { method: 'GET', path: '' };
    return test.call(method, addressOf(path), { headers: { authorization } });
  };

  it.each(NOT_BUILT.map(({ operation, method, path, query = [] }) => [operation, method, path, query] as const))(
    '%s says so, whatever is sent, and asks for a key first',
    async (_, method, path, query) => {
      const logged = vi.spyOn(test.services.log, 'error');
      const url = addressOf(path);
      const body = method === 'POST' ? { payload: { claim: { anything: ['at all'] } } } : {};
      const answers = [
        await test.call(method, url, body),
        await test.call(method, url, { query: Object.fromEntries(query.map((name) => [name, 'x'])) }),
      ];
      for (const answer of answers) {
        expect([answer.statusCode, answer.json()]).toEqual([
          501,
          expect.objectContaining({ code: 'NOT_SUPPORTED', error: 'NOT_SUPPORTED' }),
        ]);
        expect(answer.headers['x-amzn-errortype']).toBeDefined();
      }
      expect((await test.call(method, url, { headers: { authorization: 'no-key' } })).statusCode).toBe(403);
      expect((await test.call('DELETE', url)).statusCode).toBe(403);
      // Nobody is woken for it.
      expect(logged).not.toHaveBeenCalled();
    },
  );

  it('are refused to test keys where these will be, too', async () => {
    for (const { operation, keys } of NOT_BUILT) {
      expect((await send(operation, test.testKey)).statusCode, operation).toBe(keys === 'live' ? 403 : 501);
    }
  });

  it('are counted in their pools: 40 of one operation on claims and 60 of another are 100', async () => {
    const statuses = async (operation: string, count: number) =>
      (await Promise.all(Array.from({ length: count }, () => send(operation)))).map(({ statusCode }) => statusCode);
    const { accountId } = test;
    // Apart from what the tests before have sent.
    test.clock.advance(1000);
    const mixed = [...(await statuses('ClaimStatus', 40)), ...(await statuses('ConvertReport835', 60))];
    expect(new Set(mixed)).toEqual(new Set([501]));
    const next = await send('ExportPDF');
    expect([next.statusCode, next.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(next.json().message).toContain('CUSTOMER_LIMIT');
    expect((await send('ExportPDF', (await test.account()).liveKey)).statusCode).toBe(501);
    test.clock.advance(1000);
    await test.call('PUT', `/admin/accounts/${accountId}/limits`, {
      headers: { authorization: ADMIN_TOKEN },
      payload: { concurrency: { 'real-time': 0 } },
    });
    // Checks and claim status share their places.
    expect((await send('ClaimStatus')).statusCode).toBe(429);
    expect((await send('CheckEligibilityByPlan')).statusCode).toBe(429);
    expect((await send('ExportPDF')).statusCode).toBe(501);
  });

  it('are marked in the documentation', async () => {
    const { paths } = (await test.app.inject({ url: '/docs/json' })).json();
    for (const { method, path } of NOT_BUILT) {
      const declared = paths[`/2024-04-01${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
      expect(declared?.summary).toMatch(/\(not there yet\)$/);
      expect(Object.keys(declared?.responses)).toContain('501');
    }
  });

  it.skipIf(!existsSync(CONTRACT))('are, with those that are built, the operations of the interface', () => {
    const { paths } = JSON.parse(readFileSync(CONTRACT, 'utf8')) as {
      paths: Record<string, Record<string, { operationId?: string; parameters?: { in: string; name: string }[] }>>;
    };
    const built = new Set(ROUTES.filter((one) => !notBuiltRoutes.includes(one)).map(({ operation }) => operation));
    const missing = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId, parameters = [] }]) => {
        if (operationId !== undefined && built.has(operationId)) return [];
        const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
        const found = NOT_BUILT.find(
          (one) => one.path.replace(/:(\w+)/g, '{$1}') === path && one.method === method.toUpperCase(),
        );
        if (found !== undefined && (operationId === undefined || found.operation === operationId)) {
          expect(found.query ?? []).toEqual(query);
          return [];
        }
        return [`${method} ${path}`];
      }),
    );
    expect(missing).toEqual([]);
  });
});
