import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { verifyPassword } from 'ediloom/transports/sftp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createArtifacts } from '../../../src/objects/create-artifacts.js';
import { folderObjects } from '../../../src/objects/folder-objects.js';
import { ENDLESS_ROOM } from '../../../src/objects/storage-room.js';
import { beginSweepPause, endSweepPause } from '../../../src/objects/sweep-pause.js';
import { deleteBucket } from '../../../src/resources/buckets/delete-bucket.js';
import { deleteObject } from '../../../src/resources/buckets/delete-objects.js';
import { findObject } from '../../../src/resources/buckets/find-object.js';
import { listKeys } from '../../../src/resources/buckets/list-keys.js';
import { openObject } from '../../../src/resources/buckets/open-object.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { createBucket, findBucket, listBuckets } from '../../../src/resources/buckets/rows.js';
import { STORED_OBJECTS } from '../../../src/resources/buckets/stored-names.js';
import { bringUpSftpUser } from '../../../src/resources/sftp-users/change-sftp-user.js';
import { deleteSftpUser } from '../../../src/resources/sftp-users/delete-sftp-user.js';
import { createSftpUser, findSftpUser, listSftpUsers, makePassword } from '../../../src/resources/sftp-users/rows.js';
import { UserChanges } from '../../../src/resources/sftp-users/user-changes.js';
import { openMasterKeys } from '../../../src/secrets/master-keys.js';
import { payloadColumns } from '../../../src/secrets/payload-columns.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { Store } from '../../../src/store/store.js';
import { namesOf } from '../../objects/object-store-contract.js';
import { openTestStore } from '../../support/store-factory.js';
import { sweptTwice } from '../../support/swept-twice.js';
import { testLog } from '../../support/test-log.js';

let now = 1_000;
const clock = { now: () => now };
const folder = mkdtempSync(join(tmpdir(), 'ediloom-buckets-'));
const objects = folderObjects({ folder });
let store: Store;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ store, close } = await openTestStore());
  await store.write(async (tx) => {
    for (const id of ['a', 'b']) {
      await tx.insertInto('accounts').values({ id, name: id, limits: '{}', created_at: 0 }).execute();
    }
  });
});
afterAll(async () => {
  await objects.close();
  await close();
  rmSync(folder, { recursive: true, force: true });
});

const as = <Result>(accountId: string, work: (queries: AccountQueries) => Promise<Result>): Promise<Result> =>
  store.write((tx) => work(new AccountQueries(tx, accountId)));
