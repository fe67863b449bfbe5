import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { VirtualFilesError } from 'ediloom/transports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDLESS_ROOM } from '../../../src/objects/storage-room.js';
import { BucketFiles } from '../../../src/resources/bucket-files/bucket-files.js';
import { openObject } from '../../../src/resources/buckets/open-object.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { createSftpUser } from '../../../src/resources/sftp-users/rows.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { ACCOUNT } from '../../support/deliveries.js';
import { type TestServices, testServices } from '../../support/test-services.js';

/** `EDILOOM_RACES` has many more. */
const ROUNDS = Number(process.env.EDILOOM_RACES ?? 20);
const NAMES = ['/a', '/b', '/c'];

let test: TestServices;
beforeEach(async () => {
  test = await testServices();
  await addAccount(test.services.store, ACCOUNT);
  await writeAs(test.services.store, ACCOUNT, (queries) => createBucket(queries, test.clock, { name: 'files' }));
});
afterEach(() => test.close());

function session(): BucketFiles {
  const spool = { folder: join(test.services.config.dataDir, 'uploads'), encrypt: false, room: ENDLESS_ROOM };
  return new BucketFiles(test.services, { accountId: ACCOUNT, bucket: 'files', home: '', spool });
}

async function put(files: BucketFiles, path: string, text: string): Promise<void> {
  const file = await files.open(path, 'replace');
  await file.write(0, Buffer.from(text));
  await file.close();
}

/** What is there, by its key: each has the bytes that were written. */
async function found(): Promise<Readonly<Record<string, string>>> {
  const rows = await readAs(test.services.store, ACCOUNT, (queries) =>
    queries.from('bucket_objects').select('key').execute(),
  );
  const read = rows.map(async ({ key }) => {
    const { bytes } = await openObject(test.services, { accountId: ACCOUNT, bucket: 'files', key });
    return [key, Buffer.concat(await bytes.toArray()).toString()];
  });
  return Object.fromEntries(await Promise.all(read));
}

/** @returns whether the step was refused, as what it was to be done with is not there. */
async function isRefused(step: Promise<void>): Promise<boolean> {
  try {
    await step;
    return false;
  } catch (error) {
    if (error instanceof VirtualFilesError) return true;
    throw error;
  }
}

describe('sessions that work in one directory at once', { timeout: 60_000 + ROUNDS * 1_000 }, () => {
  it('leave the bytes of all that is there at the end', async () => {
    const step = (n: number): Promise<void> => {
      const [from = '', to = ''] = [NAMES[n % 3], NAMES[(n + 1 + (n % 2)) % 3]];
      if (n % 4 === 0) return session().remove(from);
      return n % 4 === 1 ? put(session(), from, `${n}`) : session().rename(from, to, { overwrite: true });
    };
    for (let round = 0; round < ROUNDS; round++) {
      const steps = [1, 5, 2, 3, 6, 7].map(async (n) => {
        for (let turn = 0; turn < (round * n) % 7; turn++) await setImmediate();
        await isRefused(step(n + round * 5));
      });
      await Promise.all(steps);
      await found();
    }
  });

  it('give one file one new name, and remove nothing for another that it did not get', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await put(session(), '/a', 'moved');
      await put(session(), '/b', 'before');
      const renamed = ['/b', '/c'].map((to) => isRefused(session().rename('/a', to, { overwrite: true })));
      const [isLeft] = await Promise.all(renamed);
      expect(await found()).toEqual(isLeft ? { b: 'before', c: 'moved' } : { b: 'moved' });
      if (isLeft) await session().remove('/c');
    }
  });

  it('and users who get a home there meanwhile, find it: none is moved away', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [from, to, username] = [`/d${round}`, `/e${round}`, `U${round}`];
      await session().makeDirectory(from);
      await put(session(), `${from}/a`, 'x');
      const user = { username, description: '', bucket: 'files', homeDirectory: `${from}/home` };
      const [isLeft] = await Promise.all([
        isRefused(session().rename(from, to)),
        writeAs(test.services.store, ACCOUNT, (queries) => createSftpUser(queries, test.clock, user)),
      ]);
      expect(await session().stat(`${from}/home`)).toMatchObject({ kind: 'directory' });
      expect(await session().stat(`${isLeft ? from : to}/a`)).toMatchObject({ size: 1 });
      expect(await session().stat(`${to}/home`)).toBeUndefined();
    }
  });

  it('bring nothing back that was removed after it was synced, neither its name nor a row without bytes', async () => {
    const files = session();
    const file = await files.open('/a.filepart', 'replace');
    await file.write(0, Buffer.from('synced'));
    await file.sync({ name: true });
    expect(await found()).toEqual({ 'a.filepart': 'synced' });
    await session().remove('/a.filepart');
    await files.setModified('/a.filepart', 1_700_000_000_000);
    await file.close();
    expect(await found()).toEqual({});
  });
});
