import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namedObjects } from '../../../src/backup/named-objects.js';
import { deleteObject } from '../../../src/resources/buckets/delete-objects.js';
import { putObjectRows, removePutObject } from '../../../src/resources/buckets/object-rows.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { addMissingPlaces } from '../../../src/resources/connections/inbound-places.js';
import type { Artifacts, Connections } from '../../../src/store/tables.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { ACCOUNT, addConnection } from '../../support/deliveries.js';
import { sweptTwice } from '../../support/swept-twice.js';
import { type TestServices, testServices } from '../../support/test-services.js';

describe('objects that are put below an inbound place', () => {
  let test: TestServices;
  beforeEach(async () => {
    test = await testServices();
    await addAccount(test.services.store, ACCOUNT);
    await writeAs(test.services.store, ACCOUNT, (queries) => createBucket(queries, test.clock, { name: 'files' }));
  });
  afterEach(() => test.close());

  const connect = (place: string | null, more: Partial<Connections> = {}) =>
    addConnection(test.services, 'bucket', { bucketName: 'files' }, { inbound_place: place, ...more });
  const put = (key: string, text = 'ISA') =>
    putObject(test.services, { accountId: ACCOUNT, bucket: 'files', key }, Buffer.from(text));
  const executions = () =>
    readAs(test.services.store, ACCOUNT, (queries) =>
      queries
        .from('executions')
        .select(['id', 'status', 'direction', 'connection_id', 'directory', 'name'])
        .orderBy('name')
        .execute(),
    );
  const input = (): Promise<Artifacts> =>
    readAs(test.services.store, ACCOUNT, (queries) => queries.from('artifacts').selectAll().executeTakeFirstOrThrow());

  it('are files that came in, of the most specific place', async () => {
    const [wide, narrow] = [await connect('files/in/'), await connect('files/in/mill/')];
    for (const key of ['in/a', 'in/mill/b', 'in/mill/deep/c', 'inner/d', 'in-mill/e', 'out/f', 'in']) await put(key);
    expect(await executions()).toMatchObject([
      { name: 'a', directory: 'in', connection_id: wide.id, status: 'STARTED', direction: 'INBOUND' },
      { name: 'b', directory: 'in/mill', connection_id: narrow.id },
      { name: 'c', directory: 'in/mill/deep', connection_id: narrow.id },
    ]);
  });

  it('are so in a whole bucket, but not under temporary names, nor while the connection is disabled', async () => {
    await connect('files/');
    await connect('files/off/', { enabled: 0 });
    await connect('files/of.tmp/');
    for (const key of ['a', 'b.filepart', '.c', 'd.tmp/e', '.ediloom-upload-1', 'off/f', 'of.tmp/g', 'of.tmp/.h/i'])
      await put(key);
    expect((await executions()).map(({ name }) => name)).toEqual(['a', 'f', 'g']);
  });

  it('come in once each time they are put', async () => {
    await connect('files/in/');
    await put('in/a');
    await put('in/a');
    expect(await executions()).toHaveLength(2);
  });

  it('do not come in over the connection that has delivered them', async () => {
    const own = await connect('files/');
    const other = await connect('files/in/');
    const row = { bucket: 'files', size: 1, sha256: 'x', described: '{}', content_type: 'a/b', execution_id: null };
    const times = { created_at: 1, updated_at: 1 };
    await writeAs(test.services.store, ACCOUNT, (queries) =>
      putObjectRows(
        test.services,
        queries,
        ['out/a', 'in/b'].map((key) => ({ ...row, ...times, key, object_name: `_objects/${key}` })),
        {
          over: new Map([
            ['_objects/out/a', own.id],
            ['_objects/in/b', own.id],
          ]),
        },
      ),
    );
    expect(await executions()).toMatchObject([{ name: 'b', connection_id: other.id }]);
  });

  it('leave their bytes to their execution when they are deleted, replaced, or swept', async () => {
    await connect('files/in/');
    const { object_name } = await put('in/a', 'first');
    await deleteObject(test.services, { accountId: ACCOUNT, bucket: 'files', key: 'in/a' });
    await put('in/a', 'second');
    test.clock.advance(3 * 86_400_000);
    const { store, objects } = test.services;
    const sweep = () => sweptTwice({ store, objects });
    expect(await sweep()).toMatchObject({ looked: 2, removed: 0 });
    const rows = await readAs(store, ACCOUNT, (queries) => queries.from('artifacts').selectAll().execute());
    const texts = await Promise.all(
      rows.map(async (row) => String(Buffer.from(await test.services.artifacts.read(row)))),
    );
    expect(texts.sort()).toEqual(['first', 'second']);
    await writeAs(store, ACCOUNT, (queries) => queries.delete('artifacts').execute());
    expect(await sweep()).toMatchObject({ removed: 1 });
    expect(await objects.stat(object_name ?? '')).toBeUndefined();
  });

  it('are one object of a backup, with the bytes that both rows need', async () => {
    await connect('files/in/');
    const [arrived, other] = [await put('in/a', 'first'), await put('out/b', 'other')];
    const { read } = test.services.store;
    const named: unknown[] = [];
    for await (const object of namedObjects({ read, close: async () => {} })) named.push(object);
    expect(named).toEqual([
      { name: arrived.object_name, leastBytes: 5 },
      expect.objectContaining({ name: other.object_name, leastBytes: 5 }),
    ]);
  });

  it('can be taken away by what they were put as, wherever they are', async () => {
    await connect('files/in/');
    const { object_name } = await put('in/a');
    await writeAs(test.services.store, ACCOUNT, (queries) => removePutObject(queries, object_name ?? ''));
    const left = await readAs(test.services.store, ACCOUNT, (queries) =>
      queries.from('bucket_objects').select('key').execute(),
    );
    expect(left).toEqual([]);
    expect(String(Buffer.from(await test.services.artifacts.read(await input())))).toBe('ISA');
  });

  it('are found through connections of an older release once these have their places', async () => {
    const settings = (inboundSubdirectory: string) => ({
      bucketName: 'files',
      parentDirectory: 'p',
      inboundSubdirectory,
    });
    const old = await addConnection(test.services, 'bucket', settings('in'));
    test.clock.advance(1);
    const same = await addConnection(test.services, 'bucket', settings('/in/'));
    test.clock.advance(1);
    const wrong = await addConnection(test.services, 'bucket', settings('../up'));
    const left = await addMissingPlaces(test.services);
    expect(left.map(({ connectionId }) => connectionId)).toEqual([same.id, wrong.id]);
    await put('p/in/a');
    expect(await executions()).toMatchObject([{ name: 'a', connection_id: old.id }]);
  });
});
