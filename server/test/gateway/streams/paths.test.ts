import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../support/test-app.js';
import { streamingRoutes } from './streaming-routes.js';

const BELOW = '/2022-05-05/things/a/parts/';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await testApp(streamingRoutes().routes);
  port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => test.close());

/** By a client that leaves the path as it is, as `fetch` does not. */
function asked(path: string, method = 'PUT'): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: test.liveKey };
    const request = get({ port, path, method, headers }, (head) => {
      let body = '';
      head.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      head.on('end', () => resolve({ status: head.statusCode ?? 0, body }));
    });
    request.on('error', reject);
  });
}

describe('a parameter that is all that follows', () => {
  it.each([
    ['plain', 'plain'],
    ['a/b', 'a/b'],
    ['a%2Fb', 'a/b'],
    ['a%2fb', 'a/b'],
    ['a//b', 'a//b'],
    ['/a', '/a'],
    ['a/', 'a/'],
    ['.', '.'],
    ['..', '..'],
    ['../../../x', '../../../x'],
    ['a/./b/../c', 'a/./b/../c'],
    ['%2e%2E/%2E', '../.'],
    ['a+b', 'a+b'],
    ['a%2Bb', 'a+b'],
    ['a%20b', 'a b'],
    ['%61%62', 'ab'],
    ['100%25', '100%'],
    ['%2525', '%25'],
    ['a%3Fb%23c', 'a?b#c'],
    ['a?b', 'a'],
    ['a;b=c:d@e,f$g&h', 'a;b=c:d@e,f$g&h'],
    ['%C3%A9', 'é'],
    ['%F0%9F%93%A6', '📦'],
    ['e%CC%81', 'e\u0301'],
    ['objects/objects', 'objects/objects'],
    ['%0A%09', '\n\t'],
    ['*', '*'],
    [':key', ':key'],
    ['%5C', '\\'],
  ])('%s is %s', async (sent, key) => {
    const { status, body } = await asked(BELOW + sent);
    expect([status, JSON.parse(body).key]).toEqual([200, key]);
  });

  it.each([['%00'], ['a%00b'], ['%'], ['%2'], ['%zz'], ['%ff'], ['%C3'], ['%ED%A0%80'], ['%C0%80']])(
    '%s is 400',
    async (sent) => {
      const { status, body } = await asked(BELOW + sent);
      expect([status, JSON.parse(body).error]).toEqual([400, expect.any(String)]);
    },
  );

  it('is as long as a key in escapes may be', async () => {
    expect((await asked(BELOW + '%61'.repeat(1024))).status).toBe(200);
  });

  it('is told apart from another method, and from another path', async () => {
    expect((await asked(`${BELOW}a/b`, 'PATCH')).status).toBe(403);
    expect((await asked(`${BELOW}a/b`, 'POST')).status).toBe(403);
    expect((await asked('/2022-05-05/things/a/other/b')).status).toBe(404);
    expect((await asked('/2022-05-05/things/a/parts', 'GET')).status).toBe(404);
  });
});
