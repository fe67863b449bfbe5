import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { virtualFilesContract } from 'ediloom/testing';
import type { VirtualFiles } from 'ediloom/transports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDLESS_ROOM } from '../../../src/objects/storage-room.js';
import { BucketFiles } from '../../../src/resources/bucket-files/bucket-files.js';
import { deleteBucket } from '../../../src/resources/buckets/delete-bucket.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { deleteSftpUser } from '../../../src/resources/sftp-users/delete-sftp-user.js';
import { createSftpUser } from '../../../src/resources/sftp-users/rows.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { ACCOUNT, addConnection } from '../../support/deliveries.js';
import { type TestServices, testServices } from '../../support/test-services.js';

let test: TestServices;
beforeEach(async () => {
  test = await testServices();
  await addAccount(test.services.store, ACCOUNT);
  await writeAs(test.services.store, ACCOUNT, (queries) => createBucket(queries, test.clock, { name: 'files' }));
});
afterEach(() => test.close());

function filesOf(home = '', encrypt = false): VirtualFiles {
  const spool = { folder: join(test.services.config.dataDir, 'uploads'), encrypt, room: ENDLESS_ROOM };
  // Times of the tests' clock stand still, and the contract asks for those of now.
  const clock = { now: () => Date.now() };
  return new BucketFiles({ ...test.services, clock }, { accountId: ACCOUNT, bucket: 'files', home, spool });
}

async function put(files: VirtualFiles, path: string, text: string, mode: 'replace' | 'write' = 'replace', at = 0) {
  const file = await files.open(path, mode);
  await file.write(at, Buffer.from(text));
  await file.close();
}

async function get(files: VirtualFiles, path: string): Promise<string> {
  const file = await files.open(path, 'read');
  const bytes = await file.read(0, 1_000_000);
  await file.close();
  return Buffer.from(bytes).toString();
}

const arrivals = () =>
  readAs(test.services.store, ACCOUNT, (queries) =>
    queries.from('executions').select(['name', 'directory']).orderBy('name').execute(),
  );
const storedNames = async (): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const { name } of test.services.objects.list('_objects/')) names.push(name);
  return names;
};

describe.each([
  ['a whole bucket', '', false],
  ['a home in it, with what waits on disk encrypted', 'partners/mill', true],
])('files of %s keep the contract', (_, home, encrypt) => {
  for (const check of virtualFilesContract(() => filesOf(home, encrypt))) it(check.name, check.run);
});

