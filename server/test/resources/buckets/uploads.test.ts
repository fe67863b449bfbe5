import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeUpload } from '../../../src/resources/buckets/complete-upload.js';
import { deleteBucket } from '../../../src/resources/buckets/delete-bucket.js';
import { etagOf, headersOf } from '../../../src/resources/buckets/described.js';
import { abortUpload, purgeUploads } from '../../../src/resources/buckets/end-uploads.js';
import { openObject } from '../../../src/resources/buckets/open-object.js';
import { putPart } from '../../../src/resources/buckets/put-part.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { STORED_OBJECTS } from '../../../src/resources/buckets/stored-names.js';
import { createUpload, uploadsOf } from '../../../src/resources/buckets/upload-rows.js';
import { DAY_MS } from '../../../src/store/purge.js';
import type { Store } from '../../../src/store/store.js';
import { namesOf } from '../../objects/object-store-contract.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { isOnPostgres } from '../../support/store-factory.js';
import { sweptTwice } from '../../support/swept-twice.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const ACCOUNT = 'a';
const MB5 = 5 * 1024 * 1024;
let test: TestServices;
beforeAll(async () => {
  test = await testServices();
  for (const id of [ACCOUNT, 'b']) await addAccount(test.services.store, id);
  await as((queries) => createBucket(queries, test.clock, { name: 'files' }));
});
afterAll(() => test.close());

const as: <Result>(work: Parameters<typeof writeAs<Result>>[2]) => Promise<Result> = (work) =>
  writeAs(test.services.store, ACCOUNT, work);
const place = (key: string, bucket = 'files') => ({ accountId: ACCOUNT, bucket, key });
const md5 = (bytes: Uint8Array | string): string => createHash('md5').update(bytes).digest('hex');
const names = () => namesOf(test.services.objects, STORED_OBJECTS);

async function begun(key: string, bucket = 'files') {
  const upload = { contentType: 'text/plain', headers: { 'x-amz-meta-a': 'b' }, createdBy: 'key' };
  const { id } = await as((queries) => createUpload(queries, test.clock, place(key, bucket), upload));
  return { ...place(key, bucket), uploadId: id };
}

const put = async (upload: Awaited<ReturnType<typeof begun>>, number: number, bytes: Uint8Array | string) => {
  const part = await putPart(test.services, upload, number, Buffer.from(bytes));
  return { number, etag: part.md5 };
};

