import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketRoutes } from '../../../src/operations/buckets/buckets.js';
import { objectRoutes } from '../../../src/operations/buckets/objects.js';
import { AccountRoom } from '../../../src/resources/buckets/account-room.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const BASE = '/2022-05-05/buckets';
const AT = `${BASE}/files/objects`;

let app: TestApp;
beforeAll(async () => {
  app = await testApp([...bucketRoutes, ...objectRoutes], {
    parts: ({ store, clock }) => ({
      room: new AccountRoom({ store, clock, quotaBytes: undefined, disk: undefined }),
    }),
  });
  await app.call('POST', BASE, { payload: { bucketName: 'files' } });
});
afterAll(() => app.close());

const put = (key: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.call('PUT', `${AT}/${key}`, { payload, headers });
const get = (key: string, headers: Record<string, string> = {}) => app.call('GET', `${AT}/${key}`, { headers });
const md5 = (text: string, encoding: 'hex' | 'base64' = 'hex') => createHash('md5').update(text).digest(encoding);
const whatIs = ({ statusCode, headers, json }: Awaited<ReturnType<typeof get>>) => [
  ...[statusCode, headers['x-amzn-errortype'], json().code],
];

describe('objects over HTTP', () => {
  it('are put, read, replaced and deleted', async () => {
    const first = await put('a/b.edi', 'ISA*00', { 'content-type': 'application/edi-x12' });
    expect([first.statusCode, first.body, first.headers.etag]).toEqual([200, '', `"${md5('ISA*00')}"`]);
    const read = await get('a/b.edi');
    expect([read.statusCode, read.body]).toEqual([200, 'ISA*00']);
    expect(read.headers).toMatchObject({
      'content-type': 'application/edi-x12',
      'content-length': '6',
      etag: first.headers.etag,
      'last-modified': expect.stringMatching(/GMT$/),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    });
    await put('a%2Fb.edi', 'second');
    expect((await get('a/b.edi')).body).toBe('second');
    expect((await get('a/b.edi')).headers['content-type']).toBe('application/octet-stream');
    const gone = await app.call('DELETE', `${AT}/a/b.edi`);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect(whatIs(await get('a/b.edi'))).toEqual([404, 'NoSuchKey', 'NoSuchKey']);
    // As with S3: it is gone.
    expect((await app.call('DELETE', `${AT}/a/b.edi`)).statusCode).toBe(204);
  });

  it('are audited by their name, each thing that is done to them once', async () => {
    await put('audited', 'x');
    await get('audited');
    const copy = { bucketName: 'files', key: 'audited-too', copySource: 'files/audited' };
    await app.call('POST', '/2022-05-05/copy', { payload: copy });
    await app.call('DELETE', `${AT}/audited`);
    const rows = await app.queries((queries) =>
      queries.from('audit').selectAll().where('object_id', 'like', 'files/audited%').orderBy('id').execute(),
    );
    expect(rows.map(({ action, object_id }) => [action, object_id]).sort()).toEqual([
      ['copy', 'files/audited to files/audited-too'],
      ['delete', 'files/audited'],
      ['put', 'files/audited'],
      ['read', 'files/audited'],
    ]);
  });

  it('come with what they were put with', async () => {
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      'content-encoding': 'gzip',
      'content-disposition': 'attachment; filename="a.txt"',
      'content-language': 'en',
      'cache-control': 'max-age=60',
      expires: 'Wed, 21 Oct 2026 07:28:00 GMT',
      'x-amz-meta-order': '1001',
      'x-amz-meta-empty': '',
    };
    expect((await put('described', 'x', { ...headers, 'x-other': 'no' })).statusCode).toBe(200);
    const answer = await app.call('HEAD', `${AT}/described`);
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers).toMatchObject({ ...headers, 'content-length': '1' });
    expect(answer.headers).not.toHaveProperty('x-other');
    const large = await put('described', 'y', { 'x-amz-meta-a': 'x'.repeat(2048) });
    expect(whatIs(large)).toEqual([400, 'MetadataTooLarge', 'MetadataTooLarge']);
  });

  it('are read in part, and under conditions', async () => {
    const { etag } = (await put('ranged', '0123456789')).headers;
    const part = await get('ranged', { range: 'bytes=2-4' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    expect(whatIs(await get('ranged', { range: 'bytes=10-' }))).toEqual([416, 'InvalidRange', 'InvalidRange']);
    expect((await get('ranged', { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect(whatIs(await get('ranged', { 'if-match': '"x"' }))).toEqual([
      412,
      'PreconditionFailed',
      'PreconditionFailed',
    ]);
    await put('empty', '');
    const empty = await get('empty');
    expect([empty.statusCode, empty.body, empty.headers['content-length']]).toEqual([200, '', '0']);
    expect((await get('empty', { range: 'bytes=0-' })).statusCode).toBe(416);
  });

  it('are put under conditions, and whole', async () => {
    const failed = [412, 'PreconditionFailed', 'PreconditionFailed'];
    const { etag = '' } = (await put('once', 'first', { 'if-none-match': '*' })).headers;
    expect(whatIs(await put('once', 'second', { 'if-none-match': '*' }))).toEqual(failed);
    expect(whatIs(await put('once', 'second', { 'if-match': '"x"' }))).toEqual(failed);
    expect(whatIs(await put('once', 'second', { 'if-match': `W/${etag}` }))).toEqual(failed);
    expect(whatIs(await put('never', 'x', { 'if-match': '*' }))).toEqual([404, 'NoSuchKey', 'NoSuchKey']);
    expect((await get('once')).body).toBe('first');
    expect((await put('once', 'second', { 'if-match': String(etag) })).statusCode).toBe(200);
    for (const headers of [
      { 'if-none-match': '"x"' },
      { 'if-match': '"a", "b"' },
      { 'if-match': '*', 'if-none-match': '*' },
    ]) {
      expect((await put('once', 'x', headers as Record<string, string>)).json().code).toBe('INVALID_CONDITION');
    }
    expect((await put('summed', 'x', { 'content-md5': md5('x', 'base64') })).statusCode).toBe(200);
    const wrong = await put('summed', 'y', { 'content-md5': md5('x', 'base64') });
    expect(whatIs(wrong)).toEqual([400, 'BadDigest', 'BadDigest']);
    expect(whatIs(await put('summed', 'y', { 'content-md5': 'x' }))).toEqual([400, 'InvalidDigest', 'InvalidDigest']);
    expect((await get('summed')).body).toBe('x');
  });

  it('stay as they are where a condition, or a piece of one, would not be heeded', async () => {
    await put('kept', 'whole');
    const date = 'Thu, 01 Jan 1970 00:00:00 GMT';
    for (const [headers, code] of [
      [{ 'if-unmodified-since': date }, 'INVALID_CONDITION'],
      [{ 'if-modified-since': date }, 'INVALID_CONDITION'],
      [{ 'content-range': 'bytes 0-0/5' }, 'INVALID_RANGE'],
    ] as const) {
      const answer = await put('kept', 'x', headers);
      expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
    }
    for (const name of ['if-match', 'if-none-match', 'if-unmodified-since', 'if-modified-since']) {
      const headers = { [name]: name.endsWith('match') ? '"x"' : date };
      const answer = await app.call('DELETE', `${AT}/kept`, { headers });
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 400, 'INVALID_CONDITION']);
    }
    expect((await get('kept')).body).toBe('whole');
  });

  it('are compared by dates of HTTP in each of their forms, wherever the server stands', async () => {
    await put('dated', 'x');
    const zone = process.env.TZ;
    process.env.TZ = 'Asia/Tokyo';
    try {
      const { 'last-modified': modified = '' } = (await get('dated')).headers;
      const [, day = '', month, year = '', time] = String(modified).split(' ');
      const weekday = new Date(String(modified)).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
      const forms = [
        String(modified),
        `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
        `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`,
        new Date(String(modified)).toISOString(),
      ];
      for (const form of forms) {
        expect([form, (await get('dated', { 'if-modified-since': form })).statusCode]).toEqual([form, 304]);
        expect([form, (await get('dated', { 'if-unmodified-since': form })).statusCode]).toEqual([form, 200]);
      }
      // What is no date says nothing.
      for (const none of ['1', '2001', 'x', '0']) {
        expect([none, (await get('dated', { 'if-unmodified-since': none })).statusCode]).toEqual([none, 200]);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('are copied with what they were put with', async () => {
    await put('source', 'copied', { 'content-type': 'text/plain', 'x-amz-meta-a': '1' });
    await app.call('POST', BASE, { payload: { bucketName: 'other-files' } });
    const copy = (payload: object) => app.call('POST', '/2022-05-05/copy', { payload });
    const made = await copy({ bucketName: 'other-files', key: 'a//b', copySource: 'files/source' });
    expect([made.statusCode, made.body]).toEqual([200, '']);
    const read = await app.call('GET', `${BASE}/other-files/objects/a%2F%2Fb`);
    expect([read.body, read.headers['content-type'], read.headers['x-amz-meta-a']]).toEqual([
      'copied',
      'text/plain',
      '1',
    ]);
    expect((await copy({ bucketName: 'files', key: 'source', copySource: '/files/source' })).statusCode).toBe(200);
    expect((await get('source')).body).toBe('copied');
    expect(whatIs(await copy({ bucketName: 'files', key: 'x', copySource: 'files/none' }))).toEqual([
      ...[404, 'NoSuchKey', 'NoSuchKey'],
    ]);
    for (const payload of [
      { bucketName: 'files', key: 'x', copySource: 'files' },
      { bucketName: 'files', key: 'x', copySource: 'files/' },
      { bucketName: 'files', key: '', copySource: 'files/a' },
      { bucketName: 'files', key: 'x'.repeat(1025), copySource: 'files/source' },
      { bucketName: 'files', key: 'x' },
    ]) {
      expect((await copy(payload)).statusCode).toBe(400);
    }
  });

  it('stay as they are where a put breaks off, and nothing is left of it', async () => {
    await put('stays', 'before');
    const port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
    const names = async () => {
      const found: string[] = [];
      for await (const { name } of app.services.objects.list('_objects/')) found.push(name);
      return found.sort();
    };
    const before = await names();
    const socket = connect(port, '127.0.0.1');
    const over = new Promise<void>((resolve) => {
      app.app.server.once('request', (_, response) => response.once('close', resolve));
    });
    socket.write(`PUT ${AT}/stays HTTP/1.1\r\nHost: x\r\nAuthorization: ${app.liveKey}\r\n`);
    socket.write('Content-Length: 1000000\r\nExpect: 100-continue\r\n\r\n');
    // Asked for by whoever writes it away.
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('x'.repeat(500_000), () => socket.destroy());
    await over;
    expect((await get('stays')).body).toBe('before');
    await expect.poll(names).toEqual(before);
    expect((await get('stays')).headers.etag).toBe(`"${md5('before')}"`);
  });

  it('have keys of 1 to 1024 bytes', async () => {
    expect((await put('k'.repeat(1024), 'x')).statusCode).toBe(200);
    expect((await put('k'.repeat(1025), 'x')).statusCode).toBe(400);
    expect((await put('%C3%A9'.repeat(513), 'x')).statusCode).toBe(400);
    expect((await put('', 'x')).statusCode).toBe(400);
    expect((await put('a%00b', 'x')).statusCode).toBe(400);
    expect((await app.call('PATCH', `${AT}/a/b`)).statusCode).toBe(403);
  });

  it('of more bytes than the account may have are refused, and the object before is still there', async () => {
    const { accountId, liveKey } = await app.account('Full');
    const headers = { authorization: liveKey };
    const limits = JSON.stringify({ storageMegabytes: 1 });
    await app.services.store.write((tx) =>
      tx.updateTable('accounts').set({ limits }).where('id', '=', accountId).execute(),
    );
    await app.call('POST', BASE, { payload: { bucketName: 'full-files' }, headers });
    const at = `${BASE}/full-files/objects/a`;
    expect((await app.call('PUT', at, { payload: 'first', headers })).statusCode).toBe(200);
    const answer = await app.call('PUT', at, { payload: 'x'.repeat(1024 * 1024), headers });
    expect(whatIs(answer)).toEqual([429, 'QuotaExceededException', 'STORAGE_QUOTA_EXCEEDED']);
    expect(answer.headers['retry-after']).toBeDefined();
    expect((await app.call('GET', at, { headers })).body).toBe('first');
  });

  it('are refused where so many of the account are under way', async () => {
    const { accountId, liveKey } = await app.account('Busy');
    const headers = { authorization: liveKey };
    await app.services.store.write((tx) =>
      tx
        .updateTable('accounts')
        .set({ limits: JSON.stringify({ concurrency: { objects: 0 } }) })
        .where('id', '=', accountId)
        .execute(),
    );
    const answer = await app.call('PUT', `${AT}/x`, { payload: 'x', headers });
    expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([429, 'ThrottlingException']);
  });
});

describe('objects of a bucket, listed', () => {
  const KEYS = ['a', 'a/1', 'a/2', 'a/b/3', 'b+c', 'c d/1', 'é', '📦'];
  beforeAll(async () => {
    await app.call('POST', BASE, { payload: { bucketName: 'listed' } });
    for (const key of KEYS) {
      await app.call('PUT', `${BASE}/listed/objects/${encodeURIComponent(key)}`, { payload: key });
    }
  });
  const list = async (query: Record<string, string> = {}) =>
    (await app.call('GET', `${BASE}/listed/objects?${new URLSearchParams(query)}`)).json();
  const keysOf = ({ items }: { items: { key: string }[] }) => items.map(({ key }) => key);

  it('stand in the order of their keys, with when they were put and their size', async () => {
    const all = await list();
    expect(keysOf(all)).toEqual(KEYS);
    expect(all.items[0]).toEqual({ key: 'a', updatedAt: expect.stringMatching(/^\d{4}-.*Z$/), size: 1 });
    expect(all.commonPrefixes).toEqual([]);
    expect(all).not.toHaveProperty('nextPageToken');
  });

  it('are chosen by a prefix, and grouped by a delimiter', async () => {
    expect(keysOf(await list({ prefix: 'a/' }))).toEqual(['a/1', 'a/2', 'a/b/3']);
    const top = await list({ delimiter: '/' });
    expect([keysOf(top), top.commonPrefixes]).toEqual([
      ['a', 'b+c', 'é', '📦'],
      [{ prefix: 'a/' }, { prefix: 'c d/' }],
    ]);
    const below = await list({ delimiter: '/', prefix: 'a/' });
    expect([keysOf(below), below.commonPrefixes]).toEqual([['a/1', 'a/2'], [{ prefix: 'a/b/' }]]);
    expect(await list({ prefix: 'none' })).toEqual({ items: [], commonPrefixes: [] });
  });

  it('come in pages, 25 by default and 1000 at most, objects and prefixes counted together', async () => {
    const seen: string[] = [];
    let token = '';
    do {
      const page = await list({ delimiter: '/', pageSize: '2', ...(token !== '' && { pageToken: token }) });
      expect(page.items.length + page.commonPrefixes.length).toBeLessThanOrEqual(2);
      expect(page.nextPageToken).toBe(page.next_page_token);
      seen.push(...keysOf(page), ...page.commonPrefixes.map(({ prefix }: { prefix: string }) => prefix));
      token = page.nextPageToken ?? '';
    } while (token !== '');
    expect(seen.sort()).toEqual(['a', 'a/', 'b+c', 'c d/', 'é', '📦'].sort());
    expect((await app.call('GET', `${BASE}/listed/objects?pageSize=1000`)).statusCode).toBe(200);
    expect((await app.call('GET', `${BASE}/listed/objects?pageSize=1001`)).statusCode).toBe(400);
    const { nextPageToken } = await list({ pageSize: '1' });
    // A token is good for the list that it is of.
    expect(
      (await app.call('GET', `${BASE}/listed/objects?prefix=b&pageToken=${encodeURIComponent(nextPageToken)}`))
        .statusCode,
    ).toBe(400);
  });

  it('none are missed or doubled of those that stay, whatever is put and deleted meanwhile', async () => {
    await app.call('POST', BASE, { payload: { bucketName: 'busy' } });
    const at = `${BASE}/busy/objects`;
    const stays = Array.from({ length: 60 }, (_, index) => `stays-${String(index).padStart(3, '0')}`);
    for (const key of stays) await app.call('PUT', `${at}/${key}`, { payload: '' });
    const seen: string[] = [];
    let token = '';
    for (let page = 0; page === 0 || token !== ''; page++) {
      const answer = await app.call('GET', `${at}?pageSize=7${token && `&pageToken=${encodeURIComponent(token)}`}`);
      const { items, nextPageToken = '' } = answer.json();
      seen.push(...items.map(({ key }: { key: string }) => key));
      token = nextPageToken;
      // Before, behind and between, put and taken away again, and one that was given put anew.
      await Promise.all([
        app.call('PUT', `${at}/comes-${page}`, { payload: '' }),
        app.call('PUT', `${at}/stays-${String(page * 9).padStart(3, '0')}x`, { payload: '' }),
        app.call('PUT', `${at}/zzz-${page}`, { payload: '' }),
        app.call('DELETE', `${at}/zzz-${page - 1}`),
        app.call('DELETE', `${at}/comes-${page - 1}`),
        app.call('PUT', `${at}/stays-000`, { payload: 'anew' }),
      ]);
    }
    expect(seen.filter((key) => stays.includes(key))).toEqual(stays);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('objects of another account', () => {
  it('are not there', async () => {
    await put('mine', 'secret');
    const { liveKey } = await app.account('Other');
    const headers = { authorization: liveKey };
    const copy = { bucketName: 'files', key: 'x', copySource: 'files/mine' };
    await app.call('POST', BASE, { payload: { bucketName: 'theirs' }, headers });
    for (const answer of [
      await app.call('GET', `${AT}/mine`, { headers }),
      await app.call('PUT', `${AT}/mine`, { headers, payload: 'x' }),
      await app.call('DELETE', `${AT}/mine`, { headers }),
      await app.call('GET', AT, { headers }),
      await app.call('POST', '/2022-05-05/copy', { headers, payload: copy }),
      await app.call('POST', '/2022-05-05/copy', { headers, payload: { ...copy, bucketName: 'theirs' } }),
    ]) {
      expect(whatIs(answer)).toEqual([404, 'NoSuchBucket', 'NoSuchBucket']);
    }
    expect((await get('mine')).body).toBe('secret');
  });
});
