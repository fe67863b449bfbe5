import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { type PatientTimes, patientAnswer } from '../../../src/exchange/s3/patient-answer.js';
import type { S3Call } from '../../../src/exchange/s3/s3-call.js';
import { runningChecksum } from '../../../src/s3-wire/checksums/checksum.js';
import { S3Error } from '../../../src/s3-wire/s3-error.js';
import { s3World } from '../../support/s3-world.js';

const Bucket = 'files';
const MB = 1024 * 1024;

describe('objects in parts', () => {
  let client: S3Client;
  beforeEach(async () => {
    const world = await s3World();
    client = world.client(await world.key());
  });

  async function begin(Key: string, more = {}) {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }));
    const place = { Bucket, Key, UploadId };
    return {
      place,
      part: (PartNumber: number, Body: Uint8Array, rest = {}) =>
        client.send(new UploadPartCommand({ ...place, PartNumber, Body, ...rest })),
      complete: (Parts: readonly object[], rest = {}) =>
        client.send(new CompleteMultipartUploadCommand({ ...place, MultipartUpload: { Parts: [...Parts] }, ...rest })),
      abort: () => client.send(new AbortMultipartUploadCommand(place)),
    };
  }

  it('are joined where they have as many bytes as the object is meant to have', async () => {
    const { part, complete, place } = await begin('sized');
    const { ETag } = await part(1, Buffer.from('four'));
    await expect(complete([{ PartNumber: 1, ETag }], { MpuObjectSize: 5 })).rejects.toMatchObject({
      name: 'InvalidRequest',
    });
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: place.Key }))).rejects.toMatchObject({
      name: 'NotFound',
    });
    await complete([{ PartNumber: 1, ETag }], { MpuObjectSize: 4 });
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: place.Key }))).ContentLength).toBe(4);
  });

  it('are joined, in the order of their numbers', async () => {
    const { place, part, complete } = await begin('big', {
      ContentType: 'text/plain',
      Metadata: { a: '1' },
      ChecksumAlgorithm: 'CRC32',
    });
    const bytes = [Buffer.alloc(5 * MB, 'a'), Buffer.alloc(5 * MB, 'b'), Buffer.from('c')];
    const put = await Promise.all(
      [3, 1, 2].map((number) => part(number, bytes[number - 1] ?? Buffer.alloc(0), { ChecksumAlgorithm: 'CRC32' })),
    );
    expect(put[0]?.ChecksumCRC32).toBeDefined();
    const listed = await client.send(new ListPartsCommand({ ...place, MaxParts: 2 }));
    expect(listed).toMatchObject({
      IsTruncated: true,
      NextPartNumberMarker: '2',
      Parts: [{ PartNumber: 1, Size: 5 * MB }, { PartNumber: 2 }],
    });
    const rest = await client.send(new ListPartsCommand({ ...place, PartNumberMarker: '2' }));
    expect(rest).toMatchObject({
      IsTruncated: false,
      Parts: [{ PartNumber: 3, Size: 1, ETag: put[0]?.ETag, ChecksumCRC32: put[0]?.ChecksumCRC32 }],
    });
    const named = [1, 2, 3].map((PartNumber) => {
      const { ETag, ChecksumCRC32 } = put[[3, 1, 2].indexOf(PartNumber)] ?? {};
      return { PartNumber, ETag, ChecksumCRC32 };
    });
    const { ETag } = await complete(named);
    const md5s = Buffer.concat(bytes.map((one) => createHash('md5').update(one).digest()));
    expect(ETag).toBe(`"${createHash('md5').update(md5s).digest('hex')}-3"`);
    const read = await client.send(new GetObjectCommand({ Bucket, Key: 'big', ChecksumMode: 'ENABLED' }));
    expect(Buffer.from((await read.Body?.transformToByteArray()) ?? []).equals(Buffer.concat(bytes))).toBe(true);
    expect(read).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' }, ETag });
    // Who did not hear the answer asks again.
    expect((await complete(named)).ETag).toBe(ETag);
    await expect(part(4, Buffer.from('d'))).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  it('are refused where parts are not there, too small or in no order', async () => {
    const { part, complete, abort, place } = await begin('k');
    const [{ ETag: one }, { ETag: two }] = [await part(1, Buffer.from('a')), await part(2, Buffer.from('b'))];
    await expect(complete([{ PartNumber: 1, ETag: two }])).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(
      complete([
        { PartNumber: 2, ETag: two },
        { PartNumber: 1, ETag: one },
      ]),
    ).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await expect(
      complete([
        { PartNumber: 1, ETag: one },
        { PartNumber: 2, ETag: two },
      ]),
    ).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(complete([])).rejects.toMatchObject({ name: 'MalformedXML' });
    await expect(part(10_001, Buffer.from('a'))).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(part(3, Buffer.from('a'), { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await abort();
    await expect(abort()).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(client.send(new ListPartsCommand(place))).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'k' }))).rejects.toMatchObject({ name: 'NotFound' });
  });

  it('are compared with the checksums that are said of their parts and of all of them', async () => {
    for (const [ChecksumAlgorithm, ChecksumType] of [
      ['CRC64NVME', 'FULL_OBJECT'],
      ['CRC32', 'FULL_OBJECT'],
      ['SHA256', 'COMPOSITE'],
    ] as const) {
      const member = `Checksum${ChecksumAlgorithm}` as const;
      const { part, complete } = await begin('k', { ChecksumAlgorithm, ChecksumType });
      const bytes = [Buffer.alloc(5 * MB, 'a'), Buffer.from('b')];
      const put = [
        await part(1, bytes[0] ?? Buffer.alloc(0), { ChecksumAlgorithm }),
        await part(2, bytes[1] ?? Buffer.alloc(0), { ChecksumAlgorithm }),
      ];
      const Parts = put.map((one, index) => ({ PartNumber: index + 1, ETag: one.ETag, [member]: one[member] }));
      const wrong = [{ ...Parts[0], [member]: put[1]?.[member] }, Parts[1] ?? {}];
      await expect(complete(wrong)).rejects.toMatchObject({ name: 'InvalidPart' });
      await expect(complete(Parts, { [member]: put[0]?.[member], ChecksumType })).rejects.toMatchObject({
        name: 'BadDigest',
      });
      const lower = ChecksumAlgorithm.toLowerCase() as 'crc64nvme' | 'crc32' | 'sha256';
      const running = runningChecksum(lower);
      const summed =
        ChecksumType === 'FULL_OBJECT' ? bytes : put.map((one) => Buffer.from(one[member] ?? '', 'base64'));
      for (const one of summed) running.update(one);
      const whole = running.digest();
      const done = await complete(Parts, { [member]: whole, ChecksumType });
      if (ChecksumType === 'FULL_OBJECT') expect(done).toMatchObject({ [member]: whole, ChecksumType });
      const read = await client.send(new GetObjectCommand({ Bucket, Key: 'k', ChecksumMode: 'ENABLED' }));
      expect((await read.Body?.transformToByteArray())?.length).toBe(5 * MB + 1);
      if (ChecksumType === 'FULL_OBJECT') expect(read).toMatchObject({ [member]: whole });
    }
    const { part, complete } = await begin('k');
    const { ETag } = await part(1, Buffer.from('a'), { ChecksumAlgorithm: 'SHA1' });
    await expect(complete([{ PartNumber: 1, ETag }], { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
      name: 'InvalidRequest',
    });
  });

  it('are completed only where a condition holds', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'before' }));
    const { part, complete } = await begin('k');
    const { ETag } = await part(1, Buffer.from('a'));
    await expect(complete([{ PartNumber: 1, ETag }], { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    await complete([{ PartNumber: 1, ETag }]);
  });

  it('take bytes of other objects', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'source', Body: '0123456789' }));
    const { place, complete } = await begin('copy');
    const copy = (more: object) =>
      client.send(new UploadPartCopyCommand({ ...place, PartNumber: 1, CopySource: `${Bucket}/source`, ...more }));
    await expect(copy({ CopySourceRange: 'bytes=5-20' })).rejects.toMatchObject({ name: 'InvalidRange' });
    await expect(copy({ CopySourceIfMatch: '"x"' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    const { CopyPartResult } = await copy({ CopySourceRange: 'bytes=2-5' });
    await complete([{ PartNumber: 1, ETag: CopyPartResult?.ETag }]);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'copy' }));
    expect(await Body?.transformToString()).toBe('2345');
  });

  it('are listed while they are on their way', async () => {
    const ids = [];
    for (const key of ['a', 'b', 'b', 'c/d']) ids.push((await begin(key)).place.UploadId);
    const list = (more = {}) => client.send(new ListMultipartUploadsCommand({ Bucket, ...more }));
    const all = await list();
    expect(all.Uploads?.map(({ Key }) => Key)).toEqual(['a', 'b', 'b', 'c/d']);
    expect(all.Uploads?.map(({ UploadId }) => UploadId).sort()).toEqual([...ids].sort());
    const first = await list({ MaxUploads: 2 });
    expect(first).toMatchObject({ IsTruncated: true, NextKeyMarker: 'b' });
    const rest = await list({ KeyMarker: first.NextKeyMarker, UploadIdMarker: first.NextUploadIdMarker });
    expect(rest.Uploads?.map(({ Key }) => Key)).toEqual(['b', 'c/d']);
    expect((await list({ Prefix: 'c/' })).Uploads).toHaveLength(1);
    // Whoever goes on until nothing is left comes to an end.
    expect(await list({ MaxUploads: 0 })).toMatchObject({ IsTruncated: false });
  });
});

