import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEAST_RATE_IN_MEMORY } from '../../src/http/least-rate.js';
import { echoRoutes } from '../support/echo-routes.js';
import { type TestApp, testApp } from '../support/test-app.js';

/** What only a socket can send. */
describe('HTTP that clients do not send', () => {
  let test: TestApp;
  let port: number;
  beforeAll(async () => {
    test = await testApp(echoRoutes().routes);
    port = Number(new globalThis.URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => test.close());

  const exchange = (lines: readonly string[], body = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
      socket.setTimeout(5000, () => reject(new Error('no answer')));
      socket.on('data', (bytes) => {
        answer += bytes.toString('latin1');
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  const post = (headers: readonly string[], body = '{"count":1}') =>
    exchange(
      [
        'POST /2023-08-01/things/7/commit HTTP/1.1',
        'Host: x',
        'Connection: close',
        `Authorization: ${test.liveKey}`,
        `Content-Length: ${body.length}`,
        ...headers,
      ],
      body,
    );

  it('is answered where it is in order', async () => {
    expect(await post(['Content-Type: application/json'])).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is 415 with two content types', async () => {
    expect(await post(['Content-Type: application/json', 'content-type: text/plain'])).toMatch(/^HTTP\/1\.1 415 /);
  });

  it('is told that what it names is no type', async () => {
    expect(await post(['Content-Type: nonsense'])).toMatch(/^HTTP\/1\.1 415 .*The Content-Type header has no type/s);
  });

  it('is 400 with two lengths, a length beside chunks, and bare line feeds in a header', async () => {
    for (const headers of [['Content-Length: 5'], ['Transfer-Encoding: chunked'], ['X-A: b\nX-C: d\0']]) {
      const answer = await post(['Content-Type: application/json', ...headers]);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        code: 'BAD_REQUEST',
        error: 'BAD_REQUEST',
      });
    }
  });

  it('has an end for everything that a client may keep silent about', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = test.app.server;
    for (const ms of [headersTimeout, keepAliveTimeout, timeout]) expect(ms).toBeGreaterThan(0);
    // Bodies have ends of their own, and no one time: some are of gigabytes.
    expect(requestTimeout).toBe(0);
    expect(LEAST_RATE_IN_MEMORY.mostMs).toBeGreaterThan(0);
  });

  it('is 431 with headers without end', async () => {
    const answer = await post([`X-Filler: ${'x'.repeat(20_000)}`]);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('REQUEST_TOO_LARGE');
    expect(answer).not.toContain('xxxx');
  });

  it('gets an id of ours where its own could not stand in a header or a log', async () => {
    const idOf = async (id: string) => /^x-request-id: (.*)\r$/m.exec(await post([`X-Request-Id: ${id}`]))?.[1];
    expect(await idOf('order-17')).toBe('order-17');
    for (const id of ['a b', 'x'.repeat(101), '{"x":1}', 'é', '']) {
      expect(await idOf(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
  });

  it('is 400 with escapes that name no character, before any key', async () => {
    expect(await exchange(['GET /2023-08-01/things/%ff%fe HTTP/1.1', 'Host: x', 'Connection: close'])).toMatch(
      /^HTTP\/1\.1 40[03] /,
    );
  });
});
