import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import Type from 'typebox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHttp } from '../../src/gateway/open-http.js';
import { createMetrics } from '../../src/metrics.js';
import { route } from '../../src/operations/route.js';
import { StoreError } from '../../src/store/store.js';
import { type EchoControl, echoRoutes } from '../support/echo-routes.js';
import { type TestApp, testApp } from '../support/test-app.js';
import { ADMIN_TOKEN } from '../support/test-services.js';

/** No test is as long: a server that waited for its patience to end would hang. */
const PATIENT = { shutdownMs: 3_600_000 };

describe('a running server', () => {
  let test: TestApp;
  let control: EchoControl;
  let isBroken: boolean;
  beforeEach(async () => {
    control = echoRoutes();
    isBroken = false;
    test = await testApp(control.routes, {
      config: PATIENT,
      parts: ({ store }) => ({
        metrics: createMetrics({ process: false }),
        store: {
          dialect: store.dialect,
          write: (work) => store.write(work),
          read: (work) => (isBroken ? Promise.reject(new StoreError('unavailable', 'x')) : store.read(work)),
          list: (work) => (isBroken ? Promise.reject(new StoreError('unavailable', 'x')) : store.list(work)),
          ping: () => (isBroken ? Promise.reject(new StoreError('unavailable', 'x')) : store.ping()),
          close: () => store.close(),
        },
      }),
    });
  });
  afterEach(() => test.close());

  const get = (url: string, headers = {}, remoteAddress = '127.0.0.1') =>
    test.app.inject({ method: 'GET', url, headers, remoteAddress });

  it('is healthy while its store answers, and says its version', async () => {
    expect((await get('/health')).json()).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      listening: [],
      countryData: { built: expect.stringMatching(/^20\d\d-\d\d-\d\d$/), days: expect.any(Number) },
      functions: { isolation: 'unavailable', why: 'Not in this test.' },
    });
    // Elsewhere nobody needs to know what this machine has, or where.
    expect((await get('/health', {}, '192.0.2.1')).json().functions).toEqual({ isolation: 'unavailable' });
    isBroken = true;
    const ready = await get('/health/ready');
    expect([ready.statusCode, ready.json().status]).toEqual([503, 'store-unavailable']);
    expect((await get('/health/live')).statusCode).toBe(200);
    expect((await test.call('GET', '/2023-08-01/things')).statusCode).toBe(503);
  });

  it('shows its figures to this machine and to the operator', async () => {
    await test.call('GET', '/2023-08-01/things/secret-name');
    test.services.metrics.job('deliver', 'done', 0.1);
    test.services.metrics.delivery('bucket', 'delivered');
    const { body, headers } = await get('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain('ediloom_http_request_seconds_count{operation="ReadThing",status="200"} 1');
    expect(body).toContain('ediloom_job_seconds_count{kind="deliver",outcome="done"} 1');
    expect(body).toContain('ediloom_deliveries_total{kind="bucket",status="delivered"} 1');
    expect(body).not.toContain('secret-name');
    expect((await get('/metrics', {}, '192.0.2.1')).statusCode).toBe(403);
    expect((await get('/metrics', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(403);
    expect((await get('/metrics', { authorization: ADMIN_TOKEN }, '192.0.2.1')).statusCode).toBe(200);
  });

  it('audits what was read and what was committed, with who and from where, and not what failed', async () => {
    await test.call('GET', '/2023-08-01/things/7', { headers: { 'x-request-id': 'r1' }, remoteAddress: '192.0.2.4' });
    await test.call('POST', '/2023-08-01/things/8/commit', { payload: { count: 1 } });
    await test.call('POST', '/2022-01-01/things', { headers: { 'idempotency-key': 'k' } });
    control.outcome = 404;
    await test.call('GET', '/2023-08-01/things/9');
    const rows = await test.queries((queries) =>
      queries.from('audit').selectAll().where('key_id', 'is not', null).orderBy('id').execute(),
    );
    expect(rows.map(({ action, object_kind, object_id }) => [action, object_kind, object_id]).sort()).toEqual([
      ['answer', 'thing', 'made'],
      ['commit', 'thing', '8'],
      ['read', 'thing', '7'],
    ]);
    expect(rows.find(({ action }) => action === 'read')).toMatchObject({
      account_id: test.accountId,
      request_id: 'r1',
      address: '192.0.2.4',
      at: test.clock.now(),
    });
  });

  it('answers an audited reading only when it is written down', async () => {
    const { store } = test.services;
    Object.assign(store, { write: () => Promise.reject(new StoreError('unavailable', 'x')) });
    expect((await test.call('GET', '/2023-08-01/things/7')).statusCode).toBe(503);
  });

  it('finishes what is under way when it stops, and takes no more', async () => {
    let open = (): void => {};
    control.gate = new Promise((resolve) => {
      open = resolve;
    });
    const { port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const url = `http://127.0.0.1:${port}`;
    const headers = { authorization: test.liveKey };
    const underWay = fetch(`${url}/2023-08-01/things/7`, { headers });
    const second = await held(Number(port));
    await until(async () => control.begun === 1);
    const closed = test.app.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const late = await second.send(
      `GET /2023-08-01/things HTTP/1.1\r\nHost: x\r\nAuthorization: ${test.liveKey}\r\n\r\n`,
    );
    expect(late).toMatch(/^HTTP\/1\.1 503 /);
    expect(late).toContain('SERVICE_UNAVAILABLE');
    expect(late.toLowerCase()).toContain('connection: close');
    open();
    expect((await underWay).status).toBe(200);
    await closed;
  });

  it('stops after its patience, and gives back the keys of what is left', async () => {
    await test.close();
    test = await testApp(control.routes, { config: { shutdownMs: 100 } });
    control.gate = new Promise(() => {});
    const { port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const headers = { authorization: test.liveKey, 'idempotency-key': 'k', 'content-type': 'application/json' };
    const stuck = fetch(`http://127.0.0.1:${port}/2023-08-01/things/7/commit`, {
      method: 'POST',
      headers,
      body: '{"count":1}',
    });
    const rows = () => test.queries((queries) => queries.from('idempotency').selectAll().execute());
    await until(async () => (await rows()).length > 0);
    await Promise.all([test.app.close(), expect(stuck).rejects.toThrow()]);
    expect(await rows()).toEqual([]);
  });

  it('lets the work know when its client has left, and does not wait for that client', async () => {
    let aborted = (): void => {};
    const left = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    let begun = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const waiting = await testApp(
      [
        route({
          operation: 'Wait',
          family: 'core',
          method: 'GET',
          path: '/wait',
          summary: 'Waits for the client to leave.',
          schemas: { response: { 200: Type.Object({}) } },
          handle: async ({ signal }) => {
            signal.addEventListener('abort', aborted);
            begun();
            await left;
            return { body: {} };
          },
        }),
      ],
      { config: PATIENT },
    );
    const leaving = new AbortController();
    const address = await waiting.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { authorization: waiting.liveKey };
    const asked = fetch(`${address}/2023-08-01/wait`, { headers, signal: leaving.signal });
    await arrived;
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await left;
    await waiting.close();
  });

  it('gives nothing less than its own patience to what is under way: the HTTP layer has no time-out of its own for closing', () => {
    expect(test.app.initialConfig.pluginTimeout).toBe(0);
  });

  it('hears of a client that leaves while answers stand behind one that it does not read', async () => {
    control.gate = new Promise(() => {});
    const { port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const packed = gzipSync('{"count":1}');
    const head = `Host: x\r\nAuthorization: ${test.liveKey}\r\n`;
    const post =
      `POST /2023-08-01/things/8/commit HTTP/1.1\r\n${head}Content-Type: application/json\r\n` +
      `Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
    const socket = connect(Number(port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    // The first has no answer yet; the second is answered by the gate alone, and has memory for its body.
    socket.write(Buffer.concat([Buffer.from(`GET /2023-08-01/things/7 HTTP/1.1\r\n${head}\r\n${post}`), packed]));
    await until(async () => control.begun === 2);
    socket.destroy();
    await test.app.close();
  });

  it('lets go of what answers hold that stand behind one, when their client leaves', async () => {
    let made = (): void => {};
    const begun = new Promise<void>((resolve) => {
      made = resolve;
    });
    let first = true;
    const file = new Readable({ read() {} });
    const closed = new Promise<void>((resolve) => void file.once('close', resolve));
    const app = openHttp(test.services);
    app.get('/', async (_, reply) => {
      if (first) {
        first = false;
        return new Promise<never>(() => {});
      }
      made();
      return reply.send(file);
    });
    const socket = connect(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
    await begun;
    // A moment later, so that the answer has taken the file.
    setTimeout(() => socket.destroy(), 20);
    await closed;
    await app.close();
  });

  it('takes 8 requests of a connection at once, and any number one after another', async () => {
    const { port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    const answers = (count: number) =>
      new Promise<number>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1');
        let text = '';
        const seen = () => text.split('HTTP/1.1 200').length - 1;
        socket.on('data', (bytes) => {
          text += String(bytes);
          if (seen() === count) socket.destroy();
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(seen()));
        socket.write(request.repeat(count));
      });
    expect(await answers(8)).toBe(8);
    expect(await answers(400)).toBeLessThan(400);
    const kept = await held(Number(port));
    for (let i = 0; i < 50; i++) expect(await kept.send(request)).toContain('HTTP/1.1 200');
  });

  it('counts requests that never became one', async () => {
    await get('/2023-08-01/%zz');
    await test.app.close();
  });
});

/** A connection that waits for what it is given to send. */
async function held(port: number) {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    send: (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        socket.once('data', (bytes) => resolve(bytes.toString()));
        socket.once('error', reject);
        socket.write(text);
      }),
  };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
