import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runningChecksum } from '../../src/s3-wire/checksums/checksum.js';
import { AwsChunked, type AwsChunkedOptions } from '../../src/s3-wire/chunked/aws-chunked.js';
import { checkSignature, signed, signingKey } from '../../src/s3-wire/signature/check-signature.js';
import { readSignature } from '../../src/s3-wire/signature/read-signature.js';
import { EMPTY_HASH, EXAMPLE_KEY, raw } from './signed-request.js';

const SCOPE = { day: '20130524', region: 'us-east-1', service: 's3' as const };
const SIGNING = {
  key: signingKey(EXAMPLE_KEY.secretAccessKey, SCOPE),
  time: '20130524T000000Z',
  scope: '20130524/us-east-1/s3/aws4_request',
  signature: '0'.repeat(64),
};

async function decoded(pieces: readonly Buffer[], options: AwsChunkedOptions) {
  const decoder = new AwsChunked(options);
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from(pieces).compose(decoder)) chunks.push(chunk as Buffer);
  return { bytes: Buffer.concat(chunks), trailer: decoder.trailer };
}

/** As another program would write it: the chain by hand. */
function framed(chunks: readonly Buffer[], trailer?: string): Buffer {
  let previous = SIGNING.signature;
  const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
  const lines = [...chunks, Buffer.alloc(0)].map((chunk) => {
    previous = signed(SIGNING.key, [
      'AWS4-HMAC-SHA256-PAYLOAD',
      SIGNING.time,
      SIGNING.scope,
      previous,
      EMPTY_HASH,
      sha(chunk),
    ]);
    const end = chunk.length === 0 ? '' : '\r\n';
    return Buffer.concat([
      Buffer.from(`${chunk.length.toString(16)};chunk-signature=${previous}\r\n`),
      chunk,
      Buffer.from(end),
    ]);
  });
  if (trailer === undefined) return Buffer.concat([...lines, Buffer.from('\r\n')]);
  const signature = signed(SIGNING.key, [
    'AWS4-HMAC-SHA256-TRAILER',
    SIGNING.time,
    SIGNING.scope,
    previous,
    sha(`${trailer}\n`),
  ]);
  return Buffer.concat([...lines, Buffer.from(`${trailer}\r\nx-amz-trailer-signature:${signature}\r\n\r\n`)]);
}

function unsigned(chunks: readonly Buffer[], trailer = ''): Buffer {
  const parts = chunks.map((chunk) =>
    Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
  );
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)]);
}