const keys = openMasterKeys({ masterKey: undefined, folder });
const artifacts = createArtifacts({ objects, keys, clock, encrypt: false, retentionDays: undefined });
const jobs = { enqueue: async () => {}, wake: () => {} };
const payloads = payloadColumns({ keys, encrypt: false });
const services = () => ({ store, objects, room: ENDLESS_ROOM, clock, artifacts, jobs, payloads, log: testLog() });
const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('buckets', () => {
  it('have names that no two accounts share', async () => {
    await as('a', (queries) => createBucket(queries, clock, { name: 'first' }));
    for (const account of ['a', 'b']) {
      const again = as(account, (queries) => createBucket(queries, clock, { name: 'first' }));
      await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'BUCKET_ALREADY_EXISTS' });
    }
    await expect(as('b', (queries) => findBucket(queries, 'first'))).rejects.toMatchObject({ kind: 'not-found' });
  });

  it.each(['', 'Upper', 'a_b', 'a/b', 'x'.repeat(64)])('refuse the name %j', async (name) => {
    await expect(as('a', (queries) => createBucket(queries, clock, { name }))).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('are listed page by page', async () => {
    for (const name of ['l1', 'l2', 'l3']) await as('b', (queries) => createBucket(queries, clock, { name }));
    const first = await as('b', (queries) => listBuckets(queries, { size: 2 }));
    expect(first.items.map(({ name }) => name)).toEqual(['l1', 'l2']);
    const second = await as('b', (queries) => listBuckets(queries, { size: 2, after: first.next }));
    expect(second.items.map(({ name }) => name)).toEqual(['l3']);
    expect(second.next).toBeUndefined();
  });

  it('are deleted when they are empty and nobody needs them', async () => {
    await as('a', (queries) => createBucket(queries, clock, { name: 'busy' }));
    await putObject(services(), { accountId: 'a', bucket: 'busy', key: 'x' }, bytes('x'));
    const remove = () => as('a', (queries) => deleteBucket(queries, clock, 'busy'));
    await expect(remove()).rejects.toMatchObject({ kind: 'conflict', code: 'BUCKET_NOT_EMPTY' });
    await deleteObject(services(), { accountId: 'a', bucket: 'busy', key: 'x' });
    const user = { username: 'HOLDER', description: '', bucket: 'busy', homeDirectory: '/' };
    await as('a', (queries) => createSftpUser(queries, clock, user));
    await expect(remove()).rejects.toMatchObject({
      kind: 'conflict',
      errors: [{ message: expect.stringContaining('HOLDER') }],
    });
    await as('a', (queries) => deleteSftpUser({ userChanges: new UserChanges() }, queries, 'HOLDER'));
    await remove();
    await expect(as('a', (queries) => findBucket(queries, 'busy'))).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('objects', () => {
  const place = { accountId: 'a', bucket: 'first', key: 'in/one.edi' };

  it('are put whole, read, replaced and deleted', async () => {
    const row = await putObject(services(), place, bytes('hello'), { contentType: 'text/plain' });
    expect(row).toMatchObject({ size: 5, content_type: 'text/plain', created_at: 1_000 });
    expect(row.sha256).toBe('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
    now = 2_000;
    const stream = Readable.from([bytes('good'), bytes('bye')]);
    const replaced = await putObject(services(), place, stream, { executionId: 'e1' });
    expect(replaced).toMatchObject({ size: 7, created_at: 1_000, updated_at: 2_000, execution_id: 'e1' });
    const opened = await openObject(services(), place);
    expect(await text(opened.bytes)).toBe('goodbye');
    await deleteObject(services(), place);
    await expect(openObject(services(), place)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(deleteObject(services(), place)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('of two writers at once are those of one, row and bytes', async () => {
    const writes = Array.from({ length: 10 }, (_, n) => putObject(services(), place, bytes('x'.repeat(n + 1))));
    await Promise.all(writes);
    const row = await as('a', (queries) => findObject(queries, place.bucket, place.key));
    const { bytes: stream } = await openObject(services(), place);
    expect((await text(stream)).length).toBe(row.size);
  });

  it('stay as they were until the row of the next is committed', async () => {
    await putObject(services(), place, bytes('before'));
    const dead = { ...services(), store: { ...store, write: () => Promise.reject(new Error('killed')) } };
    await expect(putObject(dead, place, bytes('after'))).rejects.toThrow('killed');
    const opened = await openObject(services(), place);
    expect([opened.row.size, await text(opened.bytes)]).toEqual([6, 'before']);
  });

  it('are not given out where their bytes are not those of the row', async () => {
    const key = 'spoilt';
    const row = await putObject(services(), { ...place, key }, bytes('12345'));
    const name = row.object_name ?? '';
    const lost = { name: 'ObjectStoreError', code: 'lost' };
    await objects.put(name, bytes('123456'));
    await expect(openObject(services(), { ...place, key })).rejects.toMatchObject(lost);
    await objects.put(name, bytes('54321'));
    const { bytes: stream } = await openObject(services(), { ...place, key });
    const given: Buffer[] = [];
    const read = async () => {
      for await (const chunk of stream) given.push(chunk);
    };
    await expect(read()).rejects.toMatchObject(lost);
    expect(given).toEqual([]);
    await objects.delete(name);
    await expect(openObject(services(), { ...place, key })).rejects.toMatchObject(lost);
  });

  it('of an older release lie under bucket and key until they are replaced', async () => {
    const key = 'older';
    const { object_name } = await putObject(services(), { ...place, key }, bytes('older'));
    await objects.delete(object_name ?? '');
    await objects.put(`first/${key}`, bytes('older'));
    await as('a', (queries) =>
      queries.update('bucket_objects').set({ object_name: null }).where('key', '=', key).execute(),
    );
    expect(await text((await openObject(services(), { ...place, key })).bytes)).toBe('older');
    await putObject(services(), { ...place, key }, bytes('newer'));
    expect(await text((await openObject(services(), { ...place, key })).bytes)).toBe('newer');
  });

  it('that nothing names any more are swept a day later', async () => {
    const key = 'swept';
    const first = await putObject(services(), { ...place, key }, bytes('one'));
    const second = await putObject(services(), { ...place, key }, bytes('two'));
    await sweptTwice({ store, objects });
    const kept = await namesOf(objects, STORED_OBJECTS);
    expect(kept).toContain(second.object_name);
    expect(kept).not.toContain(first.object_name);
  });

  it('that are deleted while a backup copies keep their bytes for it', async () => {
    const key = 'copied';
    const { object_name } = await putObject(services(), { ...place, key }, bytes('one'));
    const pause = await store.write((tx) => beginSweepPause(tx, now));
    await deleteObject(services(), { ...place, key });
    expect(await namesOf(objects, STORED_OBJECTS)).toContain(object_name);
    await store.write((tx) => endSweepPause(tx, pause));
    await sweptTwice({ store, objects });
    expect(await namesOf(objects, STORED_OBJECTS)).not.toContain(object_name);
  });

  it('may have keys that no folder could hold', async () => {
    const keys = ['a', 'a/b', 'a/', '/', 'a//b', '.', '../x', 'a/./b', 'a\\b', 'a\nb', 'x'.repeat(1024)];
    for (const key of keys) await putObject(services(), { ...place, key }, bytes(key));
    for (const key of keys) expect(await text((await openObject(services(), { ...place, key })).bytes)).toBe(key);
  });

  it.each(['', 'a\0b', '\u{d800}', 'a\u{10ffff}', 'é'.repeat(600)])('refuse the key %j', async (key) => {
    await expect(putObject(services(), { ...place, key }, bytes('x'))).rejects.toMatchObject({ kind: 'invalid' });
  });

  it("are not written into another account's bucket", async () => {
    const theirs = { ...place, accountId: 'b' };
    await expect(putObject(services(), theirs, bytes('x'))).rejects.toMatchObject({ kind: 'not-found' });
    await expect(openObject(services(), theirs)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(deleteObject(services(), theirs)).rejects.toMatchObject({ kind: 'not-found' });
    const listed = await as('b', (queries) => listKeys(queries, 'first', { size: 1, delimiter: '/' }));
    expect(listed).toEqual({ items: [], prefixes: [], next: undefined });
    expect((await as('b', (queries) => listKeys(queries, 'first', { size: 1 }))).items).toEqual([]);
  });
});

describe('SFTP users', () => {
  const users = { clock, userChanges: new UserChanges() };

  it('log in by a password that is kept as a hash', async () => {
    const { password, hash } = await makePassword();
    const given = { description: 'Anna', bucket: 'first', homeDirectory: 'homes//anna/', passwordHash: hash };
    const user = await as('a', (queries) => createSftpUser(queries, clock, given));
    expect(user.username).toMatch(/^[A-Z]{20}$/);
    expect(user.home_directory).toBe('/homes/anna');
    expect(JSON.stringify(user)).not.toContain(password);
    expect(await verifyPassword(password, user.password_hash ?? undefined)).toBe(true);
    expect(await verifyPassword(`${password}x`, user.password_hash ?? undefined)).toBe(false);
  });

  it('are listed, changed and deleted', async () => {
    const given = { username: 'BERT', description: 'Bert', bucket: 'first', homeDirectory: '/' };
    await as('a', (queries) => createSftpUser(queries, clock, given));
    for (const account of ['a', 'b']) {
      const bucket = account === 'a' ? 'first' : 'l1';
      const again = as(account, (queries) => createSftpUser(queries, clock, { ...given, bucket }));
      await expect(again).rejects.toMatchObject({ kind: 'conflict' });
    }
    const keys = ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA bert@example'];
    const bringUp = () =>
      as('a', async (queries) =>
        bringUpSftpUser(users, queries, await findSftpUser(queries, 'BERT'), { publicKeys: keys }),
      );
    expect([await bringUp(), await bringUp()]).toEqual([true, false]);
    const changed = await as('a', (queries) => findSftpUser(queries, 'BERT'));
    expect(changed).toMatchObject({ description: 'Bert', public_keys: JSON.stringify(keys) });
    const listed = await as('a', (queries) => listSftpUsers(queries, { size: 10 }));
    expect(listed.items.map(({ username }) => username)).toContain('BERT');
    await expect(as('b', (queries) => findSftpUser(queries, 'BERT'))).rejects.toMatchObject({ kind: 'not-found' });
    await as('a', (queries) => deleteSftpUser(users, queries, 'BERT'));
    await expect(as('a', (queries) => findSftpUser(queries, 'BERT'))).rejects.toMatchObject({ kind: 'not-found' });
  });

  it.each([
    ['a small name', { username: 'bert' }, 'invalid'],
    ['a way out', { homeDirectory: '/a/../..' }, 'invalid'],
    ['what is no key', { publicKeys: ['hello'] }, 'invalid'],
    ["another account's bucket", { bucket: 'l1' }, 'invalid'],
  ])('refuse %s', async (_, wrong, kind) => {
    const given = { username: 'CARL', description: '', bucket: 'first', homeDirectory: '/', ...wrong };
    await expect(as('a', (queries) => createSftpUser(queries, clock, given))).rejects.toMatchObject({ kind });
  });
});
