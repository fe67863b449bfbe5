import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streamBody } from '../../../src/gateway/reading/stream-body.js';
import { type TestApp, testApp } from '../../support/test-app.js';
import { bytesOf, LIMIT, type StreamControl, streamingRoutes } from './streaming-routes.js';

const MB = 1024 * 1024;
const V = '/2022-05-05';
const PUT = `${V}/things/a/parts/b`;

let test: TestApp;
let control: StreamControl;
let port: number;
beforeEach(async () => {
  control = streamingRoutes();
  test = await testApp(control.routes, { config: { bodyMemoryBytes: 2 * MB } });
  port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(() => test.close());

const put = (headers: Record<string, string>, path = PUT) =>
  send({ port, path, method: 'PUT', headers: { authorization: test.liveKey, ...headers } });

function answered(request: ReturnType<typeof send>): Promise<{ status: number; body: string; head: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (head) => {
      let body = '';
      head.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      head.on('end', () => resolve({ status: head.statusCode ?? 0, body, head }));
    });
  });
}

function open(headers: readonly string[], path = PUT): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${[`PUT ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Text from a socket until it matches. */
function until(socket: Socket, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const look = (bytes: Buffer): void => {
      text += bytes.toString('latin1');
      if (!pattern.test(text)) return;
      socket.off('data', look);
      resolve(text);
    };
    socket.on('data', look).on('error', reject);
    socket.on('close', () => reject(new Error(`closed after ${text}`)));
  });
}

describe('a body that is streamed', () => {
  it('of 200 MB comes through whole, and no more than a few chunks of it are under way, told or in chunks', async () => {
    const length = 200 * MB;
    for (const headers of [{ 'content-length': String(length) }, { 'transfer-encoding': 'chunked' }]) {
      let given = 0;
      let most = 0;
      const before = control.received;
      const request = put({ 'content-type': 'anything/at-all', ...headers });
      bytesOf(length)
        .on('data', (chunk: Buffer) => {
          given += chunk.length;
          most = Math.max(most, given - (control.received - before));
        })
        .pipe(request);
      const { status, body } = await answered(request);
      expect([status, JSON.parse(body)]).toEqual([200, { length, key: 'b' }]);
      expect([given, control.received - before]).toEqual([length, length]);
      // Counted, not weighed: when garbage is taken away differs by version of Node. The buffers of the two sockets are in it.
      expect(most).toBeLessThan(50 * MB);
    }
  });

  it('comes as it is, packed or not, and without a type', async () => {
    const bytes = gzipSync(randomBytes(1000));
    const request = put({ 'content-encoding': 'gzip' });
    request.end(bytes);
    expect((await answered(request)).status).toBe(200);
    const nothing = put({});
    nothing.end();
    expect((await answered(nothing)).status).toBe(200);
    expect(control.taken).toEqual([
      { sha256: createHash('sha256').update(bytes).digest('hex'), length: bytes.length, key: 'b' },
      { sha256: createHash('sha256').digest('hex'), length: 0, key: 'b' },
    ]);
  });

  it('is 413 over its limit: at once where its length is told', async () => {
    const socket = open([`Authorization: ${test.liveKey}`, `Content-Length: ${LIMIT + 1}`]);
    expect(await until(socket, /REQUEST_TOO_LARGE/)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    expect(control.failed).toEqual([]);
  });

  it('that breaks off is an error for who reads it, never an end', async () => {
    for (const length of ['Content-Length: 1000000', 'Transfer-Encoding: chunked']) {
      const reading = control.reading();
      const socket = open([`Authorization: ${test.liveKey}`, length]);
      socket.write(length.startsWith('T') ? '5\r\nhello\r\n' : 'hello');
      await reading;
      socket.destroy();
      while (control.failed.length === 0) await new Promise(setImmediate);
      expect(control.failed.pop()).toMatchObject({ status: 400 });
    }
    expect(control.taken).toEqual([]);
    // Its places are free again.
    for (let count = 0; count < 6; count++) {
      const request = put({});
      request.end('x');
      expect((await answered(request)).status).toBe(200);
    }
  });

  it('is refused, and the answer seen, by a client that writes all of it before it reads', async () => {
    for (const [key, path, status] of [
      ['wrong', PUT, 403],
      [test.liveKey, `${V}/nowhere`, 404],
      [test.liveKey, `${V}/ignored`, 200],
    ] as const) {
      const request = put({ authorization: key, 'content-type': 'a/b', 'content-length': String(10 * MB) }, path);
      const answer = answered(request);
      bytesOf(10 * MB).pipe(request);
      expect((await answer).status).toBe(status);
    }
  });

  it('that nobody has read does not stand in the way of the next request', async () => {
    const one = (path: string, body: string) =>
      [
        `PUT ${path} HTTP/1.1`,
        'Host: x',
        `Authorization: ${test.liveKey}`,
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n');
    const socket = connect(port, '127.0.0.1');
    socket.write(one(`${V}/ignored`, 'x'.repeat(300_000)) + one(PUT, 'second'));
    expect(await until(socket, /"length":6/)).toContain('"readable":true');
    socket.destroy();
  });

  it('is asked for only once the key is known', async () => {
    const expecting = ['Content-Length: 5', 'Expect: 100-continue'];
    const good = open([`Authorization: ${test.liveKey}`, ...expecting]);
    expect(await until(good, /\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    good.write('hello');
    expect(await until(good, /"length":5/)).toMatch(/^HTTP\/1\.1 200 /);
    good.destroy();
    const wrong = open(['Authorization: wrong', ...expecting]);
    const refused = await until(wrong, /ACCESS_DENIED/);
    expect(refused).toMatch(/^HTTP\/1\.1 403 /);
    expect(refused).toMatch(/^connection: close\r$/im);
  });

  it('of JSON is asked for, too', async () => {
    const expecting = ['Content-Length: 2', 'Expect: 100-continue', 'Content-Type: application/json'];
    const socket = open([`Authorization: ${test.liveKey}`, ...expecting], `${V}/nowhere`);
    expect(await until(socket, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 (100|404) /);
    socket.destroy();
  });
});

describe('a body that comes too slowly', () => {
  it('is 408; one that is read slowly is not', async () => {
    const rate = { bytesPerSecond: 100_000, afterMs: 20 };
    const seen: unknown[] = [];
    const server = createServer(async (request, response) => {
      const body = streamBody(request, { limit: LIMIT, leastRate: rate });
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          if (request.url !== '/slow-reader') continue;
          // The server is slow here: as long as a client would not be let.
          const until = performance.now() + 60;
          while (performance.now() < until) await new Promise(setImmediate);
          seen.push(chunk.length);
        }
        response.end('whole');
      } catch (error) {
        seen.push(error);
        response.writeHead(408).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { readonly port: number };
    const loris = connect(port, '127.0.0.1');
    loris.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nfirst');
    expect(await until(loris, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 408 /);
    expect(seen.splice(0)).toEqual([expect.objectContaining({ status: 408 })]);
    loris.destroy();
    const request = send({ port, method: 'PUT', path: '/slow-reader', headers: { 'content-length': '300000' } });
    request.end(Buffer.alloc(300_000));
    expect((await answered(request)).body).toBe('whole');
    expect(seen.length).toBeGreaterThan(1);
    server.close();
    server.closeAllConnections();
  });
});
