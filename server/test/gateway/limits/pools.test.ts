import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localPools } from '../../../src/gateway/limits/local-pools.js';
import { type EchoControl, echoRoutes } from '../../support/echo-routes.js';
import { type TestApp, testApp } from '../../support/test-app.js';
import { ADMIN_TOKEN } from '../../support/test-services.js';

describe('limits of an account', () => {
  let test: TestApp;
  let control: EchoControl;
  beforeEach(async () => {
    control = echoRoutes();
    test = await testApp(control.routes);
  });
  afterEach(() => test.close());

  const pooled = (authorization = test.liveKey) =>
    test.call('POST', '/2024-04-01/pooled', { headers: { authorization } });
  const rated = () => test.call('POST', '/2024-09-01/rated');
  const statuses = async (requests: readonly Promise<{ statusCode: number }>[]) =>
    (await Promise.all(requests)).map(({ statusCode }) => statusCode).sort();

  /** Over processes a place is kept for a second of the machine; in one process the clock of the test counts. */
  const secondPasses = async (): Promise<void> => {
    test.clock.advance(1000);
    if (test.services.store.dialect === 'postgres') await new Promise((resolve) => setTimeout(resolve, 1200));
  };

  it('let so many be under way at once, and count each account alone', async () => {
    let open = (): void => {};
    control.gate = new Promise((resolve) => {
      open = resolve;
    });
    const first = Array.from({ length: 5 }, () => pooled());
    await expect.poll(() => control.begun).toBe(5);
    const sixth = await pooled();
    const other = pooled((await test.account()).liveKey);
    expect(sixth.statusCode).toBe(429);
    expect(sixth.headers['x-amzn-errortype']).toBe('ThrottlingException');
    expect(sixth.json()).toMatchObject({ error: 'TOO_MANY_REQUESTS', code: 'TOO_MANY_REQUESTS' });
    expect(sixth.json().message).toContain('CUSTOMER_LIMIT');
    open();
    expect(await statuses([...first, other])).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('free a place whatever the end', async () => {
    for (const outcome of ['ok', 400, 500, new Error('x')] as const) {
      control.outcome = outcome;
      for (let i = 0; i < 6; i++) expect((await pooled()).statusCode).not.toBe(429);
    }
  });

  it('let so many through within a second', async () => {
    const first = await statuses(Array.from({ length: 101 }, () => rated()));
    if (test.services.store.dialect === 'sqlite') expect(first.filter((status) => status === 429)).toHaveLength(1);
    await secondPasses();
    expect((await rated()).statusCode).toBe(200);
  });

  it('free a place before the last byte of the answer', async () => {
    const url = new URL('/2024-04-01/pooled', await test.app.listen({ port: 0, host: '127.0.0.1' }));
    await test.call('PUT', `/admin/accounts/${test.accountId}/limits`, {
      headers: { authorization: ADMIN_TOKEN },
      payload: { concurrency: { discovery: 1 } },
    });
    // A client that sends its next request upon the last byte of an answer has one under way at any time.
    const client = connect(Number(url.port), url.hostname);
    const seen: string[] = [];
    const request = `POST ${url.pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: ${test.liveKey}\r\nContent-Length: 0\r\n\r\n`;
    let text = '';
    client.setEncoding('latin1').write(request);
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.on('data', (part) => {
        text += part;
        const [, head = '', length = ''] = /^(.*?content-length: (\d+).*?\r\n\r\n)/is.exec(text) ?? [];
        if (head === '' || text.length < head.length + Number(length)) return;
        seen.push(text.slice(9, 12));
        text = text.slice(head.length + Number(length));
        if (seen.length === 200) resolve();
        else client.write(request);
      });
    });
    client.destroy();
    expect(new Set(seen)).toEqual(new Set(['200']));
  });

  it('are what the operator sets, at once', async () => {
    expect((await rated()).statusCode).toBe(200);
    const set = await test.call('PUT', `/admin/accounts/${test.accountId}/limits`, {
      headers: { authorization: ADMIN_TOKEN },
      payload: { rate: { enrollments: 1 }, concurrency: { discovery: 0 } },
    });
    expect(set.statusCode).toBe(200);
    expect((await rated()).statusCode).toBe(429);
    expect((await pooled()).statusCode).toBe(429);
    await secondPasses();
    expect((await rated()).statusCode).toBe(200);
  });
});

describe('pools of one process', () => {
  it('let so many through within any second', async () => {
    let now = 0;
    const pools = localPools({ now: () => now });
    const count = () => pools.count('a', 'r', 2);
    expect([await count(), await count(), await count()]).toEqual([true, true, false]);
    now = 999;
    expect(await count()).toBe(false);
    now = 1000;
    expect([await count(), await count(), await count()]).toEqual([true, true, false]);
  });

  it('free a place once, however often they are asked to', async () => {
    const pools = localPools({ now: () => 0 });
    const leave = await pools.enter('a', 'p', 2);
    await pools.enter('a', 'p', 2);
    leave?.();
    leave?.();
    expect(await pools.enter('a', 'p', 2)).toBeDefined();
    expect(await pools.enter('a', 'p', 2)).toBeUndefined();
  });
});
