import { connect } from 'node:net';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { route } from '../../src/operations/route.js';
import { type TestApp, testApp } from '../support/test-app.js';

const MB = 1024 * 1024;
/** More than the buffers of both ends of a connection take by themselves. */
const LARGE = 48 * MB;

const text = (method: 'GET' | 'POST', path: string, length: number) =>
  route({
    operation: `Text${path.slice(1)}`,
    family: 'core',
    method,
    path,
    summary: 'Answers a text',
    schemas: { response: { 200: Type.Object({ text: Type.String() }) } },
    handle: async () => ({ body: { text: 'x'.repeat(length) } }),
  });

describe('answers that nobody reads', () => {
  let test: TestApp;
  let address: string;
  beforeAll(async () => {
    const routes = [text('GET', '/large', LARGE), text('POST', '/done', LARGE), text('GET', '/small', 1_000)];
    test = await testApp(routes, { config: { bodyMemoryBytes: 32 * MB } });
    address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => test.close());

  const ask = async (path: string, method = 'GET'): Promise<number> => {
    const headers = { authorization: test.liveKey };
    const answer = await fetch(`${address}/2023-08-01${path}`, { method, headers });
    await answer.arrayBuffer();
    return answer.status;
  };

  it('take the part of their account, whose next large ones are refused until they are read or left', async () => {
    expect([await ask('/large'), await ask('/large')]).toEqual([200, 200]);
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(`GET /2023-08-01/large HTTP/1.1\r\nHost: x\r\nAuthorization: ${test.liveKey}\r\n\r\n`);
    // It is on its way, and no more than its beginning is read.
    await new Promise((resolve) => socket.once('readable', resolve));
    expect(await ask('/large')).toBe(429);
    // What is small has memory of its own, and what was done is told.
    expect([await ask('/small'), await ask('/done', 'POST')]).toEqual([200, 200]);
    socket.destroy();
    // The server hears of it in its own time.
    while ((await ask('/large')) !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
  });
});
