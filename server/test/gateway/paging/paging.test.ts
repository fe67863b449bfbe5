import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echoRoutes } from '../../support/echo-routes.js';
import { type TestApp, testApp } from '../../support/test-app.js';

describe('lists', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp(echoRoutes().routes);
  });
  afterAll(() => test.close());

  const list = (query: Record<string, string | string[]> = {}, authorization = test.liveKey) =>
    test.call('GET', '/2023-08-01/things', { query, headers: { authorization } });

  it.each([
    ['page_token', 'next_page_token'],
    ['pageToken', 'nextPageToken'],
  ])('are walked to the end by %s', async (name, next) => {
    const items: string[] = [];
    let token: string | undefined;
    do {
      const page = (await list(token === undefined ? {} : { [name]: token })).json();
      items.push(...page.items);
      token = page[next];
    } while (token !== undefined);
    expect(items).toHaveLength(25);
    expect(new Set(items).size).toBe(25);
  });

  it('have the size that was asked for, by both names', async () => {
    expect((await list({ page_size: '3' })).json().items).toHaveLength(3);
    expect((await list({ pageSize: '20' })).json().items).toHaveLength(20);
    expect(Object.keys((await list({ prefix: 'item-00' })).json())).toEqual(['items']);
  });

  it.each(['0', '21', '-1', '1.5', 'x', '1e1', ''])('refuse the size %s', async (size) => {
    expect((await list({ page_size: size })).statusCode).toBe(400);
  });

  it('refuse names that say two things', async () => {
    expect((await list({ page_size: '3', pageSize: '4' })).statusCode).toBe(400);
    // In the spelling that was sent.
    expect((await list({ pageSize: ['3', '4'] })).json().message).toContain('pageSize is there more than once');
    expect((await list({ page_size: '3', pageSize: '3' })).statusCode).toBe(200);
  });

  it('keep a token when only the size changes', async () => {
    const token = (await list({ page_size: '5' })).json().next_page_token;
    expect((await list({ page_token: token, page_size: '2' })).json().items).toEqual(['item-05', 'item-06']);
  });

  it('refuse tokens of another filter, account, mode or list, and those that were changed', async () => {
    const token: string = (await list()).json().next_page_token;
    const other = await test.account();
    const flipped = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`;
    const refused = [
      await list({ page_token: token, prefix: 'item' }),
      await list({ page_token: token }, other.liveKey),
      await list({ page_token: token }, test.testKey),
      await list({ page_token: flipped }),
      await list({ page_token: token.slice(0, 10) }),
      await list({ page_token: 'nonsense' }),
      await list({ page_token: Buffer.from('["item-05"]').toString('base64url') }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 400));
    expect(refused[0]?.json().code).toBe('INVALID_PAGE_TOKEN');
    expect((await list({ page_token: token })).statusCode).toBe(200);
  });
});