describe('an upload', () => {
  const staged = '/in/.ediloom-upload-1';
  beforeEach(async () => {
    await addConnection(test.services, 'bucket', { bucketName: 'files' }, { inbound_place: 'files/in/' });
    await filesOf().makeDirectory('/in');
  });

  it('is there, and has come in, when it gets its name, and not before', async () => {
    const [files, others] = [filesOf(), filesOf()];
    const file = await files.open(staged, 'create');
    await file.write(0, Buffer.from('ISA'));
    await file.sync({ name: false });
    await file.close();
    expect(await others.list('/in')).toEqual([]);
    expect(await arrivals()).toEqual([]);
    await files.rename(staged, '/in/a.edi');
    expect(await get(others, '/in/a.edi')).toBe('ISA');
    expect(await arrivals()).toEqual([{ name: 'a.edi', directory: 'in' }]);
    expect(await files.stat(staged)).toBeUndefined();
  });

  it('that is given up leaves nothing, and its bytes to the sweep', async () => {
    const files = filesOf();
    const file = await files.open(staged, 'create');
    await file.write(0, Buffer.alloc(200_000));
    expect(readdirSync(join(test.services.config.dataDir, 'uploads'))).toEqual([]);
    await file.close();
    await files.remove(staged);
    expect(await files.list('/in')).toEqual([]);
    expect(await storedNames()).toEqual([]);
    await expect(files.rename(staged, '/in/a.edi')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('in the way of which a name is taken is refused, or replaces what is there', async () => {
    const files = filesOf();
    await put(files, '/in/a.edi', 'old');
    for (const overwrite of [false, true]) {
      const file = await files.open(staged, 'write');
      await file.write(0, Buffer.from('new'));
      await file.close();
      if (!overwrite) await expect(files.rename(staged, '/in/a.edi')).rejects.toMatchObject({ code: 'exists' });
      else await files.rename(staged, '/in/a.edi', { overwrite });
      expect(await get(files, '/in/a.edi')).toBe(overwrite ? 'new' : 'old');
    }
    expect(await arrivals()).toHaveLength(2);
  });

  it('under a temporary name is resumed by another session, and comes in once, when it gets its name', async () => {
    const [first, second] = [filesOf(), filesOf()];
    await put(first, '/in/a.edi.filepart', 'ISA*00');
    expect(await second.stat('/in/a.edi.filepart')).toMatchObject({ size: 6 });
    await put(second, '/in/a.edi.filepart', '*03~', 'write', 6);
    expect(await arrivals()).toEqual([]);
    await second.rename('/in/a.edi.filepart', '/in/a.edi');
    expect(await get(first, '/in/a.edi')).toBe('ISA*00*03~');
    await second.rename('/in/a.edi', '/in/b.edi');
    expect(await arrivals()).toEqual([{ name: 'a.edi', directory: 'in' }]);
    // The bytes of the first part are nobody's.
    expect(await storedNames()).toHaveLength(1);
  });

  it('that is named while it is written goes on as one that is under way', async () => {
    const [files, others] = [filesOf(), filesOf()];
    const file = await files.open('/in/a.part', 'create');
    await file.write(0, Buffer.from('ISA'));
    await file.sync();
    await files.rename('/in/a.part', staged);
    expect(await others.list('/in')).toEqual([]);
    await file.write(3, Buffer.from('*00'));
    await file.close();
    await files.rename(staged, '/in/a.edi');
    expect(await get(others, '/in/a.edi')).toBe('ISA*00');
    expect(await arrivals()).toHaveLength(1);
  });

  it('keeps the time that its client gives it', async () => {
    const files = filesOf();
    const file = await files.open(staged, 'create');
    await files.setModified(staged, 1_700_000_000_000);
    await file.close();
    await files.rename(staged, '/in/a.edi');
    expect(await files.stat('/in/a.edi')).toMatchObject({ modified: 1_700_000_000_000 });
  });
});

describe('directories', () => {
  it('are there while objects are below them, and stay when the last goes', async () => {
    const files = filesOf();
    const place = { accountId: ACCOUNT, bucket: 'files', key: 'a/b/c.edi' };
    await putObject(test.services, place, Buffer.from('x'));
    expect(await files.stat('/a/b')).toMatchObject({ kind: 'directory' });
    await files.remove('/a/b/c.edi');
    expect((await files.list('/a')).map(({ name }) => name)).toEqual(['b']);
    await files.removeDirectory('/a/b');
    expect(await files.stat('/a')).toMatchObject({ kind: 'directory' });
  });

  it('of connections are neither removed nor renamed, nor those above them', async () => {
    const files = filesOf();
    await addConnection(test.services, 'bucket', {
      bucketName: 'files',
      parentDirectory: 'p',
      inboundSubdirectory: 'in',
    });
    await files.makeDirectory('/p');
    await files.makeDirectory('/p/in');
    await expect(files.removeDirectory('/p/in')).rejects.toMatchObject({ code: 'in-use' });
    await expect(files.rename('/p', '/q')).rejects.toMatchObject({ code: 'in-use' });
  });

  it('that are homes of users, or lie above one, are neither removed nor renamed, and nothing else has their names', async () => {
    const files = filesOf();
    await files.makeDirectory('/free');
    await writeAs(test.services.store, ACCOUNT, async (queries) => {
      for (const [username, homeDirectory] of [
        ['DAIRY', '/p/dairy'],
        ['MILL', '/p/dairy/deep/mill'],
        ['ALL', '/'],
      ] as const) {
        await createSftpUser(queries, test.clock, { username, description: '', bucket: 'files', homeDirectory });
      }
    });
    const inUse = { code: 'in-use' };
    await expect(files.rename('/p', '/q')).rejects.toMatchObject(inUse);
    await expect(files.rename('/p/dairy', '/p/other')).rejects.toMatchObject(inUse);
    await expect(files.removeDirectory('/p/dairy/deep/mill')).rejects.toMatchObject(inUse);
    await expect(filesOf('p/dairy').rename('/deep', '/low')).rejects.toMatchObject(inUse);
    await expect(filesOf('p/dairy').removeDirectory('/deep/mill')).rejects.toMatchObject(inUse);
    await expect(put(files, '/p/dairy', 'x')).rejects.toMatchObject({ code: 'is-a-directory' });
    await expect(files.rename('/free', '/p/dairy')).rejects.toMatchObject({ code: 'exists' });
    await put(filesOf('p/dairy/deep/mill'), '/a', 'mine');
    expect(await get(files, '/p/dairy/deep/mill/a')).toBe('mine');
    // With the user the directory is one as any other.
    await writeAs(test.services.store, ACCOUNT, (queries) => deleteSftpUser(test.services, queries, 'MILL'));
    await files.rename('/p/dairy/deep/mill', '/mill');
    await filesOf('p/dairy').rename('/deep', '/low');
  });

  it('are shown once, whatever is in them, and as a file where an object has their name', async () => {
    const files = filesOf();
    const object = (key: string) =>
      putObject(test.services, { accountId: ACCOUNT, bucket: 'files', key }, Buffer.from('x'));
    for (const key of ['a/1', 'a/2', 'a.edi', 'b', 'b/3', 'é/日本/4']) await object(key);
    for (const path of ['/empty', '/empty/deep', '/a/own']) await files.makeDirectory(path);
    const kinds = (await files.list('/')).map(({ name, kind }) => `${kind} ${name}`);
    expect(kinds.sort()).toEqual(['directory a', 'directory empty', 'directory é', 'file a.edi', 'file b']);
    expect((await files.list('/a')).map(({ name }) => name).sort()).toEqual(['1', '2', 'own']);
  });

  it('are passed by in one step, however full they are', async () => {
    const rows = Array.from({ length: 2000 }, (_, at) => ({
      ...{ account_id: ACCOUNT, bucket: 'files', key: `${at % 3}/${at}`, object_name: `_objects/${at}`, size: 1 },
      ...{ sha256: '', content_type: '', execution_id: null, modified_at: null, created_at: 1, updated_at: 1 },
    }));
    const { store } = test.services;
    await store.write(async (tx) => void (await tx.insertInto('bucket_objects').values(rows).execute()));
    let reads = 0;
    const read: typeof store.read = (work) => {
      reads++;
      return store.read(work);
    };
    const services = { ...test.services, store: { ...store, read, write: store.write, list: store.list } };
    const spool = { folder: test.services.config.dataDir, encrypt: false, room: ENDLESS_ROOM };
    const files = new BucketFiles(services, { accountId: ACCOUNT, bucket: 'files', home: '', spool });
    expect((await files.list('/')).map(({ name }) => name)).toEqual(['0', '1', '2']);
    expect(reads).toBeLessThan(8);
    expect(await files.list('/1')).toHaveLength(667);
    await expect(files.rename('/1', '/4')).resolves.toBeUndefined();
    expect(await files.total()).toEqual({ bytes: 2000, entries: 2000 });
  });

  it('go with their bucket', async () => {
    await filesOf().makeDirectory('/a');
    await writeAs(test.services.store, ACCOUNT, (queries) => deleteBucket(queries, test.clock, 'files'));
    await expect(filesOf().makeDirectory('/a')).rejects.toThrow();
  });
});

it('nothing is read or changed of another account, or outside of the home', async () => {
  await addAccount(test.services.store, 'other');
  await put(filesOf(), '/secret', 'x');
  await filesOf().makeDirectory('/partners');
  const spool = { folder: test.services.config.dataDir, encrypt: false, room: ENDLESS_ROOM };
  const foreign = new BucketFiles(test.services, { accountId: 'other', bucket: 'files', home: '', spool });
  expect(await foreign.stat('/secret')).toBeUndefined();
  await expect(foreign.open('/secret', 'read')).rejects.toMatchObject({ code: 'not-found' });
  const home = filesOf('partners');
  expect(await home.stat('/../secret')).toBeUndefined();
  await put(home, '/../../secret', 'mine');
  expect(await get(filesOf(), '/secret')).toBe('x');
  expect(existsSync(join(test.services.config.dataDir, 'secret'))).toBe(false);
  for (const wrong of ['/a\\b', `/${'x'.repeat(200)}`.repeat(6), '/a\u202eb']) {
    await expect(home.open(wrong, 'create')).rejects.toMatchObject({ code: 'name-refused' });
  }
});
