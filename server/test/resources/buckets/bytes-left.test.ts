import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeWith } from '../../../src/maintenance/purge-expired.js';
import { ObjectStoreError } from '../../../src/objects/object-store.js';
import { beginSweepPause } from '../../../src/objects/sweep-pause.js';
import { BucketFiles } from '../../../src/resources/bucket-files/bucket-files.js';
import { deleteObject } from '../../../src/resources/buckets/delete-objects.js';
import { abortUpload, purgeUploads } from '../../../src/resources/buckets/end-uploads.js';
import { findObject } from '../../../src/resources/buckets/find-object.js';
import { moveObjectRow } from '../../../src/resources/buckets/move-rows.js';
import { putObjectRows } from '../../../src/resources/buckets/object-rows.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { putPart } from '../../../src/resources/buckets/put-part.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { createUpload } from '../../../src/resources/buckets/upload-rows.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { sweptTwice } from '../../support/swept-twice.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const DAY_MS = 86_400_000;

let test: TestServices;
beforeEach(async () => {
  test = await testServices();
  await addAccount(test.services.store, 'a');
  await writeAs(test.services.store, 'a', (queries) => createBucket(queries, test.clock, { name: 'files' }));
});
afterEach(() => test.close());

const place = (key: string) => ({ accountId: 'a', bucket: 'files', key });
const put = (key: string, text: string) => putObject(test.services, place(key), Buffer.from(text));

/** What lies there and no row names, and what takes room of the account: sizes. */
async function left(): Promise<{ readonly unnamed: readonly number[]; readonly counted: readonly number[] }> {
  const { store, objects } = test.services;
  const named = await store.read(async (db) => {
    const rows = await db.selectFrom('bucket_objects').select('object_name').execute();
    const parts = await db.selectFrom('upload_parts').select('object_name').execute();
    return new Set([...rows, ...parts].map(({ object_name }) => object_name));
  });
  const unnamed: number[] = [];
  for await (const { name, size } of objects.list('_objects/')) if (!named.has(name)) unnamed.push(size);
  const rows = await store.read((db) =>
    db.selectFrom('orphans').select('size').where('account_id', '=', 'a').execute(),
  );
  const counted = rows.map(({ size }) => Number(size));
  return { unnamed: unnamed.sort((a, b) => a - b), counted: counted.sort((a, b) => a - b) };
}

/** Both are the same, and nothing is left of either by the sweep. */
async function expectLeft(...sizes: readonly number[]): Promise<void> {
  expect(await left()).toEqual({ unnamed: sizes, counted: sizes });
  await test.services.store.write((tx) => tx.deleteFrom('settings').where('name', 'like', 'sweep-pause:%').execute());
  await sweptTwice(test.services);
  expect(await left()).toEqual({ unnamed: [], counted: [] });
}

async function upload(): Promise<string> {
  const described = { contentType: 'text/plain', headers: {}, createdBy: 'key' };
  const { store } = test.services;
  const { id } = await writeAs(store, 'a', (queries) => createUpload(queries, test.clock, place('big'), described));
  for (const [at, text] of ['1', '22', '333'].entries()) {
    await putPart(test.services, { ...place('big'), uploadId: id }, at + 1, Buffer.from(text));
  }
  return id;
}

describe('bytes that no row names take room of their account for as long as they lie there', () => {
  it('those that are deleted, and uploads that are ended, while a backup is under way', async () => {
    await put('a', 'four');
    const uploadId = await upload();
    await test.services.store.write((tx) => beginSweepPause(tx, test.clock.now()));
    await deleteObject(test.services, place('a'));
    await abortUpload(test.services, { ...place('big'), uploadId });
    await expectLeft(1, 2, 3, 4);
  });

  it('those that are deleted while the object store is gone', async () => {
    await put('a', 'four');
    const { objects } = test.services;
    const gone = async () => {
      throw new ObjectStoreError('unavailable', 'gone');
    };
    await deleteObject({ ...test.services, objects: { ...objects, delete: gone } }, place('a'));
    await expectLeft(4);
  });

  it('those of uploads that nobody has added to for a week', async () => {
    const { store, clock } = test.services;
    await upload();
    test.clock.advance(8 * DAY_MS);
    await purgeWith(purgeUploads, { store, clock });
    test.clock.advance(-8 * DAY_MS);
    const counted = await left();
    expect(counted).toEqual({ unnamed: [1, 2, 3], counted: [1, 2, 3] });
  });

  it('those of an object whose place another one takes in the same commit', async () => {
    const { services, clock } = test;
    const rows = ['one', 'three'].map((text) => ({
      ...{
        bucket: 'files',
        key: 'a',
        object_name: `_objects/${text}`,
        size: text.length,
        sha256: 'x',
        described: '{}',
      },
      ...{ content_type: 'a/b', execution_id: null, created_at: clock.now(), updated_at: clock.now() },
    }));
    for (const { object_name } of rows) await services.objects.put(object_name, Buffer.from(object_name.slice(9)));
    await writeAs(services.store, 'a', (queries) => putObjectRows(services, queries, rows));
    await expectLeft(3);
  });

  it('but for those that an older release has put where the sweep does not look', async () => {
    const { services, clock } = test;
    const there = { size: 4, sha256: 'x', content_type: 'a/b', created_at: clock.now(), updated_at: clock.now() };
    await writeAs(services.store, 'a', async (queries) => {
      await queries.insert('bucket_objects', { bucket: 'files', key: 'old', ...there }).execute();
      await moveObjectRow(services, queries, await findObject(queries, 'files', 'old'), 'new');
    });
    await put('new', 'newer');
    await expectLeft();
  });

  it('those of a put of which nobody knows whether it was committed', async () => {
    const also = async () => {
      throw new Error('The connection to the database was lost.');
    };
    await expect(putObject(test.services, place('a'), Buffer.from('four'), { also })).rejects.toThrow('lost');
    await expectLeft(4);
  });
});

describe('files', () => {
  const files = () =>
    new BucketFiles(test.services, {
      ...{ accountId: 'a', bucket: 'files', home: '' },
      spool: { folder: join(test.services.config.dataDir, 'uploads'), encrypt: false, room: test.services.spoolRoom },
    });
  const write = async (tree: BucketFiles, path: string, text: string) => {
    const file = await tree.open(path, 'replace');
    await file.write(0, Buffer.from(text));
    await file.close();
  };

  it('take no room once they were replaced and their bytes removed', async () => {
    const tree = files();
    for (const text of ['1', '22', '333']) await write(tree, '/a', text);
    await write(tree, '/b', '4444');
    await tree.rename('/b', '/a', { overwrite: true });
    await tree.remove('/a');
    await expectLeft();
  });

  it('take room while somebody reads them who has no name for them any more', async () => {
    const tree = files();
    await write(tree, '/a', '1');
    await write(tree, '/b', '22');
    const reading = [await tree.open('/a', 'read'), await tree.open('/b', 'read')];
    await write(tree, '/a', '333');
    await tree.remove('/b');
    for (const file of reading) await file.close();
    await expectLeft(1, 2);
  });

  it('take room that were put before they had a name, and never got one', async () => {
    const tree = files();
    const staged = '/.ediloom-upload-1';
    const file = await tree.open(staged, 'create');
    for (const text of ['1', '22', '333']) {
      await file.write(0, Buffer.from(text));
      await file.sync({ name: false });
    }
    await file.close();
    await tree.remove(staged);
    await expectLeft(1, 2, 3);
  });
});
