import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GUESSES } from '../../../src/gateway/keys/guess-limit.js';
import { echoRoutes } from '../../support/echo-routes.js';
import { type TestApp, testApp } from '../../support/test-app.js';
import { ADMIN_TOKEN } from '../../support/test-services.js';

const URL = '/2023-08-01/things';

describe('who may call', () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await testApp(echoRoutes().routes);
  });
  afterEach(() => test.close());

  const statusWith = async (authorization: string | undefined, url = URL, remoteAddress = '192.0.2.7') => {
    const headers = authorization === undefined ? {} : { authorization };
    return (await test.app.inject({ method: 'GET', url, headers, remoteAddress })).statusCode;
  };

  it('takes the key alone, and the key behind the words Key and Bearer', async () => {
    expect(await statusWith(`Bearer ${test.liveKey}`)).toBe(200);
    expect(await statusWith(`bearer  ${test.testKey}`)).toBe(200);
    expect(await statusWith(test.liveKey)).toBe(200);
    expect(await statusWith(`Key ${test.liveKey}`)).toBe(200);
    expect(await statusWith(`key   ${test.testKey}`)).toBe(200);
  });

  it('answers 403, never 401, for no key, a wrong one, and another scheme', async () => {
    for (const authorization of [
      undefined,
      '',
      'Key ',
      'Bearer',
      'nonsense',
      `Basic ${test.liveKey}`,
      `${test.liveKey}x`,
    ]) {
      expect(await statusWith(authorization), String(authorization)).toBe(403);
    }
  });

  it('says what is wrong in the body that clients read', async () => {
    const answer = await test.app.inject({ method: 'GET', url: URL });
    expect(answer.headers['x-amzn-errortype']).toBe('AccessDeniedException');
    expect(answer.json()).toEqual({
      error: 'ACCESS_DENIED',
      code: 'ACCESS_DENIED',
      message:
        'The request has no API key. Send it in the Authorization header, alone or behind the word Bearer or Key.',
    });
  });

  it('refuses a deleted key within a second', async () => {
    expect(await statusWith(test.liveKey)).toBe(200);
    await test.queries((queries) => queries.delete('api_keys').where('mode', '=', 'live').execute());
    test.clock.advance(1000);
    expect(await statusWith(test.liveKey)).toBe(403);
    expect(await statusWith(test.testKey)).toBe(200);
  });

  it('answers test keys 403 where only live ones count', async () => {
    const send = (authorization: string) => test.call('POST', '/2024-09-01/live', { headers: { authorization } });
    expect((await send(test.liveKey)).statusCode).toBe(200);
    const refused = await send(test.testKey);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'LIVE_KEY_REQUIRED']);
  });

  it('lets a key do what its scopes say', async () => {
    const reader = await test.key(test.accountId, { name: 'reader', mode: 'live', scopes: ['core:read'] });
    expect(await statusWith(reader)).toBe(200);
    const refused = await test.call('POST', '/2023-08-01/things/1/commit', {
      headers: { authorization: reader },
      payload: { count: 1 },
    });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'SCOPE_REQUIRED']);
  });

  it('lets a key be used from its networks, of both families', async () => {
    const cidrs = ['198.51.100.0/24', '2001:db8::/32'];
    const key = await test.key(test.accountId, { name: 'office', mode: 'live', cidrs });
    expect(await statusWith(key, URL, '198.51.100.9')).toBe(200);
    expect(await statusWith(key, URL, '::ffff:198.51.100.9')).toBe(200);
    expect(await statusWith(key, URL, '2001:db8::9')).toBe(200);
    expect(await statusWith(key, URL, '198.51.101.9')).toBe(403);
    expect(await statusWith(key, URL, '2001:db9::9')).toBe(403);
  });

  it('answers a path that takes another method 403, an unknown path or version 404', async () => {
    expect(await statusWith(test.liveKey, '/2023-08-01/things/1/commit')).toBe(403);
    expect(await statusWith(test.liveKey, '/2023-08-01/old-things/1/commit')).toBe(403);
    expect(await statusWith(test.liveKey, '/2023-08-01/nothing')).toBe(404);
    expect(await statusWith(test.liveKey, '/1999-01-01/things')).toBe(404);
    expect((await test.call('HEAD', URL)).statusCode).toBe(403);
  });

  it('does not show those without a key which paths there are', async () => {
    const answers = await Promise.all(
      [URL, '/2023-08-01/nothing', '/1999-01-01/things', '/2023-08-01/things/1/commit'].map((url) =>
        test.app.inject({ method: 'GET', url }),
      ),
    );
    expect(new Set(answers.map(({ body, statusCode }) => `${statusCode} ${body}`)).size).toBe(1);
  });

  it('stops whoever tries many keys, and nobody else', async () => {
    const guesser = '203.0.113.5';
    for (let i = 0; i < GUESSES.most; i++) expect(await statusWith(`guess-${i}`, URL, guesser)).toBe(403);
    const refused = await test.app.inject({
      method: 'GET',
      url: URL,
      headers: { authorization: 'one more' },
      remoteAddress: guesser,
    });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusWith('guess', URL, '203.0.113.6')).toBe(403);
    expect(await statusWith(test.testKey, URL, '203.0.113.6')).toBe(200);
    // A good key works from the same address, whether this process has seen it before or not.
    expect(await statusWith(test.testKey, URL, guesser)).toBe(200);
    const fresh = await test.key(test.accountId, { name: 'fresh', mode: 'live' });
    expect(await statusWith(fresh, URL, guesser)).toBe(200);
    const limits = await test.app.inject({
      method: 'GET',
      url: '/admin/accounts',
      headers: { authorization: ADMIN_TOKEN },
    });
    expect(limits.statusCode).toBe(200);
    expect(await statusWith(test.liveKey, URL, guesser)).toBe(200);
    test.clock.advance(GUESSES.windowMs);
    expect(await statusWith('again', URL, guesser)).toBe(403);
  });

  it('counts a network of IPv6 as one address', async () => {
    for (let i = 0; i < GUESSES.most; i++) await statusWith(`guess-${i}`, URL, `2001:db8:1:2::${i.toString(16)}`);
    expect(await statusWith('guess', URL, '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await statusWith('guess', URL, '2001:db8:1:3::1')).toBe(403);
  });

  it('takes the admin token, and no key, below /admin', async () => {
    expect(await statusWith(ADMIN_TOKEN, '/admin/accounts')).toBe(200);
    expect(await statusWith(`Bearer ${ADMIN_TOKEN}`, '/admin/accounts')).toBe(200);
    expect(await statusWith(test.liveKey, '/admin/accounts')).toBe(403);
    expect(await statusWith(test.liveKey, '/admin/nothing')).toBe(403);
    expect(await statusWith(ADMIN_TOKEN, '/admin/nothing')).toBe(404);
    expect(await statusWith(ADMIN_TOKEN)).toBe(403);
  });

  it('believes a forwarded address only from a proxy that the operator named', async () => {
    const cidrs = ['198.51.100.0/24'];
    const forwarded = { 'x-forwarded-for': '198.51.100.9' };
    const ask = async (app: TestApp, remoteAddress: string) => {
      const authorization = await app.key(app.accountId, { name: 'office', mode: 'live', cidrs });
      const headers = { ...forwarded, authorization };
      return (await app.app.inject({ method: 'GET', url: URL, headers, remoteAddress })).statusCode;
    };
    expect(await ask(test, '192.0.2.1')).toBe(403);
    const behind = await testApp(echoRoutes().routes, { config: { trustedProxies: ['192.0.2.0/28'] } });
    expect(await ask(behind, '192.0.2.1')).toBe(200);
    expect(await ask(behind, '192.0.2.99')).toBe(403);
    await behind.close();
  });
});
