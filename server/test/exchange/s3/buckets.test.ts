import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketAclCommand,
  GetBucketLocationCommand,
  GetBucketLoggingCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketPolicyCommand,
  GetBucketRequestPaymentCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteS3Key } from '../../../src/resources/s3-keys/rows.js';
import { createSftpUser } from '../../../src/resources/sftp-users/rows.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { S3_ACCOUNT, type S3World, s3World } from '../../support/s3-world.js';

describe('buckets over S3', () => {
  let world: S3World;
  let client: S3Client;
  beforeEach(async () => {
    world = await s3World();
    client = world.client(await world.key());
  });

  const namesOf = async (of: S3Client) =>
    (await of.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name) ?? [];
  const put = (of: S3Client, Bucket: string, Key = 'k') => of.send(new PutObjectCommand({ Bucket, Key, Body: 'abc' }));

  it('are not deleted while somebody needs them, and it is said who', async () => {
    const user = { username: 'ACME', description: 'Acme', bucket: 'files', homeDirectory: '/acme' };
    await writeAs(world.services.store, S3_ACCOUNT, (queries) => createSftpUser(queries, world.clock, user));
    await expect(client.send(new DeleteBucketCommand({ Bucket: 'files' }))).rejects.toMatchObject({
      ...{ name: 'InvalidBucketState', $metadata: { httpStatusCode: 409 } },
      message: expect.stringContaining('SFTP user ACME'),
    });
  });

  it('are made, listed, looked at and deleted', async () => {
    await client.send(
      new CreateBucketCommand({ Bucket: 'new', CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' } }),
    );
    await expect(client.send(new CreateBucketCommand({ Bucket: 'new' }))).rejects.toMatchObject({
      name: 'BucketAlreadyOwnedByYou',
    });
    expect(await namesOf(client)).toEqual(['files', 'new']);
    expect((await client.send(new HeadBucketCommand({ Bucket: 'new' }))).BucketRegion).toBe('us-east-1');
    expect((await client.send(new GetBucketLocationCommand({ Bucket: 'new' }))).LocationConstraint).toBeFalsy();
    expect((await client.send(new GetBucketVersioningCommand({ Bucket: 'new' }))).Status).toBeUndefined();
    expect(await client.send(new GetBucketAclCommand({ Bucket: 'new' }))).toMatchObject({
      Owner: { ID: S3_ACCOUNT },
      Grants: [{ Grantee: { Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }],
    });
    await expect(client.send(new GetBucketPolicyCommand({ Bucket: 'new' }))).rejects.toMatchObject({
      name: 'NoSuchBucketPolicy',
    });
    await expect(client.send(new PutBucketPolicyCommand({ Bucket: 'new', Policy: '{}' }))).rejects.toMatchObject({
      name: 'NotImplemented',
    });
    await put(client, 'new');
    await expect(client.send(new DeleteBucketCommand({ Bucket: 'new' }))).rejects.toMatchObject({
      name: 'BucketNotEmpty',
    });
    await client.send(new DeleteBucketCommand({ Bucket: 'files' }));
    expect(await namesOf(client)).toEqual(['new']);
    await expect(client.send(new HeadBucketCommand({ Bucket: 'files' }))).rejects.toMatchObject({ name: 'NotFound' });
    await expect(client.send(new CreateBucketCommand({ Bucket: 'No_Name' }))).rejects.toMatchObject({
      name: 'InvalidBucketName',
    });
  });

  it('have nothing set of what S3 tells so by an empty document', async () => {
    const Bucket = 'files';
    await put(client, Bucket);
    const reader = world.client(await world.key({ access: 'read' }));
    expect((await reader.send(new GetBucketLoggingCommand({ Bucket }))).LoggingEnabled).toBeUndefined();
    expect((await reader.send(new GetBucketRequestPaymentCommand({ Bucket }))).Payer).toBe('BucketOwner');
    const notification = await reader.send(new GetBucketNotificationConfigurationCommand({ Bucket }));
    expect(notification.QueueConfigurations).toBeUndefined();
    expect((await reader.send(new GetObjectTaggingCommand({ Bucket, Key: 'k' }))).TagSet).toEqual([]);
    await expect(reader.send(new GetBucketLoggingCommand({ Bucket: 'none' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
  });

  it('of another account are not there, and their names are taken', async () => {
    await addAccount(world.services.store, 'account-2');
    const other = world.client(await world.key({}, 'account-2'));
    await put(client, 'files');
    expect(await namesOf(other)).toEqual([]);
    for (const Bucket of ['files', 'none']) {
      await expect(other.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({ name: 'NoSuchBucket' });
      await expect(other.send(new GetObjectCommand({ Bucket, Key: 'k' }))).rejects.toMatchObject({
        name: 'NoSuchBucket',
      });
      await expect(put(other, Bucket)).rejects.toMatchObject({ name: 'NoSuchBucket' });
      await expect(other.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'NoSuchBucket' });
    }
    await expect(other.send(new CreateBucketCommand({ Bucket: 'files' }))).rejects.toMatchObject({
      name: 'BucketAlreadyExists',
    });
  });

  it('of test keys and of live keys are apart', async () => {
    const test = world.client(await world.key({ mode: 'test' }));
    await test.send(new CreateBucketCommand({ Bucket: 'tried' }));
    await put(test, 'tried');
    expect([await namesOf(test), await namesOf(client)]).toEqual([['tried'], ['files']]);
    await expect(put(test, 'files')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await expect(client.send(new GetObjectCommand({ Bucket: 'tried', Key: 'k' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
    await expect(client.send(new DeleteBucketCommand({ Bucket: 'tried' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
  });

  it('are for keys that may use them', async () => {
    await client.send(new CreateBucketCommand({ Bucket: 'second' }));
    await put(client, 'files');
    const reader = world.client(await world.key({ access: 'read' }));
    expect(
      await (await reader.send(new GetObjectCommand({ Bucket: 'files', Key: 'k' }))).Body?.transformToString(),
    ).toBe('abc');
    await expect(put(reader, 'files')).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(reader.send(new CreateBucketCommand({ Bucket: 'third' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    const narrow = world.client(await world.key({ buckets: ['second', 'later'] }));
    expect(await namesOf(narrow)).toEqual(['second']);
    await put(narrow, 'second');
    for (const Bucket of ['files', 'none']) {
      await expect(put(narrow, Bucket)).rejects.toMatchObject({ name: 'AccessDenied' });
    }
    await expect(narrow.send(new CreateBucketCommand({ Bucket: 'later' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    await expect(narrow.send(new DeleteBucketCommand({ Bucket: 'second' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
  });

  it('are closed to keys that are deleted, have expired or are not there', async () => {
    const key = await world.key();
    const deleted = world.client(key);
    await namesOf(deleted);
    await writeAs(world.services.store, S3_ACCOUNT, (queries) => deleteS3Key(world.services, queries, key.accessKeyId));
    world.clock.advance(1000);
    await expect(namesOf(deleted)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    const expiring = world.client(await world.key({ expiresAt: new Date(world.clock.now() + 1000).toISOString() }));
    await namesOf(expiring);
    world.clock.advance(1000);
    await expect(namesOf(expiring)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    const wrong = world.client({ ...(await world.key()), secretAccessKey: 'other' });
    await expect(namesOf(wrong)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await expect(namesOf(world.client({ accessKeyId: 'EDILNONE', secretAccessKey: 'x' }))).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
    });
    world.clock.advance(16 * 60_000);
    await expect(namesOf(client)).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
  });
});
