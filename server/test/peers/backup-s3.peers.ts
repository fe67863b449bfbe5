import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { s3Objects } from '../../src/objects/s3-objects.js';
import { type Home, newHome, temporaryFolder } from '../backup/home.js';

/** A server whose objects lie in a bucket, with one of them named by a row. */
async function home(): Promise<{ readonly home: Home; readonly url: string; readonly name: string }> {
  const url = inject('s3Url').replace('?', `/backup-${randomUUID()}?`);
  const place = await newHome({ OBJECTS_URL: url });
  const server = await place.start();
  const { store, artifacts } = server.services;
  const { id: accountId } = await store.read((db) => db.selectFrom('accounts').select('id').executeTakeFirstOrThrow());
  const own = { model: 'fault', ownerId: 'none', usage: 'attachment', type: 'text/plain', name: 'large' } as const;
  const rows = await artifacts.prepare(accountId, [{ ...own, bytes: Buffer.alloc(100_000, 'x') }]);
  await store.write((tx) =>
    tx
      .insertInto('artifacts')
      .values(rows.map((row) => ({ ...row, account_id: accountId })))
      .execute(),
  );
  await server.close();
  return { home: place, url, name: rows[0]?.object_name ?? '' };
}

it('lists objects that stay in their bucket, and looks for them when it is brought back', async () => {
  const { home: place, url, name } = await home();
  const objects = s3Objects(url);
  onTestFinished(() => objects.close());
  const backup = join(temporaryFolder(), 'backup');
  const made = await place.run('backup', backup);
  expect(made).toMatchObject({ code: 0 });
  expect(made.out).toContain('a list of 1 objects, which stay in their bucket');

  const elsewhere = await newHome({}, place);
  expect((await elsewhere.run('restore', backup)).error).toContain('Set OBJECTS_URL');
  const restored = await newHome({ OBJECTS_URL: url }, place);
  expect(await restored.run('restore', backup, '--numbers', 'as-is')).toMatchObject({ code: 0 });
  await (await restored.start()).close();

  await objects.put(name, Buffer.alloc(50_000, 'y'));
  const missing = join(temporaryFolder(), 'missing');
  expect((await place.run('backup', missing)).error).toContain('1 objects that rows name are not there');
  await objects.delete(name);
  const refused = await newHome({ OBJECTS_URL: url }, place);
  expect((await refused.run('restore', backup)).error).toContain('1 objects of the backup are not in the bucket');
  const allowed = await refused.run('restore', backup, '--allow-missing');
  expect(allowed).toMatchObject({ code: 0 });
  expect(allowed.out).toContain('1 objects are not in their bucket any more');
});
