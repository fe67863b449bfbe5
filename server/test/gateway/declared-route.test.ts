import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoute, route } from '../../src/operations/route.js';
import { type TestApp, testApp } from '../support/test-app.js';

const echo = route({
  operation: 'Echo',
  family: 'core',
  method: 'POST',
  path: '/echo/:name',
  summary: 'Answers what it was sent.',
  schemas: {
    params: Type.Object({ name: Type.String() }),
    body: Type.Object({ count: Type.Integer() }),
    response: { 200: Type.Object({ count: Type.Integer() }) },
  },
  idempotent: true,
  handle: (call) => call.commit(async () => ({ body: { count: call.body.count, name: call.params.name } })),
});

const numbers = listRoute({
  operation: 'Numbers',
  family: 'core',
  method: 'GET',
  path: '/numbers',
  summary: 'Counts.',
  schemas: { response: { 200: Type.Object({}) } },
  paged: { defaultSize: 2, maxSize: 10 },
  list: async ({ page }) => {
    const from = Number(page.after?.[0] ?? 0);
    const items = [1, 2, 3, 4, 5].filter((n) => n > from).slice(0, page.size);
    const last = items.at(-1) ?? 5;
    return { items, ...(last < 5 ? { next: [last] } : {}) };
  },
});

describe('a declared route', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp([echo, numbers]);
  });
  afterAll(() => test.close());

  it('answers below the version of its family', async () => {
    const answer = await test.call('POST', '/2023-08-01/echo/anna', { payload: { count: 3 } });
    expect(answer.json()).toEqual({ count: 3, name: 'anna' });
    expect(answer.statusCode).toBe(200);
  });

  it('lists in pages', async () => {
    const first = (await test.call('GET', '/2023-08-01/numbers')).json();
    expect(first.items).toEqual([1, 2]);
    const second = (await test.call('GET', `/2023-08-01/numbers?pageToken=${first.next_page_token}`)).json();
    expect(second.items).toEqual([3, 4]);
  });

  it('answers a repeated request as before', async () => {
    const options = { payload: { count: 3 }, headers: { 'idempotency-key': 'k1' } };
    const first = await test.call('POST', '/2023-08-01/echo/anna', options);
    const second = await test.call('POST', '/2023-08-01/echo/anna', options);
    expect(second.body).toBe(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});
