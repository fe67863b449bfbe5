import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { type S3World, s3World } from '../../support/s3-world.js';

const Bucket = 'files';
const ODD_KEYS = [
  '//',
  '.',
  '..',
  '../x',
  'a',
  'a/b',
  'dir/',
  'ä/日本 \u{1F600}',
  'a+b',
  'a%2Fb',
  'a b',
  "!'()*~$&,:;=@",
  '100%',
  'x?y#z',
  '\u0001',
  'a\\b',
  '\u007f',
];

describe('objects over S3', () => {
  let world: S3World;
  let client: S3Client;
  beforeEach(async () => {
    world = await s3World();
    client = world.client(await world.key());
  });

  const put = (Key: string, Body = 'abc', more = {}) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
  const textOf = async (Key: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return Body?.transformToString();
  };
  const list = async (more = {}) => {
    const {
      Contents = [],
      CommonPrefixes = [],
      ...rest
    } = await client.send(new ListObjectsV2Command({ Bucket, ...more }));
    return { keys: Contents.map(({ Key }) => Key), prefixes: CommonPrefixes.map(({ Prefix }) => Prefix), ...rest };
  };

  it('are put, read, described and deleted', async () => {
    const { ETag, ChecksumCRC32 } = await put('a/b.txt', 'hello', {
      ContentType: 'text/plain',
      CacheControl: 'no-cache',
      Metadata: { note: 'one', 'x-y': 'two' },
    });
    expect(ETag).toBe(`"${createHash('md5').update('hello').digest('hex')}"`);
    expect(ChecksumCRC32).toBe('NhCmhg==');
    const read = await client.send(new GetObjectCommand({ Bucket, Key: 'a/b.txt', ChecksumMode: 'ENABLED' }));
    expect(await read.Body?.transformToString()).toBe('hello');
    expect(read).toMatchObject({
      ETag,
      ContentLength: 5,
      ContentType: 'text/plain',
      CacheControl: 'no-cache',
      AcceptRanges: 'bytes',
      ChecksumCRC32,
      Metadata: { note: 'one', 'x-y': 'two' },
    });
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'a/b.txt' }));
    expect(head).toMatchObject({ ETag, ContentLength: 5, ContentType: 'text/plain', LastModified: expect.any(Date) });
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'a/b.txt' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'a/b.txt' }));
    await expect(textOf('a/b.txt')).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } });
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'a/b.txt' }))).rejects.toMatchObject({
      name: 'NotFound',
    });
  });

  it('have no header that they were not put with: clients copy them', async () => {
    await put('plain', 'abc');
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'plain' }))).CacheControl).toBeUndefined();
    const { CacheControl, Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'plain' }));
    expect([CacheControl, await Body?.transformToString()]).toEqual([undefined, 'abc']);
  });

  it.each(ODD_KEYS)('have any key: %j', async (key) => {
    await put(key, key);
    expect(await textOf(key)).toBe(key);
    expect(decodeURIComponent((await list({ EncodingType: 'url' })).keys[0] ?? '')).toBe(key);
    expect((await list()).keys).toEqual([key]);
    await client.send(
      new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: encodeURIComponent(`${Bucket}/${key}`) }),
    );
    expect(await textOf('copy')).toBe(key);
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: key }, { Key: 'copy' }] } }));
    expect((await list()).keys).toEqual([]);
  });

  it('lie beside each other whatever their keys', async () => {
    for (const key of ODD_KEYS) await put(key, key);
    for (const key of ODD_KEYS) expect(await textOf(key)).toBe(key);
    const inOrder = [...ODD_KEYS].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    expect((await list()).keys).toEqual(inOrder);
    const paged: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ MaxKeys: 3, ContinuationToken });
      paged.push(...page.keys);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(paged).toEqual(inOrder);
  });

  it('are listed by prefix and delimiter, from a place on, in both versions', async () => {
    for (const key of ['a', 'b/1', 'b/2', 'b/c/3', 'd', 'e/1']) await put(key);
    expect(await list({ Delimiter: '/' })).toMatchObject({
      keys: ['a', 'd'],
      prefixes: ['b/', 'e/'],
      KeyCount: 4,
      IsTruncated: false,
    });
    expect(await list({ Prefix: 'b/', Delimiter: '/' })).toMatchObject({ keys: ['b/1', 'b/2'], prefixes: ['b/c/'] });
    expect((await list({ StartAfter: 'b/2' })).keys).toEqual(['b/c/3', 'd', 'e/1']);
    const first = await list({ Delimiter: '/', MaxKeys: 2 });
    expect(first).toMatchObject({ keys: ['a'], prefixes: ['b/'], IsTruncated: true });
    expect(await list({ Delimiter: '/', MaxKeys: 2, ContinuationToken: first.NextContinuationToken })).toMatchObject({
      keys: ['d'],
      prefixes: ['e/'],
    });
    expect(await list({ MaxKeys: 0 })).toMatchObject({ keys: [], IsTruncated: false });
    const one = await client.send(new ListObjectsCommand({ Bucket, Delimiter: '/', MaxKeys: 2 }));
    expect(one).toMatchObject({
      IsTruncated: true,
      NextMarker: 'b/',
      Contents: [{ Key: 'a', Size: 3, Owner: { ID: 'account-1' } }],
    });
    const two = await client.send(new ListObjectsCommand({ Bucket, Delimiter: '/', Marker: 'b/' }));
    expect(two.Contents?.map(({ Key }) => Key)).toEqual(['d']);
    await expect(list({ ContinuationToken: 'no token' })).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(list({ EncodingType: 'x' })).rejects.toMatchObject({ name: 'InvalidArgument' });
  });

  it('are read in part, and by conditions', async () => {
    const { ETag = '' } = await put('k', '0123456789');
    const get = (more: object) => client.send(new GetObjectCommand({ Bucket, Key: 'k', ...more }));
    const part = await get({ Range: 'bytes=2-4' });
    expect(part).toMatchObject({ ContentRange: 'bytes 2-4/10', ContentLength: 3, $metadata: { httpStatusCode: 206 } });
    expect(await part.Body?.transformToString()).toBe('234');
    expect(await (await get({ Range: 'bytes=-2' })).Body?.transformToString()).toBe('89');
    await expect(get({ Range: 'bytes=10-' })).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
    await expect(get({ IfMatch: '"x"' })).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } });
    await expect(get({ IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    expect(await (await get({ IfMatch: ETag })).Body?.transformToString()).toBe('0123456789');
    const past = new Date(Date.now() - 3_600_000);
    await expect(get({ IfUnmodifiedSince: past })).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } });
    await expect(get({ IfModifiedSince: new Date(Date.now() + 5_000) })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
    const given = await get({
      ResponseContentType: 'text/csv',
      ResponseContentDisposition: 'attachment; filename="ü"',
    });
    expect(given).toMatchObject({ ContentType: 'text/csv', ContentDisposition: expect.stringContaining('attachment') });
    await expect(get({ ResponseContentType: 'a\r\nb: c' })).rejects.toMatchObject({ name: 'InvalidArgument' });
  });

  it('are put only where a condition holds', async () => {
    const { ETag } = await put('k', '1', { IfNoneMatch: '*' });
    await expect(put('k', '2', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await put('k', '3', { IfMatch: ETag });
    await expect(put('k', '4', { IfMatch: ETag })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(put('none', '4', { IfMatch: ETag })).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(await textOf('k')).toBe('3');
  });

  it('come in chunks with checksums behind them, of any kind', async () => {
    for (const ChecksumAlgorithm of ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const) {
      const Body = Readable.from([Buffer.from('ab'), Buffer.alloc(70_000, 'c'), Buffer.from('d')]);
      await client.send(
        new PutObjectCommand({ Bucket, Key: ChecksumAlgorithm, Body, ContentLength: 70_003, ChecksumAlgorithm }),
      );
      const text = await textOf(ChecksumAlgorithm);
      expect([text?.length, text?.slice(0, 3), text?.at(-1)]).toEqual([70_003, 'abc', 'd']);
      const head = await client.send(
        new HeadObjectCommand({ Bucket, Key: ChecksumAlgorithm, ChecksumMode: 'ENABLED' }),
      );
      expect(head).toHaveProperty(`Checksum${ChecksumAlgorithm}`);
      expect(head.ContentEncoding).toBeUndefined();
    }
  });

  it('with another digest than was announced are not put', async () => {
    await put('k', 'before');
    const wrong = createHash('md5').update('other').digest('base64');
    await expect(put('k', 'abc', { ContentMD5: wrong })).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(put('k', 'abc', { ContentMD5: 'x' })).rejects.toMatchObject({ name: 'InvalidDigest' });
    await expect(put('k', 'abc', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'BadDigest' });
    await put('k', 'abc', { ContentMD5: createHash('md5').update('abc').digest('base64') });
    expect(await textOf('k')).toBe('abc');
  });

  it('are copied with what describes them, or with something else', async () => {
    const { ETag } = await put('k', 'abc', { Metadata: { a: '1' }, ContentType: 'text/plain' });
    const copy = (Key: string, more = {}) =>
      client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/k`, ...more }));
    const { CopyObjectResult } = await copy('l');
    expect(CopyObjectResult).toMatchObject({ ETag, LastModified: expect.any(Date) });
    const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(await head('l')).toMatchObject({ Metadata: { a: '1' }, ContentType: 'text/plain' });
    await expect(copy('k')).rejects.toMatchObject({ name: 'InvalidRequest' });
    await copy('k', { MetadataDirective: 'REPLACE', Metadata: { b: '2' }, ContentType: 'text/csv' });
    expect(await head('k')).toMatchObject({ Metadata: { b: '2' }, ContentType: 'text/csv' });
    await expect(copy('m', { CopySourceIfMatch: '"x"' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(copy('m', { CopySource: `${Bucket}/none` })).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(copy('m', { CopySource: 'none/k' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it('are deleted together, whether they are there or not', async () => {
    await put('a');
    const remove = (Delete: object) => client.send(new DeleteObjectsCommand({ Bucket, Delete: Delete as never }));
    const { Deleted } = await remove({ Objects: [{ Key: 'a' }, { Key: 'b' }] });
    expect(Deleted?.map(({ Key }) => Key)).toEqual(['a', 'b']);
    expect((await remove({ Objects: [{ Key: 'a' }], Quiet: true })).Deleted).toBeUndefined();
    expect((await remove({ Objects: [{ Key: 'x'.repeat(1025) }] })).Errors).toMatchObject([
      { Code: 'InvalidArgument' },
    ]);
  });

  it('are refused with what is not served', async () => {
    await expect(put('k', 'a', { ACL: 'public-read' })).rejects.toMatchObject({ name: 'NotImplemented' });
    await expect(put('k', 'a', { StorageClass: 'GLACIER' })).rejects.toMatchObject({ name: 'InvalidStorageClass' });
    await expect(put('k', 'a', { ServerSideEncryption: 'AES256' })).rejects.toMatchObject({ name: 'NotImplemented' });
    await expect(put('k', 'a', { Tagging: 'a=b' })).rejects.toMatchObject({ name: 'NotImplemented' });
    await expect(put('k', 'a', { Metadata: { a: 'x'.repeat(2048) } })).rejects.toMatchObject({
      name: 'MetadataTooLarge',
    });
    await expect(put('x'.repeat(1025))).rejects.toMatchObject({ name: 'KeyTooLongError' });
    await expect(put('k', 'a', { ExpectedBucketOwner: 'other' })).rejects.toMatchObject({ name: 'AccessDenied' });
    expect((await list()).keys).toEqual([]);
  });

  it('leave entries in the audit with key, address and request', async () => {
    await put('a');
    await textOf('a');
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    const rows = await world.services.store.read((db) =>
      db.selectFrom('audit').selectAll().where('object_kind', '=', 'object').orderBy('id').execute(),
    );
    // Of one instant, as the clock of a test stands still.
    expect(rows.map(({ action, object_id, address }) => [action, object_id, address]).sort()).toEqual([
      ['delete', 'files/a', '127.0.0.1'],
      ['put', 'files/a', '127.0.0.1'],
      ['read', 'files/a', '127.0.0.1'],
    ]);
    expect(rows[0]?.key_id).toMatch(/^EDIL/);
    expect(rows[0]?.request_id).toMatch(/^[\w-]{36}$/);
  });
});
