import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { S3_KEY_COMMANDS } from '../../../src/commands/s3-keys.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { KnownS3Keys } from '../../../src/resources/s3-keys/known-s3-keys.js';
import { createS3Key, deleteS3Key, listS3Keys, type NewS3Key } from '../../../src/resources/s3-keys/rows.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { runCommand } from '../../support/run-command.js';
import { type TestServices, testServices } from '../../support/test-services.js';

describe('key pairs of the S3 listener', () => {
  let test: TestServices;
  beforeEach(async () => {
    test = await testServices();
    await addAccount(test.services.store);
  });
  afterEach(() => test.close());

  const create = (key: Partial<NewS3Key> = {}) =>
    writeAs(test.services.store, 'account-1', (queries) =>
      createS3Key(test.services, queries, { name: 'sync', mode: 'live', ...key }),
    );
  const remove = (id: string, accountId = 'account-1') =>
    writeAs(test.services.store, accountId, (queries) => deleteS3Key(test.services, queries, id));
  const list = async (accountId = 'account-1') => {
    const { items } = await readAs(test.services.store, accountId, (queries) => listS3Keys(queries, { size: 100 }));
    return items;
  };

  it('are made with a secret that is shown once and kept encrypted', async () => {
    const { accessKeyId, secretAccessKey } = await create({ access: 'write', buckets: ['a'] });
    expect(accessKeyId).toMatch(/^EDIL[A-Z2-7]{16}$/);
    expect(secretAccessKey).toMatch(/^[A-Z2-7]{40}$/);
    expect(await list()).toEqual([
      { accessKeyId, name: 'sync', mode: 'live', access: 'write', buckets: ['a'], createdAt: expect.any(String) },
    ]);
    const rows = await test.services.store.read(async (db) => [
      await db.selectFrom('s3_keys').selectAll().execute(),
      await db.selectFrom('secrets').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ]);
    const ciphertexts = rows
      .flat()
      .map((row) => ('ciphertext' in row ? Buffer.from(row.ciphertext).toString('latin1') : ''));
    expect(JSON.stringify([rows, ciphertexts])).not.toContain(secretAccessKey);
    expect(rows[2]).toMatchObject([{ action: 'create', object_kind: 's3-key', object_id: accessKeyId, key_id: null }]);
  });

  it('are found with what they may do, and no more once they are deleted or have expired', async () => {
    const [here, elsewhere] = [new KnownS3Keys(test.services), new KnownS3Keys(test.services)];
    const expiresAt = new Date(test.clock.now() + 60_000).toISOString();
    const { accessKeyId, secretAccessKey } = await create({ mode: 'test', expiresAt });
    expect(await here.find(accessKeyId)).toMatchObject({
      caller: { accountId: 'account-1', keyId: accessKeyId, mode: 'test' },
      ...{ access: 'read', buckets: undefined, secret: secretAccessKey },
    });
    expect(await here.find('EDILNOSUCHKEY')).toBeUndefined();
    test.clock.advance(59_999);
    expect(await here.find(accessKeyId)).toBeDefined();
    test.clock.advance(1);
    expect(await here.find(accessKeyId)).toBeUndefined();
    const other = await create();
    expect(await elsewhere.find(other.accessKeyId)).toBeDefined();
    await remove(other.accessKeyId);
    test.clock.advance(1000);
    expect(await elsewhere.find(other.accessKeyId)).toBeUndefined();
    const left = await test.services.store.read((db) => db.selectFrom('secrets').select('owner_id').execute());
    expect(left).toEqual([{ owner_id: accessKeyId }]);
  });

  it('are read together, each with its own secret', async () => {
    const keys = await Promise.all([create(), create({ mode: 'test' }), create()]);
    const known = new KnownS3Keys(test.services);
    const found = await Promise.all(keys.map(({ accessKeyId }) => known.find(accessKeyId)));
    expect(found.map((key) => key?.secret)).toEqual(keys.map(({ secretAccessKey }) => secretAccessKey));
  });

  it('say when they were used last, to the minute', async () => {
    const { accessKeyId } = await create();
    const known = new KnownS3Keys(test.services);
    const use = async () => {
      const key = await known.find(accessKeyId);
      if (key !== undefined) known.used(key);
    };
    const first = new Date(test.clock.now()).toISOString();
    await use();
    await expect.poll(async () => (await list())[0]?.lastUsedAt).toBe(first);
    test.clock.advance(30_000);
    await use();
    test.clock.advance(30_000);
    await use();
    await expect.poll(async () => (await list())[0]?.lastUsedAt).toBe(new Date(test.clock.now()).toISOString());
  });

  it('are of one account', async () => {
    await addAccount(test.services.store, 'account-2');
    const { accessKeyId } = await create();
    await expect(remove(accessKeyId, 'account-2')).rejects.toMatchObject({ kind: 'not-found' });
    expect(await list('account-2')).toEqual([]);
  });

  it('are refused with a bucket that cannot be one, and an end that is over', async () => {
    await expect(create({ buckets: ['a', 'B_'] })).rejects.toMatchObject({ errors: [{ path: '/buckets/1' }] });
    const expiresAt = new Date(test.clock.now()).toISOString();
    await expect(create({ expiresAt })).rejects.toMatchObject({ errors: [{ path: '/expiresAt' }] });
  });

  it('may be made before their buckets are, and that is told', async () => {
    await writeAs(test.services.store, 'account-1', async (queries) => {
      await createBucket(queries, test.clock, { name: 'orders' });
      await createBucket(queries, test.clock, { name: 'tried', mode: 'test' });
    });
    await addAccount(test.services.store, 'account-2');
    await writeAs(test.services.store, 'account-2', (queries) =>
      createBucket(queries, test.clock, { name: 'of-others' }),
    );
    const { warnings } = await create({ buckets: ['orders', 'oders', 'tried', 'of-others'] });
    expect(warnings).toMatchObject([
      { path: '/buckets/1', code: 'NO_SUCH_BUCKET', bucketName: 'oders' },
      { path: '/buckets/2', code: 'BUCKET_OF_OTHER_MODE', bucketName: 'tried' },
      { path: '/buckets/3', code: 'NO_SUCH_BUCKET', bucketName: 'of-others' },
    ]);
    expect(await create({ buckets: ['orders'] })).not.toHaveProperty('warnings');
    expect(await create()).not.toHaveProperty('warnings');
    const options = { name: 'nightly', mode: 'live', buckets: 'orders,oders,tried', account: 'account-1' };
    const { shown, warned } = await runCommand(test.services, S3_KEY_COMMANDS, 's3-keys create', { options });
    expect(shown).toMatch(/^AWS_ACCESS_KEY_ID=\w+\nAWS_SECRET_ACCESS_KEY=\w+$/);
    expect(warned).toEqual([
      'There is no bucket oders yet.',
      'The bucket tried is of the other mode: this key pair does not reach it.',
    ]);
  });

  it('are listed from the command line, however many they are', async () => {
    const { accessKeyId } = await create();
    await test.services.store.write(async (tx) => {
      const row = await tx.selectFrom('s3_keys').selectAll().executeTakeFirstOrThrow();
      const others = Array.from({ length: 1001 }, (_, index) => ({ ...row, id: `EDIL${10_000 + index}` }));
      // Not in one statement: each row has many parameters.
      for (let from = 0; from < others.length; from += 100) {
        await tx
          .insertInto('s3_keys')
          .values(others.slice(from, from + 100))
          .execute();
      }
    });
    const { result } = await runCommand(test.services, S3_KEY_COMMANDS, 's3-keys', {});
    const ids = (result as { readonly accessKeyId: string }[]).map((one) => one.accessKeyId);
    expect(ids).toHaveLength(1002);
    expect(new Set(ids).size).toBe(1002);
    expect(ids).toContain(accessKeyId);
  });

  it('are made, listed and deleted from the command line', async () => {
    const run = (name: string, args: Parameters<typeof runCommand>[3] = {}) =>
      runCommand(test.services, S3_KEY_COMMANDS, name, args);
    const options = { name: 'nightly', mode: 'live', access: 'write', buckets: 'a, b', days: '3' };
    const { shown } = await run('s3-keys create', { options });
    const [, id = ''] = /^AWS_ACCESS_KEY_ID=(\w+)\nAWS_SECRET_ACCESS_KEY=[A-Z2-7]{40}$/.exec(shown) ?? [];
    const listed = (await run('s3-keys list')).shown;
    expect(listed).toMatch(new RegExp(`^${id}  live  write  .*  never used  expires .*  a,b  nightly$`));
    await run('s3-keys delete', { positionals: [id] });
    expect((await run('s3-keys')).shown).toBe('');
    for (const wrong of [{ mode: 'x' }, { access: 'all' }, { days: '0' }, { name: '' }]) {
      await expect(run('s3-keys create', { options: { ...options, ...wrong } })).rejects.toThrow('--');
    }
    await expect(run('s3-keys delete')).rejects.toThrow('takes one');
  });
});
