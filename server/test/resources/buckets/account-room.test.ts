import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setLimits } from '../../../src/accounts/accounts.js';
import { bytesLeft } from '../../../src/objects/orphans.js';
import { AccountRoom } from '../../../src/resources/buckets/account-room.js';
import { deleteBucket } from '../../../src/resources/buckets/delete-bucket.js';
import { deleteObject } from '../../../src/resources/buckets/delete-objects.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { putPart } from '../../../src/resources/buckets/put-part.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { STORED_OBJECTS } from '../../../src/resources/buckets/stored-names.js';
import { createUpload } from '../../../src/resources/buckets/upload-rows.js';
import { namesOf } from '../../objects/object-store-contract.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { sweptTwice } from '../../support/swept-twice.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const MB = 1024 * 1024;
let test: TestServices;
beforeAll(async () => {
  test = await testServices();
  for (const id of ['a', 'b']) {
    await addAccount(test.services.store, id);
    await writeAs(test.services.store, id, (queries) => createBucket(queries, test.clock, { name: `of-${id}` }));
  }
});
afterAll(() => test.close());

const roomOf = (options: Partial<ConstructorParameters<typeof AccountRoom>[0]> = {}) => {
  const { store } = test.services;
  return new AccountRoom({ store, clock: test.clock, quotaBytes: MB, disk: undefined, ...options });
};
const quota = { kind: 'over-quota', code: 'STORAGE_QUOTA_EXCEEDED' };

function putInto(room: AccountRoom, account = 'a') {
  const services = { ...test.services, room };
  return (key: string, size: number, pieces = 1) => {
    const piece = Buffer.alloc(size / pieces);
    const bytes = pieces === 1 ? piece : Readable.from(Array.from({ length: pieces }, () => piece));
    return putObject(services, { accountId: account, bucket: `of-${account}`, key }, bytes);
  };
}

/** Days later: files are as old as the machine says. */
async function sweepAll(): Promise<void> {
  await sweptTwice(test.services);
  test.clock.advance(60_000);
}

describe('room of an account', () => {
  it('says what there is, what there may be, what else counts, and where more is to be had', async () => {
    const put = putInto(roomOf());
    await put('told', MB / 2);
    await expect(put('told', MB * 0.6)).rejects.toThrow(
      "may have 1 MB in its buckets, has 0.5 MB, and this would be more; an object that is replaced counts until then. Delete objects that are not needed, or ask the operator for more (storageMegabytes of the account's limits).",
    );
    await deleteObject(test.services, { accountId: 'a', bucket: 'of-a', key: 'told' });
    await sweepAll();
  });

  it('is taken by what it has, and given back once that is counted anew', async () => {
    const put = putInto(roomOf());
    await put('half', MB / 2);
    await expect(put('more', MB / 2 + 8, 8)).rejects.toMatchObject(quota);
    await put('exactly', MB / 2);
    await expect(put('one', 1)).rejects.toMatchObject(quota);
    // Another account has room of its own.
    await putInto(roomOf(), 'b')('half', MB / 2);
    await deleteObject(test.services, { accountId: 'a', bucket: 'of-a', key: 'half' });
    await expect(put('one', 1)).rejects.toMatchObject(quota);
    test.clock.advance(60_000);
    await put('one', 1);
    await deleteObject(test.services, { accountId: 'a', bucket: 'of-a', key: 'exactly' });
  });

  it('is counted anew soon where little of it is left: who replaces an object is not told that there is none', async () => {
    const put = putInto(roomOf());
    for (let n = 0; n < 8; n++) {
      await put('again', MB / 5);
      test.clock.advance(5_000);
    }
    await deleteObject(test.services, { accountId: 'a', bucket: 'of-a', key: 'again' });
    await sweepAll();
  });

  it('is taken by what was replaced, up to as much again, until the sweep has removed it', async () => {
    const put = putInto(roomOf());
    const replace = async () => {
      await put('looped', Math.floor(MB * 0.45));
      test.clock.advance(30_000);
    };
    for (let n = 0; n < 4; n++) await replace();
    await expect(replace()).rejects.toMatchObject({ ...quota, message: expect.stringContaining('replaced') });
    await sweepAll();
    await replace();
    await deleteObject(test.services, { accountId: 'a', bucket: 'of-a', key: 'looped' });
    await sweepAll();
  });

  it('is taken by parts that were replaced, and by those of a bucket that is deleted', async () => {
    const services = { ...test.services, room: roomOf() };
    await writeAs(test.services.store, 'a', (queries) => createBucket(queries, test.clock, { name: 'parts' }));
    const place = { accountId: 'a', bucket: 'parts', key: 'big' };
    const upload = { contentType: 'text/plain', headers: {}, createdBy: 'key' };
    const { id } = await writeAs(services.store, 'a', (queries) => createUpload(queries, test.clock, place, upload));
    const putBig = () => putPart(services, { ...place, uploadId: id }, 1, Buffer.alloc(MB / 4));
    await putBig();
    await putBig();
    const left = () => readAs(test.services.store, 'a', bytesLeft);
    expect(await left()).toBe(MB / 4);
    await writeAs(test.services.store, 'a', (queries) => deleteBucket(queries, test.clock, 'parts'));
    expect(await left()).toBe(MB / 2);
    await sweepAll();
    expect(await left()).toBe(0);
  });

  it('counts of many who replace one object at once what each has replaced', async () => {
    const put = putInto(roomOf());
    await Promise.all(Array.from({ length: 6 }, () => put('raced', MB / 8)));
    expect(await readAs(test.services.store, 'a', bytesLeft)).toBe((MB / 8) * 5);
    await deleteObject(test.services, { accountId: 'a', bucket: 'of-a', key: 'raced' });
    await sweepAll();
  });

  it('is taken by what came while it was counted anew', async () => {
    const room = roomOf();
    const put = putInto(room);
    const long = await room.open('a');
    long.add(MB / 2);
    test.clock.advance(60_000);
    await put('meanwhile', MB / 4);
    long.keep();
    long.end();
    await expect(put('more', MB / 2)).rejects.toMatchObject(quota);
    test.clock.advance(60_000);
    await put('more', MB / 2);
    for (const key of ['meanwhile', 'more']) await deleteObject(test.services, { accountId: 'a', bucket: 'of-a', key });
    test.clock.advance(60_000);
  });

  it('is not passed by many at once, and what was refused leaves nothing', async () => {
    const put = putInto(roomOf());
    const before = (await namesOf(test.services.objects, STORED_OBJECTS)).length;
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => put(`many/${n}`, MB / 4, 4)));
    const stored = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(stored).toBeLessThanOrEqual(3);
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject(quota);
    expect((await namesOf(test.services.objects, STORED_OBJECTS)).length).toBe(before + stored);
  });

  it('is as its limits say', async () => {
    await writeAs(test.services.store, 'b', (queries) => setLimits(queries, test.clock, { storageMegabytes: 2 }));
    const put = putInto(roomOf(), 'b');
    await put('large', MB);
    await expect(put('larger', MB)).rejects.toMatchObject(quota);
  });

  it('ends where the disk would not have what is to stay free', async () => {
    const put = putInto(roomOf({ quotaBytes: undefined, disk: { folder: tmpdir(), reserveBytes: 2 ** 60 } }), 'b');
    await expect(put('any', 1)).rejects.toMatchObject({ kind: 'unavailable', code: 'DISK_FULL' });
  });
});
