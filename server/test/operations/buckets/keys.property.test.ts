import { request as send } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bucketRoutes } from '../../../src/operations/buckets/buckets.js';
import { objectRoutes } from '../../../src/operations/buckets/objects.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const BASE = '/2022-05-05/buckets';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp([...bucketRoutes, ...objectRoutes]);
  await app.call('POST', BASE, { payload: { bucketName: 'odd' } });
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** By a client that leaves the path as it is. */
function ask(method: string, path: string, body = ''): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = send({ port, path, method, headers: { authorization: app.liveKey } }, (head) => {
      let text = '';
      head.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      head.on('end', () => resolve({ status: head.statusCode ?? 0, body: text }));
    });
    request.on('error', reject).end(body);
  });
}

const odd = fc.constantFrom(
  '/',
  '//',
  '.',
  '..',
  '../',
  '%',
  '%2F',
  '+',
  ' ',
  '?',
  '#',
  '&',
  '\\',
  ':',
  '*',
  '~',
  '\n',
  '"',
);
const key = fc
  .array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 5 })), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''))
  .filter((text) => text !== '' && !text.includes('\0') && text.isWellFormed() && !text.includes('\u{10FFFF}'));

/** Ways in which clients write a key: all escaped as one segment, slashes left, everything escaped. */
const WRITTEN: readonly ((key: string) => string)[] = [
  (text) => encodeURIComponent(text),
  (text) => text.split('/').map(encodeURIComponent).join('/'),
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
];

it('any key is put, listed, read and deleted, however it is written', async () => {
  await fc.assert(
    fc.asyncProperty(key, fc.nat(2), fc.nat(2), async (text, putAs, readAs) => {
      const written = (way: number) => `${BASE}/odd/objects/${WRITTEN[way]?.(text)}`;
      expect((await ask('PUT', written(putAs), text)).status).toBe(200);
      const listed = JSON.parse((await ask('GET', `${BASE}/odd/objects?prefix=${encodeURIComponent(text)}`)).body);
      expect(listed.items).toMatchObject([{ key: text, size: Buffer.byteLength(text) }]);
      expect(await ask('GET', written(readAs))).toEqual({ status: 200, body: text });
      expect((await ask('DELETE', written(readAs))).status).toBe(204);
      expect((await ask('GET', written(putAs))).status).toBe(404);
    }),
    { numRuns: 60 },
  );
});
