import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectStoreError } from '../../../src/objects/object-store.js';
import { copyObject } from '../../../src/resources/buckets/copy-object.js';
import { deleteObjects } from '../../../src/resources/buckets/delete-objects.js';
import { descriptionOf, etagOf, headersOf } from '../../../src/resources/buckets/described.js';
import { openObject } from '../../../src/resources/buckets/open-object.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { STORED_OBJECTS } from '../../../src/resources/buckets/stored-names.js';
import { namesOf } from '../../objects/object-store-contract.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const ACCOUNT = 'a';
let test: TestServices;
beforeAll(async () => {
  test = await testServices();
  await addAccount(test.services.store, ACCOUNT);
  await writeAs(test.services.store, ACCOUNT, (queries) => createBucket(queries, test.clock, { name: 'files' }));
  await writeAs(test.services.store, ACCOUNT, (queries) =>
    createBucket(queries, test.clock, { name: 'tests', mode: 'test' }),
  );
});
afterAll(() => test.close());

const place = (key: string) => ({ accountId: ACCOUNT, bucket: 'files', key });
const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);
const md5 = (value: string): string => createHash('md5').update(value).digest('hex');
const read = async (key: string): Promise<string> => text((await openObject(test.services, place(key))).bytes);

describe('objects', () => {
  it.each(['as one piece', 'as a stream'])('keep MD5, type and headers, put %s', async (way) => {
    const given = way === 'as one piece' ? bytes('hello') : Readable.from([bytes('hel'), bytes('lo')]);
    const headers = { 'x-amz-meta-mtime': '1.5' };
    const row = await putObject(test.services, place('a'), given, { contentType: 'text/plain', headers });
    expect([etagOf(row), headersOf(row), row.content_type]).toEqual([md5('hello'), headers, 'text/plain']);
    expect(row.sha256).toBe(createHash('sha256').update('hello').digest('hex'));
  });

  it('whose bytes a release replaced that describes none have no description of others', async () => {
    const row = await putObject(test.services, place('older'), bytes('x'));
    const replaced = { ...row, object_name: '_objects/by-an-older-release' };
    expect(descriptionOf(replaced)).toEqual({});
    expect(etagOf(replaced)).toBe(`${row.sha256.slice(0, 32)}-1`);
  });

  it('are deleted although the object store does not answer, and are not waited for one by one', async () => {
    const keys = ['gone/1', 'gone/2', 'gone/3'];
    for (const key of keys) await putObject(test.services, place(key), bytes('x'));
    let asked = 0;
    const silent = {
      ...test.services.objects,
      delete: () => {
        asked++;
        return Promise.reject(new ObjectStoreError('unavailable', 'It does not answer.'));
      },
    };
    const services = { ...test.services, objects: silent };
    expect(await deleteObjects(services, { accountId: ACCOUNT, bucket: 'files' }, keys)).toEqual(keys);
    expect(asked).toBe(1);
    await expect(read('gone/1')).rejects.toMatchObject({ code: 'NO_SUCH_KEY' });
  });

  it('are not put where they are not the bytes that were meant', async () => {
    const before = await namesOf(test.services.objects, STORED_OBJECTS);
    const put = putObject(test.services, place('wrong'), bytes('x'), { expected: { md5: md5('y') } });
    await expect(put).rejects.toMatchObject({ kind: 'invalid', code: 'BAD_DIGEST' });
    await expect(read('wrong')).rejects.toMatchObject({ code: 'NO_SUCH_KEY' });
    expect(await namesOf(test.services.objects, STORED_OBJECTS)).toEqual(before);
  });

  it('are not put, and not waited for, where their bytes have ended in an error before', async () => {
    const bytes = Readable.from([Buffer.from('x')]).on('error', () => undefined);
    const ended = new Promise((resolve) => bytes.once('close', resolve));
    bytes.destroy(new Error('its client has left'));
    await ended;
    await expect(putObject(test.services, place('left'), bytes)).rejects.toThrow('its client has left');
  });

  it('that must not be there are put by one of many', async () => {
    const all = Array.from({ length: 8 }, (_, n) =>
      putObject(test.services, place('once'), bytes(String(n)), { condition: { ifNoneMatch: '*' } }),
    );
    const outcomes = await Promise.allSettled(all);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(7);
    for (const one of refused) expect(one).toMatchObject({ reason: { kind: 'conflict', code: 'PRECONDITION_FAILED' } });
  });

  it('that must be a certain one are put over that alone', async () => {
    const { code } = { code: 'NO_SUCH_KEY' };
    const put = (ifMatch: string) =>
      putObject(test.services, place('certain'), bytes('new'), { condition: { ifMatch } });
    await expect(put('*')).rejects.toMatchObject({ kind: 'not-found', code });
    await putObject(test.services, place('certain'), bytes('old'));
    await expect(put(md5('other'))).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    await put(md5('old'));
    expect(await read('certain')).toBe('new');
  });

  it('are copied with what describes them, or with something else', async () => {
    const headers = { 'cache-control': 'no-store' };
    await putObject(test.services, place('from'), bytes('same'), { contentType: 'text/plain', headers });
    const copy = await copyObject(test.services, place('from'), place('to'));
    expect([await read('to'), etagOf(copy), headersOf(copy), copy.content_type]).toEqual([
      ...['same', md5('same'), headers, 'text/plain'],
    ]);
    const itself = await copyObject(test.services, place('from'), place('from'), {
      replaced: { contentType: 'a/b', headers: {} },
    });
    expect([await read('from'), headersOf(itself), itself.content_type]).toEqual(['same', {}, 'a/b']);
    await expect(copyObject(test.services, place('nothing'), place('to'))).rejects.toMatchObject({
      code: 'NO_SUCH_KEY',
    });
  });

  it('are deleted many at once, whether they are there or not', async () => {
    for (const key of ['d1', 'd2']) await putObject(test.services, place(key), bytes(key));
    expect(await deleteObjects(test.services, place(''), ['d1', 'd2', 'd3'])).toHaveLength(2);
    await expect(read('d1')).rejects.toMatchObject({ code: 'NO_SUCH_KEY' });
  });

  it('of test keys are in buckets of their own', async () => {
    const of = (bucket: string, mode: 'test' | 'live') => ({ accountId: ACCOUNT, bucket, mode, key: 'k' });
    await putObject(test.services, of('tests', 'test'), bytes('x'));
    for (const [bucket, mode] of [
      ['tests', 'live'],
      ['files', 'test'],
    ] as const) {
      const other = { code: 'NO_SUCH_BUCKET' };
      await expect(putObject(test.services, of(bucket, mode), bytes('x'))).rejects.toMatchObject(other);
      await expect(openObject(test.services, of(bucket, mode))).rejects.toMatchObject(other);
      await expect(deleteObjects(test.services, of(bucket, mode), ['k'])).rejects.toMatchObject(other);
    }
  });
});
