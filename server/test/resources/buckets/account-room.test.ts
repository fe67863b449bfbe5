import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setLimits } from '../../../src/accounts/accounts.js';
import { AccountRoom } from '../../../src/resources/buckets/account-room.js';
import { deleteObject } from '../../../src/resources/buckets/delete-objects.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { STORED_OBJECTS } from '../../../src/resources/buckets/stored-names.js';
import { namesOf } from '../../objects/object-store-contract.js';
import { addAccount, writeAs } from '../../support/accounts.js';
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

describe('room of an account', () => {
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
    for (let n = 0; n < 12; n++) {
      await put('again', MB / 5);
      test.clock.advance(5_000);
    }
    await deleteObject(test.services, { accountId: 'a', bucket: 'of-a', key: 'again' });
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
