import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_LIMITS } from '../../../src/gateway/reading/read-json.js';
import { echoRoutes } from '../../support/echo-routes.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const UNBODIED = '/2024-09-01';
const URL = '/2023-08-01/things/7/commit';

describe('bodies', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp(echoRoutes().routes);
  });
  afterAll(() => test.close());

  const send = (payload: string | Buffer, type: string | undefined = 'application/json') =>
    test.call('POST', URL, { payload, headers: type === undefined ? {} : { 'content-type': type } });

  it('are taken as they are: nothing is turned into another type, nothing is dropped', async () => {
    expect((await send('{"count":"1"}')).statusCode).toBe(400);
    expect((await send('{"count":1.5}')).statusCode).toBe(400);
    expect((await send('{"count":1,"more":{"é":[null]}}')).json().body).toEqual({ count: 1, more: { é: [null] } });
  });

  it('are answered every problem, by pointer', async () => {
    const answer = await send('{"count":-1,"name":"no!","nested":{}}');
    const body = answer.json();
    expect(answer.statusCode).toBe(400);
    expect(body.code).toBe('VALIDATION_FAILED');
    expect(answer.headers['x-amzn-errortype']).toBe('ValidationException');
    expect(body.errors).toEqual([
      { path: '/count', message: '/count must be 0 or more.' },
      { path: '/name', message: '/name must be of the form ^[^!]*$.' },
      { path: '/nested/kind', message: '/nested/kind is missing.' },
    ]);
    expect(body.fieldList).toBeUndefined();
    expect(body.message).toBe('/count must be 0 or more. There are 3 problems; see errors.');
  });

  it('are refused with a GET, where nobody would read the filters in them', async () => {
    const asked = async (payload: string) => {
      const headers = { 'content-type': 'application/json' };
      return test.call('GET', '/2023-08-01/things', { headers, payload });
    };
    for (const nothing of ['{}', 'null']) expect((await asked(nothing)).statusCode).toBe(200);
    const filtered = await asked('{"status":"FAILED"}');
    expect(filtered.statusCode).toBe(400);
    expect(filtered.json()).toMatchObject({ message: expect.stringContaining('query parameters') });
  });

  it('are refused by the names in them where an operation takes none', async () => {
    const sent = async (method: 'POST' | 'PUT', url: string, payload?: string) => {
      const headers = payload === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await test.call(method, url, { headers, ...(payload === undefined ? {} : { payload }) });
      return answer.statusCode === 400 ? answer.json() : answer.statusCode;
    };
    const path = `${UNBODIED}/rated`;
    for (const nothing of [undefined, '', '{}', ' {} ', 'null']) expect(await sent('POST', path, nothing)).toBe(200);
    expect(await sent('POST', path, '{"filename":"new.edi","a/b":1}')).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [
        { path: '/filename', message: '/filename is not known here: this operation takes no body. Remove it.' },
        { path: '/a~1b' },
      ],
    });
    expect(await sent('POST', path, '["new.edi"]')).toMatchObject({
      message: expect.stringContaining('takes no body'),
    });
    expect(await sent('POST', path, '{"filename":')).toMatchObject({ code: 'INVALID_JSON' });
  });

  it('are answered the choice where there is one', async () => {
    for (const kind of ['"c"', '1', 'null']) {
      expect((await send(`{"count":1,"nested":{"kind":${kind}}}`)).json().errors).toEqual([
        { path: '/nested/kind', message: '/nested/kind must be one of "a", "b".' },
      ]);
    }
  });

  it('never come back in a message', async () => {
    const canary = 'CANARY';
    const bodies = [
      `{"count":"${canary}"}`,
      `{"count":1,"name":"${canary}!"}`,
      `{"count":1,"nested":{"kind":"${canary}"}}`,
      `{"count":1,"name":"${canary.repeat(50)}"}`,
      `{"count":1 ${canary}`,
      `"${canary}"`,
      `{"count":1,"name":"${canary}\\u0000"}`,
    ];
    for (const body of bodies) {
      const answer = await send(body);
      expect([answer.statusCode, answer.body.includes(canary)], body).toEqual([400, false]);
    }
  });

  it('that are not JSON are told where they stop being it', async () => {
    const broken = await send('{\n  "count": 1,\n  "name": CANARY\n}');
    expect(broken.json().message).toBe(
      'The body is not JSON from line 3, column 11 on. Correct it there, and send it again.',
    );
    const cut = await send('{"count":1');
    expect(cut.json().message).toBe('The body ends before its JSON does, at line 1, column 11. Send all of it.');
  });

  it('have their problems as fieldList too where published clients read it', async () => {
    const answer = await test.call('POST', '/2022-01-01/things', { payload: { count: -1 } });
    const message = '/count must be 0 or more.';
    expect(answer.json()).toMatchObject({
      errors: [{ path: '/count', message }],
      fieldList: [{ path: '/count', message }],
    });
  });

  it('must be there where the operation needs one, and only there', async () => {
    expect((await send('')).json().code).toBe('INVALID_JSON');
    expect((await test.call('POST', '/2022-01-01/things')).statusCode).toBe(201);
  });

  it('count as JSON without a type, and are refused with another', async () => {
    expect((await test.call('POST', URL, { payload: Buffer.from('{"count":1}') })).statusCode).toBe(200);
    for (const type of [
      'application/json; charset=UTF-8',
      'application/json;charset="utf-8"',
      'application/merge-patch+json',
    ]) {
      expect((await send('{"count":1}', type)).statusCode, type).toBe(200);
    }
    for (const type of [
      'text/plain',
      'application/xml',
      'application/json; charset=latin1',
      'application/jsonx',
      'x',
    ]) {
      const answer = await send('{"count":1}', type);
      expect([answer.statusCode, answer.json().code], type).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it('are refused beyond their size, before the key only in name', async () => {
    const large = JSON.stringify({ count: 1, filler: 'x'.repeat(1024 * 1024) });
    const answer = await send(large);
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'REQUEST_TOO_LARGE']);
    expect(answer.json().message).toContain('more than 1 MB');
    const unknown = await test.call('POST', URL, { payload: large, headers: { authorization: 'wrong' } });
    expect(unknown.statusCode).toBe(403);
  });

  it('are refused beyond so many levels, in and out of strings', async () => {
    const nested = (levels: number) => `{"count":1,"deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect((await send(nested(JSON_LIMITS.levels))).statusCode).toBe(200);
    const deep = await send(nested(JSON_LIMITS.levels + 1));
    expect([deep.statusCode, deep.json().code]).toEqual([400, 'TOO_DEEP']);
    expect((await send('['.repeat(500_000))).statusCode).toBe(400);
    expect((await send(`{"count":1,"name":"${'[{'.repeat(40)}\\\\\\"${'['.repeat(10)}"}`)).statusCode).toBe(200);
  });

  it('are answered their first problem only, where all would be too many', async () => {
    const answer = await send(`{"count":1,"nested":[${'1,'.repeat(20_000)}1]}`);
    expect([answer.statusCode, answer.json().errors.length]).toEqual([400, 1]);
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-8 that is cut', Buffer.from('{"count":1,"name":"é"}').subarray(0, 20)],
    ['surrogates in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a byte order mark', Buffer.from('\ufeff{"count":1}')],
    ['NUL', '{"count":1,"name":"a\\u0000b"}'],
    ['NUL in a name', '{"count":1,"a\\u0000":1}'],
    ['half a surrogate pair', '{"count":1,"name":"\\ud83d"}'],
    ['half a pair, deep', '{"count":1,"more":[[{"x":"\\uDE00"}]]}'],
    ['a hidden prototype', '{"count":1,"__proto__":{"admin":true}}'],
    ['a hidden prototype, escaped', '{"count":1,"\\u005f_proto__":{"admin":true}}'],
    ['no JSON', "{'count':1}"],
    ['two values', '{"count":1}{"count":2}'],
  ])('are refused with %s', async (_what, payload) => {
    const answer = await send(payload);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual(expect.arrayContaining(['error', 'code', 'message']));
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  it('keep a whole surrogate pair that was escaped', async () => {
    expect((await send('{"count":1,"name":"\\ud83d\\ude00"}')).json().body.name).toBe('😀');
  });
});

describe('parameters', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp(echoRoutes().routes);
  });
  afterAll(() => test.close());
  const get = (address: string) => test.call('GET', `/2023-08-01/things/${address}`);

  it('are read as what their schema says', async () => {
    const answer = await get('a%2Fb?flag=true&most=5&kinds=x');
    expect(answer.json()).toMatchObject({ params: { id: 'a/b' }, query: { flag: true, most: 5, kinds: ['x'] } });
    expect((await get('a?kinds=x&kinds=y')).json().query.kinds).toEqual(['x', 'y']);
  });

  it.each([
    ['a?flg=true', 'The query parameter flg is not known here. Did you mean flag?', '/flg'],
    ['a?other=1', 'The query parameter other is not known here. Known are: flag, most, kinds.', '/other'],
    ['a?most=x', 'The query parameter most must be a whole number.', '/most'],
    ['a?most=1&most=2', 'The query parameter most is given more than once. Give it once.', '/most'],
    ['a%00', 'The path parameter id has NUL or half a surrogate pair, which no name or id has. Remove it.', '/id'],
    ['?pageSze=5', 'The query parameter pageSze is not known here. Did you mean page_size?', '/pageSze'],
    ['?pageSize=0', 'The query parameter pageSize must be a whole number from 1 to 20.', '/pageSize'],
    ['?page_size=x', 'The query parameter page_size must be a whole number from 1 to 20.', '/page_size'],
  ])('are named where they are wrong: %s', async (address, message, path) => {
    const answer = await test.call('GET', `/2023-08-01/things${address.startsWith('?') ? '' : '/'}${address}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(message);
    expect(answer.json().errors).toEqual([{ message, path, code: 'INVALID_PARAMETER' }]);
  });

  it('of a list are known in both spellings', async () => {
    for (const name of ['page_size', 'pageSize']) {
      const list = await test.call('GET', `/2023-08-01/things?${name}=5&pageToken=`);
      expect(list.json().items).toHaveLength(5);
    }
  });

  it.each([
    'a?flag=perhaps',
    'a?most=0',
    'a?most=CANARY',
    'a?most=1&most=2',
    'a%00',
    'a?kinds=%00',
    'a%zz',
    `${'x'.repeat(51)}`,
    'a%ff',
  ])('are refused: %s', async (address) => {
    const answer = await get(address);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toContain('CANARY');
    expect(answer.json()).toMatchObject({
      error: expect.any(String),
      code: expect.any(String),
      message: expect.any(String),
    });
  });
});
