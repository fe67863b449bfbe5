import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { notificationsColumn } from '../../../src/resources/buckets/notifications.js';
import { eventOf } from '../../../src/resources/functions/invocation-rows.js';
import { createFunction } from '../../../src/resources/functions/rows.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { S3_ACCOUNT, s3World } from '../../support/s3-world.js';

const Bucket = 'files';

it('functions hear of what clients of S3 put, copy and upload in parts, as S3 says it', async () => {
  const world = await s3World();
  const { services } = world;
  const client = world.client(await world.key());
  const queries = <Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result> =>
    services.store.write((tx) => work(new AccountQueries(tx, S3_ACCOUNT)));
  await queries(async (own) => {
    const settings = { source: { code: '' }, timeout: 3, logRetention: 'one_day' };
    await createFunction({ queries: own, clock: services.clock, mode: 'live' }, 'told', settings);
    const notifications = notificationsColumn({ functions: [{ functionName: 'told' }] });
    await own.update('buckets').set({ notifications }).where('name', '=', Bucket).execute();
  });
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'abc' }));
  await client.send(new CopyObjectCommand({ Bucket, Key: 'b', CopySource: `${Bucket}/a` }));
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'c' }));
  const part = { Bucket, Key: 'c', UploadId, PartNumber: 1 };
  const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: 'abc' }));
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await client.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'c', UploadId, MultipartUpload }));

  const rows = await queries((own) => own.from('invocations').selectAll().execute());
  const records = rows.map((row) => JSON.parse(eventOf(services, row)).Records[0]);
  const told = records.map(({ eventName, s3 }) => [s3.object.key, eventName, s3.object.size, s3.object.eTag]);
  const md5 = '900150983cd24fb0d6963f7d28e17f72';
  expect(told.sort()).toEqual([
    ['a', 'ObjectCreated:Put', 3, md5],
    ['b', 'ObjectCreated:Copy', 3, md5],
    ['c', 'ObjectCreated:CompleteMultipartUpload', 3, expect.stringMatching(/^[0-9a-f]{32}-1$/)],
  ]);
});