describe('an upload in parts', () => {
  it('is an object once it is completed, of the parts that are named, with an ETag as S3 makes it', async () => {
    const upload = await begun('whole');
    const first = Buffer.alloc(MB5, 1);
    const parts = [await put(upload, 2, first), await put(upload, 7, 'unused'), await put(upload, 9, 'the end')];
    await expect(openObject(test.services, place('whole'))).rejects.toMatchObject({ code: 'NO_SUCH_KEY' });
    const row = await completeUpload(
      test.services,
      upload,
      parts.filter(({ number }) => number !== 7),
    );
    const md5s = Buffer.concat([first, Buffer.from('the end')].map((bytes) => Buffer.from(md5(bytes), 'hex')));
    expect([etagOf(row), headersOf(row), row.content_type, Number(row.size)]).toEqual([
      ...[`${md5(md5s)}-2`, { 'x-amz-meta-a': 'b' }, 'text/plain', MB5 + 7],
    ]);
    expect((await text((await openObject(test.services, place('whole'))).bytes)).slice(MB5)).toBe('the end');
    // Nothing is left of it but the object.
    expect(await names()).toEqual([row.object_name]);
    // Its client did not hear the answer, and asks again.
    expect(await completeUpload(test.services, upload, parts)).toEqual(row);
    await expect(put(upload, 1, 'late')).rejects.toMatchObject({ code: 'NO_SUCH_UPLOAD' });
  });

  it('that two complete at once is one object', async () => {
    const upload = await begun('twice');
    const parts = [await put(upload, 1, 'all of it')];
    const rows = await Promise.all([1, 2, 3].map(() => completeUpload(test.services, upload, parts)));
    expect(new Set(rows.map(({ object_name }) => object_name)).size).toBe(1);
    expect(await text((await openObject(test.services, place('twice'))).bytes)).toBe('all of it');
  });

  it.runIf(isOnPostgres)(
    'is the object, too, where another completes it between the look at it and at its parts',
    async () => {
      const upload = await begun('between');
      const parts = [await put(upload, 1, 'all of it')];
      let other: Promise<unknown> | undefined;
      const { store } = test.services;
      const read: Store['read'] = (work) =>
        store.read((db) =>
          work(
            db.withPlugin({
              transformQuery: ({ node }) => node,
              transformResult: async ({ result }) => {
                if (result.rows.some((row) => row.created_by !== undefined)) {
                  other ??= completeUpload(test.services, upload, parts);
                  await other;
                }
                return result;
              },
            }),
          ),
        );
      const row = await completeUpload({ ...test.services, store: { ...store, read } }, upload, parts);
      expect(row).toEqual(await other);
    },
  );

  it('is not completed of parts that are too small, in no order, or not there', async () => {
    const upload = await begun('refused');
    const [a, b] = [await put(upload, 1, 'a'), await put(upload, 2, 'b')];
    const complete = (...parts: (typeof a)[]) => completeUpload(test.services, upload, parts);
    await expect(complete(a, b)).rejects.toMatchObject({ code: 'PART_TOO_SMALL' });
    await expect(complete(b, a)).rejects.toMatchObject({ code: 'INVALID_PART_ORDER' });
    await expect(complete(a, a)).rejects.toMatchObject({ code: 'INVALID_PART_ORDER' });
    await expect(complete(a, { ...b, number: 3 })).rejects.toMatchObject({ code: 'INVALID_PART' });
    await expect(complete({ ...a, etag: md5('other') })).rejects.toMatchObject({ code: 'INVALID_PART' });
    await expect(complete()).rejects.toMatchObject({ code: 'INVALID_PART' });
    await expect(put(upload, 0, '')).rejects.toMatchObject({ code: 'BAD_PART_NUMBER' });
    await expect(put(upload, 10_001, '')).rejects.toMatchObject({ code: 'BAD_PART_NUMBER' });
    // It can still be completed rightly.
    expect(Number((await complete(a)).size)).toBe(1);
  });

  it('has the part that came last of those with one number', async () => {
    const upload = await begun('again');
    await put(upload, 1, 'old');
    const part = await put(upload, 1, 'new');
    await completeUpload(test.services, upload, [part]);
    expect(await text((await openObject(test.services, place('again'))).bytes)).toBe('new');
  });

  it('leaves nothing where it is aborted', async () => {
    const before = await names();
    const upload = await begun('aborted');
    await put(upload, 1, 'x');
    await abortUpload(test.services, upload);
    expect(await names()).toEqual(before);
    await expect(abortUpload(test.services, upload)).rejects.toMatchObject({ code: 'NO_SUCH_UPLOAD' });
  });

  it('is listed while it is under way, and seen by its account alone', async () => {
    const [first, second, other] = [await begun('list/a'), await begun('list/a'), await begun('list/b')];
    const page = (after?: { key: string; id: string }) =>
      readAs(test.services.store, ACCOUNT, (queries) =>
        uploadsOf(queries, 'files', { prefix: 'list/', after, size: 10 }),
      );
    const sorted = [first, second].map(({ uploadId }) => uploadId).sort();
    expect((await page()).map(({ id }) => id)).toEqual([...sorted, other.uploadId]);
    expect((await page({ key: 'list/a', id: sorted[0] ?? '' })).map(({ id }) => id)).toEqual([
      ...[sorted[1], other.uploadId],
    ]);
    expect((await page({ key: 'list/a', id: '' })).map(({ id }) => id)).toEqual([other.uploadId]);
    const theirs = { ...first, accountId: 'b' };
    await expect(put(theirs, 1, 'x')).rejects.toMatchObject({ kind: 'not-found' });
    await expect(completeUpload(test.services, theirs, [])).rejects.toMatchObject({ kind: 'not-found' });
    await expect(abortUpload(test.services, theirs)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('that nobody adds to ends after a week, and its bytes are swept; those of others stay', async () => {
    const old = await begun('old');
    await put(old, 1, 'x');
    test.clock.advance(6 * DAY_MS);
    const younger = await begun('younger');
    await put(younger, 1, 'y');
    test.clock.advance(2 * DAY_MS);
    const { store, objects } = test.services;
    await store.write((tx) => purgeUploads(tx, test.clock.now(), 500));
    await expect(put(old, 2, 'x')).rejects.toMatchObject({ code: 'NO_SUCH_UPLOAD' });
    const before = (await names()).length;
    const { removed } = await sweptTwice({ store, objects });
    expect([removed >= 1, (await names()).length]).toEqual([true, before - removed]);
    await completeUpload(test.services, younger, [{ number: 1, etag: md5('y') }]);
  });

  it('ends with its bucket', async () => {
    await as((queries) => createBucket(queries, test.clock, { name: 'short' }));
    const upload = await begun('x', 'short');
    await put(upload, 1, 'x');
    await as((queries) => deleteBucket(queries, test.clock, 'short'));
    await expect(put(upload, 2, 'x')).rejects.toMatchObject({ code: 'NO_SUCH_BUCKET' });
  });
});
