import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../support/test-app.js';
import { ETAG, streamingRoutes } from './streaming-routes.js';

const V = '/2022-05-05';
const TAG = `"${ETAG}"`;
const DATE = 'Sat, 31 Jan 2026 11:16:00 GMT';
const LATER = 'Sat, 31 Jan 2026 11:16:01 GMT';
const EARLIER = 'Sat, 31 Jan 2026 11:15:59 GMT';

let test: TestApp;
beforeAll(async () => {
  test = await testApp(streamingRoutes().routes);
});
afterAll(() => test.close());

const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.call(method, `${V}/things/a/parts/b`, { headers });

describe('an answer of bytes', () => {
  it('says what it is, to HEAD as to GET', async () => {
    const expected = {
      'content-type': 'text/x-thing',
      'content-length': '10',
      etag: TAG,
      'last-modified': DATE,
      'accept-ranges': 'bytes',
    };
    const whole = await ask();
    expect([whole.statusCode, whole.body]).toEqual([200, '0123456789']);
    expect(whole.headers).toMatchObject(expected);
    const head = await ask({}, 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers).toMatchObject(expected);
    expect((await ask({ range: 'bytes=0-1' }, 'HEAD')).statusCode).toBe(200);
  });

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=3-5', '345', 'bytes 3-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['BYTES = 1 - 2', '12', 'bytes 1-2/10'],
  ])('%s is a part', async (range, body, told) => {
    const answer = await ask({ range });
    expect([answer.statusCode, answer.body]).toEqual([206, body]);
    expect(answer.headers).toMatchObject({ 'content-range': told, 'content-length': String(body.length), etag: TAG });
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s is 416', async (range) => {
    const answer = await ask({ range });
    expect([answer.statusCode, answer.json().code]).toEqual([416, 'InvalidRange']);
    expect(answer.headers['content-range']).toBe('bytes */10');
  });

  it.each(['bytes=0-1,3-4', 'bytes=5-3', 'bytes=-', 'lines=1-2', 'x'])('%s is all', async (range) => {
    const answer = await ask({ range });
    expect([answer.statusCode, answer.body]).toEqual([200, '0123456789']);
  });

  it.each([
    [{ 'if-none-match': TAG }, 304],
    [{ 'if-none-match': `W/${TAG}` }, 304],
    [{ 'if-none-match': `"x", ${TAG}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x"' }, 200],
    // With it the date says nothing.
    [{ 'if-none-match': '"x"', 'if-modified-since': DATE }, 200],
    [{ 'if-modified-since': DATE }, 304],
    [{ 'if-modified-since': LATER }, 304],
    [{ 'if-modified-since': EARLIER }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-match': TAG }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': ETAG }, 200],
    [{ 'if-match': `W/${TAG}` }, 412],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-unmodified-since': DATE }, 200],
    [{ 'if-unmodified-since': EARLIER }, 412],
    [{ 'if-match': TAG, 'if-unmodified-since': EARLIER }, 200],
    [{ 'if-match': TAG, 'if-none-match': TAG }, 304],
    [{ range: 'bytes=0-1', 'if-range': TAG }, 206],
    [{ range: 'bytes=0-1', 'if-range': '"x"' }, 200],
    [{ range: 'bytes=0-1', 'if-range': `W/${TAG}` }, 200],
    [{ range: 'bytes=0-1', 'if-range': DATE }, 206],
    [{ range: 'bytes=0-1', 'if-range': LATER }, 200],
  ])('%o is %i', async (headers, status) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await ask(headers as Record<string, string>, method);
      expect(answer.statusCode).toBe(method === 'HEAD' && status === 206 ? 200 : status);
      if (status === 304) expect([answer.body, answer.headers.etag]).toEqual(['', TAG]);
    }
  });

  it('that fails in the middle, or is shorter than it was told, is never a whole one', async () => {
    const port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
    for (const name of ['failing', 'short']) {
      const outcome = await new Promise((resolve) => {
        const request = get({ port, path: `${V}/broken/${name}`, headers: { authorization: test.liveKey } }, (head) => {
          head.resume();
          // Before any of it has left it may still become an answer that says so.
          head
            .on('end', () => resolve(head.statusCode === 200 ? 'whole' : 'broken off'))
            .on('error', () => resolve('broken off'));
        });
        request.on('error', () => resolve('broken off'));
      });
      expect([name, outcome]).toEqual([name, 'broken off']);
    }
  });
});