describe('an answer that takes long', () => {
  const call = {
    services: { log: { error: () => undefined } },
    requestId: 'r',
    keepPlaceFor: () => {},
  } as unknown as S3Call;
  const times: PatientTimes = { afterMs: 1, eachMs: 1 };

  async function textOf(work: Promise<readonly (readonly [string, string])[]>): Promise<string> {
    const { body } = await patientAnswer(call, 'Result', work, times);
    if (!(body instanceof Readable)) throw new Error('It was answered at once.');
    const pieces: string[] = [];
    for await (const piece of body) pieces.push(String(piece));
    return pieces.join('');
  }

  it('has blanks until it is known', async () => {
    let end: (content: readonly (readonly [string, string])[]) => void = () => undefined;
    const text = textOf(new Promise((resolve) => (end = resolve)));
    const sent = patientAnswer(call, 'Result', new Promise(() => undefined), times);
    const { body } = await sent;
    if (!(body instanceof Readable)) throw new Error('It was answered at once.');
    const iterator = body[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toContain('<?xml');
    expect((await iterator.next()).value).toBe(' ');
    body.destroy();
    end([['A', 'b']]);
    expect(await text).toMatch(/^<\?xml [^>]*>\n *<Result xmlns="[^"]*"><A>b<\/A><\/Result>$/);
  });

  it('says in its body what went wrong', async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<never>((_, reject) => (fail = reject));
    const answer = patientAnswer(call, 'Result', work, times);
    const { body } = await answer;
    fail(new S3Error('InvalidPart'));
    const pieces: string[] = [];
    for await (const piece of body as AsyncIterable<unknown>) pieces.push(String(piece));
    expect(pieces.join('')).toMatch(/^<\?xml [^>]*>\n *<Error><Code>InvalidPart<\/Code>.*<\/Error>$/);
  });

  it('has the status of what went wrong soon', async () => {
    const work = Promise.reject(new S3Error('InvalidPart'));
    await expect(patientAnswer(call, 'Result', work)).rejects.toMatchObject({ code: 'InvalidPart' });
  });
});
