import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteBucket } from '../../../src/resources/buckets/delete-bucket.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { createUpload, lockUpload } from '../../../src/resources/buckets/upload-rows.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { gate, lockWaits } from '../../support/lock-waits.js';
import { isOnPostgres } from '../../support/store-factory.js';
import { until } from '../../support/test-jobs.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const ACCOUNT = 'a';
let test: TestServices;
beforeAll(async () => {
  test = await testServices();
  await addAccount(test.services.store, ACCOUNT);
});
afterAll(() => test.close());

const as = <Result>(work: (queries: AccountQueries) => Promise<Result>) => writeAs(test.services.store, ACCOUNT, work);
const place = (bucket: string) => ({ accountId: ACCOUNT, bucket, key: 'k' });

/** Has the first write wait before its commit until the second one waits for what it has locked. */
async function meeting(
  first: (queries: AccountQueries) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<readonly PromiseSettledResult<unknown>[]> {
  const { store } = test.services;
  const [isDone, goOn] = [gate(), gate()];
  const one = store.write(async (tx) => {
    await first(new AccountQueries(tx, ACCOUNT));
    isDone.open();
    await goOn.opened;
  });
  await isDone.opened;
  const other = second();
  other.catch(() => {});
  await until(async () => (await lockWaits(store)) > 0);
  goOn.open();
  return Promise.allSettled([one, other]);
}

describe.runIf(isOnPostgres)('a bucket that is deleted in this moment', () => {
  it('has no place for an object: there is no such bucket', async () => {
    await as((queries) => createBucket(queries, test.clock, { name: 'going' }));
    const [gone, put] = await meeting(
      (queries) => deleteBucket(queries, test.clock, 'going'),
      () => putObject(test.services, place('going'), Buffer.from('x')),
    );
    expect(gone).toMatchObject({ status: 'fulfilled' });
    expect(put).toMatchObject({ status: 'rejected', reason: { code: 'NO_SUCH_BUCKET' } });
  });

  it('stays where an object was put meanwhile: it is not empty', async () => {
    await as((queries) => createBucket(queries, test.clock, { name: 'staying' }));
    const row = { bucket: 'staying', key: 'k', object_name: '_objects/x', size: 1, sha256: 'x', content_type: 'a/b' };
    const [put, gone] = await meeting(
      (queries) => queries.insert('bucket_objects', { ...row, created_at: 1, updated_at: 1 }).execute(),
      () => as((queries) => deleteBucket(queries, test.clock, 'staying')),
    );
    expect(put).toMatchObject({ status: 'fulfilled' });
    expect(gone).toMatchObject({ status: 'rejected', reason: { code: 'BUCKET_NOT_EMPTY' } });
  });

  it('waits for a part that comes for one of its uploads, and ends that, too', async () => {
    await as((queries) => createBucket(queries, test.clock, { name: 'parts' }));
    const described = { contentType: 'a/b', headers: {}, createdBy: 'x' };
    const { id } = await as((queries) => createUpload(queries, test.clock, place('parts'), described));
    const part = { upload_id: id, number: 1, object_name: '_objects/y', size: 1, md5: 'x', sha256: 'x', created_at: 1 };
    const outcomes = await meeting(
      async (queries) => {
        await lockUpload(queries, { ...place('parts'), uploadId: id });
        await queries.insert('upload_parts', part).execute();
      },
      () => as((queries) => deleteBucket(queries, test.clock, 'parts')),
    );
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
    const left = await test.services.store.read((db) => db.selectFrom('upload_parts').selectAll().execute());
    expect(left).toEqual([]);
  });
});
