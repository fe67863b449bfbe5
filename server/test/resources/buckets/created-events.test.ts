import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyObject } from '../../../src/resources/buckets/copy-object.js';
import { objectAt } from '../../../src/resources/buckets/find-object.js';
import { moveDirectoryRows, moveObjectRow } from '../../../src/resources/buckets/move-rows.js';
import { putObjectRows } from '../../../src/resources/buckets/object-rows.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { ACCOUNT } from '../../support/deliveries.js';
import { insertDestination } from '../../support/insert-destination.js';
import { type TestServices, testServices } from '../../support/test-services.js';

describe('what is told of objects', () => {
  let test: TestServices;
  beforeEach(async () => {
    test = await testServices();
    await addAccount(test.services.store, ACCOUNT);
    await writeAs(test.services.store, ACCOUNT, async (queries) => {
      await createBucket(queries, test.clock, { name: 'files' });
      await createBucket(queries, test.clock, { name: 'tests', mode: 'test' });
    });
  });
  afterEach(() => test.close());

  const place = (key: string, bucket = 'files') => ({ accountId: ACCOUNT, bucket, key });
  const put = (key: string, bucket = 'files', text = 'ISA') =>
    putObject(test.services, place(key, bucket), Buffer.from(text));
  const events = () =>
    readAs(test.services.store, ACCOUNT, (queries) => queries.from('events').selectAll().orderBy('id').execute());
  const told = async () => (await events()).map(({ resource_id }) => resource_id).sort();
  const move = (from: string, to: string) =>
    writeAs(test.services.store, ACCOUNT, async (queries) => {
      const row = await objectAt(queries, 'files', from);
      if (row !== undefined) await moveObjectRow(test.services, queries, row, to);
    });

  it('is the event of each put, in the commit of it, by the mode of its bucket', async () => {
    await put('in/a b.edi', 'files', '12345');
    await put('b', 'tests');
    const rows = (await events()).sort((one, other) => one.mode.localeCompare(other.mode));
    expect(rows).toMatchObject([
      {
        ...{ type: 'file.created', mode: 'production', status: 'DELIVERED' },
        ...{ resource_kind: 'object', resource_id: 'files/in/a b.edi' },
      },
      { type: 'file.created', mode: 'test', resource_id: 'tests/b' },
    ]);
    expect(JSON.parse(rows[0]?.detail ?? '')).toEqual({
      version: '2023-02-13',
      metadata: { processedAt: expect.stringMatching(/Z$/) },
      source: { type: 'bucket', bucketName: 'files', key: 'in/a b.edi', size: 5 },
    });
  });

  it('comes again where an object is replaced or copied, and not where the put is refused', async () => {
    await put('a');
    await put('a');
    await copyObject(test.services, place('a'), place('b'));
    const refused = putObject(test.services, place('a'), Buffer.from('x'), { condition: { ifNoneMatch: '*' } });
    await expect(refused).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect(await told()).toEqual(['files/a', 'files/a', 'files/b']);
  });

  it('is nothing under a temporary name, and comes once with the final one', async () => {
    for (const key of ['in/a.filepart', '.b', 'in/.c']) await put(key);
    expect(await told()).toEqual([]);
    await move('in/a.filepart', 'in/a');
    await move('.b', '.b.tmp');
    expect(await told()).toEqual(['files/in/a']);
    // It has been told of: under another name it is the same file.
    await move('in/a', 'in/b');
    await writeAs(test.services.store, ACCOUNT, (queries) =>
      moveDirectoryRows(test.services, queries, 'files', { from: 'in', to: 'out' }),
    );
    expect(await told()).toEqual(['files/in/a']);
  });

  it('goes to who asks for it, of many objects in one commit', async () => {
    const { account_id: _, described, ...row } = await put('first');
    await writeAs(test.services.store, ACCOUNT, (queries) =>
      insertDestination(test.services, queries, 'https://hooks.example.com/', ['file.created']),
    );
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...{ ...row, described: described ?? '{}', key: `many/${index}`, object_name: `_objects/${index}` },
    }));
    await writeAs(test.services.store, ACCOUNT, (queries) => putObjectRows(test.services, queries, many));
    const deliveries = await readAs(test.services.store, ACCOUNT, (queries) =>
      queries.from('event_deliveries').selectAll().execute(),
    );
    expect(deliveries).toHaveLength(300);
    expect(new Set(deliveries.map(({ event_type }) => event_type))).toEqual(new Set(['file.created']));
  });
});
