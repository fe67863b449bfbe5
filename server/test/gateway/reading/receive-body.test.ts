import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mapError } from '../../../src/gateway/map-error.js';
import { openHttp } from '../../../src/gateway/open-http.js';
import { BodyBudget } from '../../../src/gateway/reading/body-budget.js';
import { endBodies, takeBodies } from '../../../src/gateway/reading/take-bodies.js';
import { send } from '../../../src/gateway/render-answer.js';
import { renderError } from '../../../src/gateway/render-error.js';
import type { LeastRate } from '../../../src/http/least-rate.js';
import { route } from '../../../src/operations/route.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const MB = 1024 * 1024;
const LIMIT = 2 * MB;
const URL_PATH = '/2023-08-01/take';

const take = route({
  operation: 'Take',
  family: 'core',
  method: 'POST',
  path: '/take',
  summary: 'Says how long its body is',
  schemas: { body: Type.Object({ text: Type.String() }), response: { 200: Type.Object({ length: Type.Integer() }) } },
  bodyLimit: LIMIT,
  handle: async ({ body }) => ({ body: { length: body.text.length } }),
});

describe('a body on its way', () => {
  let test: TestApp;
  let port: number;
  beforeEach(async () => {
    test = await testApp([take], { config: { bodyMemoryBytes: 32 * MB } });
    port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterEach(() => test.close());

  const open = (headers: readonly string[]): Socket => {
    const socket = connect(port, '127.0.0.1');
    const lines = [`POST ${URL_PATH} HTTP/1.1`, 'Host: x', `Authorization: ${test.liveKey}`, ...headers];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  };
  /** What comes until the head of an answer, and what its length says, is there. */
  const answerOf = (socket: Socket): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1');
        const [head = '', body] = text.split('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        if (body !== undefined && body.length >= length) resolve(text);
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(text)}`)));
    });
  const json = (length: number) => JSON.stringify({ text: 'x'.repeat(length) });
  const packed = (payload: Buffer, encoding = 'gzip') =>
    test.call('POST', URL_PATH, {
      payload,
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    });

  it('is read whole where its length is not told, small and large', async () => {
    for (const length of [10, 1_500_000]) {
      const answer = await fetch(`http://127.0.0.1:${port}${URL_PATH}`, {
        method: 'POST',
        headers: { authorization: test.liveKey, 'content-type': 'application/json' },
        body: new Blob([json(length)]).stream(),
        // Node's own fetch asks for it beside a stream.
        duplex: 'half',
      } as RequestInit);
      expect([answer.status, await answer.json()]).toEqual([200, { length }]);
    }
  });

  it("is nobody's trouble where its client leaves in the middle", async () => {
    const { log } = test.services;
    const errors: unknown[] = [];
    let ended = (): void => {};
    log.error = (line: unknown) => void errors.push(line);
    log.info = () => ended();
    for (const headers of [
      ['Content-Length: 400'],
      ['Content-Length: 400', 'Content-Encoding: gzip'],
      ['Transfer-Encoding: chunked'],
    ]) {
      const over = new Promise<void>((resolve) => {
        ended = resolve;
      });
      const socket = open(headers);
      socket.write('7\r\n{"text"\r\n', () => socket.destroy());
      await over;
    }
    // What is wrong with a body is told after its client was seen to leave.
    await new Promise(setImmediate);
    expect(errors).toEqual([]);
  });

  it('is read where it comes packed by gzip', async () => {
    for (const encoding of ['gzip', 'X-GZIP', 'identity']) {
      const body = Buffer.from(json(100_000));
      const answer = await packed(encoding === 'identity' ? body : gzipSync(body), encoding);
      expect([answer.statusCode, answer.json()], encoding).toEqual([200, { length: 100_000 }]);
    }
  });

  it('is 415 where it comes packed otherwise, and the answer says by what it may be', async () => {
    for (const encoding of ['br', 'deflate', 'gzip, gzip']) {
      const answer = await packed(gzipSync(json(10)), encoding);
      expect([answer.statusCode, answer.headers['accept-encoding']], encoding).toEqual([415, 'gzip']);
      expect(answer.json().message).toContain('Content-Encoding');
    }
  });

  it('is 400 where it is no gzip, or ends too early', async () => {
    const whole = gzipSync(randomBytes(1000).toString('hex'));
    for (const bytes of [Buffer.from(json(10)), whole.subarray(0, 300), whole.subarray(0, whole.length - 4)]) {
      const answer = await packed(bytes);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_ENCODING']);
    }
  });

  it('is 413 where it unpacks to more than a body may have, or to many times its size', async () => {
    expect((await packed(gzipSync(json(LIMIT)))).statusCode).toBe(413);
    // Of zeros alone: below the limit, and above any ratio that people send.
    expect((await packed(gzipSync(Buffer.alloc(LIMIT - 100)))).statusCode).toBe(413);
  });

  it('over its limit is answered 413 at once, and its client may send the rest and read the answer then', async () => {
    const length = 8 * MB;
    const socket = open(['Content-Type: application/json', `Content-Length: ${length}`]);
    const answer = answerOf(socket);
    // All of it, before a byte of the answer is read.
    socket.pause();
    const chunk = Buffer.alloc(64 * 1024, 'x');
    for (let sent = 0; sent < length; sent += chunk.length) {
      if (!socket.write(chunk)) await new Promise((resolve) => socket.once('drain', resolve));
    }
    socket.resume();
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    // And the connection is good for another request.
    socket.write(
      `POST ${URL_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: ${test.liveKey}\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"text":"x"}`,
    );
    await new Promise((resolve) => socket.once('data', (bytes) => resolve(expect(String(bytes)).toMatch(/ 200 /))));
    socket.destroy();
  });

  it('that stops half way gives its memory back when its client leaves', async () => {
    for (let round = 0; round < 20; round++) {
      const socket = open(['Content-Type: application/json', `Content-Length: ${LIMIT}`]);
      await new Promise((resolve) => socket.write('{"text":"', resolve));
      socket.destroy();
    }
    // The part of an account is 4 MB: had one of them kept its memory, this would wait, and be refused.
    const answers = await Promise.all(
      [json(1_900_000), json(1_900_000)].map((payload) =>
        test.call('POST', URL_PATH, { payload, headers: { 'content-type': 'application/json' } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });
});

describe('a body that comes too slowly', () => {
  const rate = { bytesPerSecond: 100_000, afterMs: 50 };
  it.each([
    ['nothing comes', 0, rate],
    ['a byte comes each moment', 1, rate],
    ['all of it takes longer than any may', 1000, { ...rate, mostMs: 100 }],
  ])('is given up where %s, and its memory is free', async (_what, bytes, leastRate) => {
    const { app, port } = await echo(leastRate);
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n');
    const drip = setInterval(() => socket.write('x'.repeat(bytes)), 10);
    const answer = await new Promise((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
    clearInterval(drip);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('connection: close');
    socket.destroy();
    await app.close();
  });

  it('gives its memory back where its client has left while it waited for it, although all of it had come', async () => {
    // Room for one packed body, and nobody is slow for a minute.
    const budget = new BodyBudget({ bytes: 8 * MB, patienceMs: 60_000 });
    const { app, port } = await echo({ bytesPerSecond: 1, afterMs: 60_000 }, budget);
    const leave = new AbortController().signal;
    const first = await budget.take('', MB, leave);
    const socket = connect(port, '127.0.0.1');
    const bytes = gzipSync('{}');
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    const waits = vi.spyOn(budget, 'take');
    socket.write(Buffer.concat([Buffer.from(head), bytes]));
    await vi.waitFor(() => expect(waits).toHaveBeenCalledOnce(), 30_000);
    socket.destroy();
    await expect(waits.mock.results[0]?.value).rejects.toMatchObject({ status: 400 });
    first();
    expect(budget.tryTake('', MB)).toBeTypeOf('function');
    await app.close();
  });

  it('takes no memory where its client left before it was asked for, as while its key was looked up', async () => {
    const budget = new BodyBudget({ bytes: 8 * MB, patienceMs: 60_000 });
    const { app, port } = await echo(
      { bytesPerSecond: 1, afterMs: 60_000 },
      budget,
      ({ raw }) => new Promise((resolve) => raw.once('close', resolve)),
    );
    const takes = vi.spyOn(budget, 'take');
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{', () => socket.destroy());
    await vi.waitFor(() => expect(takes).toHaveBeenCalledOnce(), 30_000);
    await expect(takes.mock.results[0]?.value).rejects.toMatchObject({ status: 400 });
    // All of the part of an account.
    expect(budget.tryTake('', MB)).toBeTypeOf('function');
    await app.close();
  });

  /** The HTTP layer with another least rate. */
  async function echo(
    leastRate: LeastRate,
    budget = new BodyBudget({ bytes: 8 * MB, patienceMs: 60_000 }),
    onRequest: (request: FastifyRequest) => Promise<void> = async () => undefined,
  ) {
    const { services, close } = await testApp([]);
    const app = openHttp(services);
    app.decorateRequest('knownKey', null);
    app.addHook('onRequest', onRequest);
    endBodies(app);
    takeBodies(app, { budget, leastRate });
    app.setErrorHandler((error, request, reply) => send(reply, renderError(mapError(error, request.log))));
    app.post('/', async () => 'ok');
    app.addHook('onClose', close);
    return { app, port: Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port) };
  }
});