describe('a body in signed chunks', () => {
  it('of the published example is taken, and every signature of it counts', async () => {
    const request = raw('PUT', '/examplebucket/chunkObject.txt', {
      host: 's3.amazonaws.com',
      'x-amz-date': '20130524T000000Z',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': '66560',
      'content-length': '66824',
      'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class,' +
        'Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    });
    const payload = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
    const signing = checkSignature(request, readSignature(request), { secret: EXAMPLE_KEY.secretAccessKey, payload });
    const chunk = (size: number, signature: string) =>
      `${size.toString(16)};chunk-signature=${signature}\r\n${'a'.repeat(size)}\r\n`;
    const body = Buffer.from(
      chunk(65536, 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648') +
        chunk(1024, '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497') +
        chunk(0, 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9'),
    );
    expect(body.length).toBe(66824);
    const options = { decodedLength: 66560, signing, hasTrailer: false };
    expect((await decoded([body], options)).bytes.toString()).toBe('a'.repeat(66560));
    for (const at of [1000, 66_000, 22, 66_800]) {
      const spoiled = Buffer.from(body);
      spoiled[at] = spoiled[at] === 0x61 ? 0x62 : 0x61;
      await expect(decoded([spoiled], options)).rejects.toThrow('signature of a chunk');
    }
  });

  it('with a trailer of the published example is taken', async () => {
    const signing = { ...SIGNING, signature: '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e' };
    const begin =
      `10000;chunk-signature=b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2\r\n${'a'.repeat(65536)}\r\n` +
      `400;chunk-signature=1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7\r\n${'a'.repeat(1024)}\r\n` +
      '0;chunk-signature=2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992\r\n' +
      '';
    const signature = 'x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435';
    const trailers = [
      `x-amz-checksum-crc32c:sOO8/Q==\n\r\n${signature}\r\n\r\n`,
      // As some clients write it.
      `x-amz-checksum-crc32c:sOO8/Q==\r\n${signature}\r\n\r\n`,
      `\r\nx-amz-checksum-crc32c:sOO8/Q==\n${signature}`,
    ];
    for (const end of trailers) {
      const options = { decodedLength: 66560, signing, hasTrailer: true };
      const { bytes, trailer } = await decoded([Buffer.from(`${begin}${end}`)], options);
      expect([...trailer]).toEqual([['x-amz-checksum-crc32c', 'sOO8/Q==']]);
      const sum = runningChecksum('crc32c');
      sum.update(bytes);
      expect(sum.digest()).toBe('sOO8/Q==');
    }
  });

  it('is the same however it comes', async () => {
    const chunk = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes));
    await fc.assert(
      fc.asyncProperty(
        fc.array(chunk, { maxLength: 6 }),
        fc.array(fc.nat(2000), { maxLength: 8 }),
        fc.boolean(),
        fc.boolean(),
        async (chunks, cuts, isSigned, hasTrailer) => {
          const trailer = hasTrailer ? 'x-amz-checksum-crc32:AAAAAA==' : undefined;
          const body = isSigned ? framed(chunks, trailer) : unsigned(chunks, trailer && `${trailer}\r\n`);
          const places = [...new Set(cuts.map((cut) => cut % (body.length + 1)))].sort((left, right) => left - right);
          const pieces = [0, ...places].map((from, at) => body.subarray(from, places[at] ?? body.length));
          const all = Buffer.concat(chunks);
          const options = { decodedLength: all.length, hasTrailer, ...(isSigned && { signing: SIGNING }) };
          const whole = await decoded(
            pieces.filter(({ length }) => length > 0),
            options,
          );
          expect(whole.bytes.equals(all)).toBe(true);
          expect([...whole.trailer]).toEqual(hasTrailer ? [['x-amz-checksum-crc32', 'AAAAAA==']] : []);
          const single = await decoded(
            [...body].map((byte) => Buffer.of(byte)),
            options,
          );
          expect(single.bytes.equals(all)).toBe(true);
          // Cut within the chunks it is not whole.
          const cut = (cuts[0] ?? 0) % body.lastIndexOf(isSigned ? '0;chunk' : '0\r\n');
          await expect(
            decoded(
              [body.subarray(0, cut)].filter(({ length }) => length > 0),
              options,
            ),
          ).rejects.toThrow();
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a body in chunks is refused', () => {
  const options = { decodedLength: 3, hasTrailer: true };

  it.each([
    ['of another length', 'IncompleteBody', '4\r\nabcd\r\n0\r\n\r\n'],
    ['of too few bytes', 'IncompleteBody', '2\r\nab\r\n0\r\n\r\n'],
    ['that ends within a chunk', 'IncompleteBody', '3\r\nab'],
    ['without an end', 'IncompleteBody', '3\r\nabc\r\n'],
    ['whose chunk is longer than its size', 'IncompleteBody', '3\r\nabcd\r\n0\r\n\r\n'],
    ['that goes on', 'MalformedTrailerError', '3\r\nabc\r\n0\r\n\r\n3\r\nabc'],
    ['without sizes', 'InvalidRequest', 'xyz\r\n'],
    ['with a size of no end', 'InvalidRequest', '9'.repeat(1000)],
    ['with a header of no end', 'InvalidRequest', `3;${'a'.repeat(1000)}`],
    [
      'with trailers of no end',
      'InvalidRequest',
      `3\r\nabc\r\n0\r\n${Array.from({ length: 400 }, (_, at) => `x-a-${at}:${'b'.repeat(20)}\r\n`).join('')}`,
    ],
    ['with a trailer twice', 'MalformedTrailerError', '3\r\nabc\r\n0\r\nx-a:1\r\nx-a:2\r\n\r\n'],
    ['with a trailer that is none', 'MalformedTrailerError', '3\r\nabc\r\n0\r\nabc\r\n\r\n'],
  ])('%s', async (_, code, body) => {
    await expect(decoded([Buffer.from(body)], options)).rejects.toMatchObject({ code });
    await expect(
      decoded(
        [...Buffer.from(body)].map((byte) => Buffer.of(byte)),
        options,
      ),
    ).rejects.toMatchObject({ code });
  });

  it('with a signature that is missing or of another trailer', async () => {
    const body = framed([Buffer.from('abc')], 'x-amz-checksum-crc32:AAAAAA==').toString('latin1');
    const terms = { ...options, signing: SIGNING };
    await decoded([Buffer.from(body)], terms);
    for (const [from, to, code] of [
      ['AAAAAA', 'AAAAAB', 'SignatureDoesNotMatch'],
      [/x-amz-trailer-signature:\w+\r\n/, '', 'SignatureDoesNotMatch'],
      [/;chunk-signature=\w+/, '', 'SignatureDoesNotMatch'],
    ] as const) {
      await expect(decoded([Buffer.from(body.replace(from, to))], terms)).rejects.toMatchObject({ code });
    }
  });

  it('gives out together what comes together in chunks of a byte', async () => {
    const body = unsigned(Array.from({ length: 10_000 }, () => Buffer.of(1)));
    const decoder = new AwsChunked({ decodedLength: 10_000, hasTrailer: true });
    const sizes: number[] = [];
    for await (const chunk of Readable.from([body]).compose(decoder)) sizes.push((chunk as Buffer).length);
    expect(sizes).toEqual([10_000]);
  });
});
