import { createHash, createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreatedS3Key } from '../../../src/resources/s3-keys/rows.js';
import { signed, signingKey } from '../../../src/s3-wire/signature/check-signature.js';
import { signingTime } from '../../../src/s3-wire/signature/signature.js';
import { Sha256 } from '../../s3-wire/signed-request.js';
import { addAccount } from '../../support/accounts.js';
import { rawS3, type S3World, s3World } from '../../support/s3-world.js';

const EMPTY = createHash('sha256').digest('hex');

describe('a request of S3', () => {
  let world: S3World;
  let key: CreatedS3Key;
  beforeEach(async () => {
    world = await s3World({}, { leastRate: { bytesPerSecond: 16 * 1024, afterMs: 100 } });
    key = await world.key();
  });

  const signer = () =>
    new SignatureV4({
      credentials: key,
      ...{ region: 'us-east-1', service: 's3', sha256: Sha256, uriEscapePath: false, applyChecksum: false },
    });

  /** Headers of a request, signed. */
  async function headersOf(method: string, path: string, headers: Record<string, string> = {}) {
    const host = `127.0.0.1:${world.port}`;
    const [bare = '', search = ''] = path.split('?');
    const query = Object.fromEntries(new URLSearchParams(search));
    const own = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...headers };
    const request = { method, protocol: 'http:', hostname: '127.0.0.1', path: bare, query, headers: own };
    return (await signer().sign(request)).headers;
  }

  async function send(method: string, path: string, headers: Record<string, string> = {}, body?: string | Uint8Array) {
    return rawS3(world.port, { method, path, headers: await headersOf(method, path, headers) }, body);
  }

  const codeOf = ({ text }: { readonly text: string }) => /<Code>(\w+)<\/Code>/.exec(text)?.[1];

  /** Keys that there are: what breaks off changes nothing. */
  async function keys(): Promise<readonly (string | undefined)[]> {
    const { Contents = [] } = await world.client(key).send(new ListObjectsV2Command({ Bucket: 'files' }));
    return Contents.map(({ Key }) => Key);
  }

  it('that is presigned is served as long as it is good, and never after', async () => {
    await world.client(key).send(new PutObjectCommand({ Bucket: 'files', Key: 'a b', Body: 'abc' }));
    const presigned = async (method: string, path: string, expiresIn: number, more: Record<string, string> = {}) => {
      const headers = { host: `127.0.0.1:${world.port}`, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...more };
      const { query = {} } = await signer().presign(
        { method, protocol: 'http:', hostname: '127.0.0.1', path, headers },
        { expiresIn },
      );
      const text = Object.entries(query).map(
        ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
      );
      return `${path}?${text.join('&')}`;
    };
    const url = await presigned('GET', '/files/a%20b', 60);
    const read = await fetch(`${world.endpoint}${url}`);
    // It needs no header to be asked for, so whoever stands between would keep it.
    expect([await read.text(), read.headers.get('cache-control')]).toEqual(['abc', 'no-store']);
    expect((await fetch(`${world.endpoint}${url}`, { method: 'HEAD' })).status).toBe(403);
    expect((await fetch(`${world.endpoint}${url.replace('a%20b', 'other')}`)).status).toBe(403);
    const put = await presigned('PUT', '/files/up', 60, { 'x-amz-meta-note': 'hoisted' });
    expect((await fetch(`${world.endpoint}${put}`, { method: 'PUT', body: 'xyz' })).status).toBe(200);
    expect((await world.client(key).send(new HeadObjectCommand({ Bucket: 'files', Key: 'up' }))).Metadata).toEqual({
      note: 'hoisted',
    });
    // As clients write it who have no bytes when they sign; a checksum of some was meant.
    for (const [sum, status] of [
      ['AAAAAA==', 200],
      ['AAAAAQ==', 400],
    ] as const) {
      const signed = { 'x-amz-checksum-crc32': sum, 'x-amz-sdk-checksum-algorithm': 'CRC32' };
      const url = await presigned('PUT', '/files/summed', 60, signed);
      expect([sum, (await fetch(`${world.endpoint}${url}`, { method: 'PUT', body: 'xyz' })).status]).toEqual([
        sum,
        status,
      ]);
    }
    world.clock.advance(61_000);
    const late = await fetch(`${world.endpoint}${url}`);
    expect([late.status, codeOf({ text: await late.text() })]).toEqual([403, 'AccessDenied']);
  });

  it('that is not signed, or by the old version, is refused', async () => {
    for (const [headers, code] of [
      [{}, 'AccessDenied'],
      [{ authorization: 'AWS a:b' }, 'InvalidRequest'],
      [{ authorization: 'Basic YTpi' }, 'AuthorizationHeaderMalformed'],
    ] as const) {
      const answer = await rawS3(world.port, { method: 'GET', path: '/files/k', headers });
      expect(codeOf(answer)).toBe(code);
      expect(answer.headers['x-amz-request-id']).toMatch(/^[\w-]{36}$/);
      expect(answer.headers['content-type']).toBe('application/xml');
    }
  });

  it('that waits to be asked for its body is asked once its signature is right, and never before', async () => {
    const headers = { 'content-length': '3', expect: '100-continue' };
    const good = await send('PUT', '/files/k', headers, 'abc');
    expect([good.status, good.wasAsked]).toEqual([200, true]);
    const unknown = { ...(await headersOf('PUT', '/files/k', headers)) };
    unknown.authorization = unknown.authorization?.replace(key.accessKeyId, 'EDILUNKNOWN') ?? '';
    const refused = await rawS3(world.port, { method: 'PUT', path: '/files/k', headers: unknown }, 'abc');
    expect([refused.status, refused.wasAsked, refused.headers.connection]).toEqual([403, false, 'close']);
    const none = await send('PUT', '/none/k', headers, 'abc');
    expect([none.status, codeOf(none), none.wasAsked]).toEqual([404, 'NoSuchBucket', false]);
  });

  it('with other bytes than its hash or length says changes nothing', async () => {
    const sha256 = createHash('sha256').update('abc').digest('hex');
    const hashed = { 'x-amz-content-sha256': sha256 };
    expect((await send('PUT', '/files/k', { ...hashed, 'content-length': '3' }, 'abc')).status).toBe(200);
    const wrong = await send('PUT', '/files/l', { ...hashed, 'content-length': '3' }, 'abd');
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'XAmzContentSHA256Mismatch']);
    const endless = await send('PUT', '/files/l', { 'transfer-encoding': 'chunked' }, 'abc');
    expect([endless.status, codeOf(endless)]).toEqual([411, 'MissingContentLength']);
    const large = await send('PUT', '/files/l', { 'content-length': String(6 * 1024 ** 3), expect: '100-continue' });
    expect([large.status, codeOf(large), large.wasAsked]).toEqual([400, 'EntityTooLarge', false]);
    const xml = await send('POST', '/files?delete=', {
      'content-length': String(3 * 1024 ** 2),
      expect: '100-continue',
    });
    expect(codeOf(xml)).toBe('MaxMessageLengthExceeded');
    expect(await keys()).toEqual(['k']);
  });

  it('in signed chunks is taken, and with a wrong signature in the last one changes nothing', async () => {
    const chunk = (previous: string, bytes: string, time: string) => {
      const day = time.slice(0, 8);
      const scope = { day, region: 'us-east-1', service: 's3' as const };
      const hash = createHash('sha256').update(bytes).digest('hex');
      return signed(signingKey(key.secretAccessKey, scope), [
        'AWS4-HMAC-SHA256-PAYLOAD',
        time,
        `${day}/us-east-1/s3/aws4_request`,
        previous,
        EMPTY,
        hash,
      ]);
    };
    const put = async (path: string, spoil: (body: string) => string, decoded = '6') => {
      const headers = await headersOf('PUT', path, {
        'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
        'x-amz-decoded-content-length': decoded,
        'content-encoding': 'aws-chunked',
      });
      const time = headers['x-amz-date'] ?? '';
      const seed = /Signature=(\w+)/.exec(headers.authorization ?? '')?.[1] ?? '';
      const first = chunk(seed, 'abc', time);
      const second = chunk(first, 'def', time);
      const last = chunk(second, '', time);
      const body = spoil(
        `3;chunk-signature=${first}\r\nabc\r\n3;chunk-signature=${second}\r\ndef\r\n0;chunk-signature=${last}\r\n\r\n`,
      );
      return rawS3(
        world.port,
        { method: 'PUT', path, headers: { ...headers, 'content-length': String(body.length) } },
        body,
      );
    };
    expect((await put('/files/good', (body) => body)).status).toBe(200);
    expect(codeOf(await put('/files/bad', (body) => body.replace('def', 'dex')))).toBe('SignatureDoesNotMatch');
    expect(
      codeOf(await put('/files/bad', (body) => body.replace(/0;chunk-signature=\w{4}/, '0;chunk-signature=0000'))),
    ).toBe('SignatureDoesNotMatch');
    expect(codeOf(await put('/files/bad', (body) => body.slice(0, 150)))).toBe('IncompleteBody');
    expect(codeOf(await put('/files/bad', (body) => body, '5'))).toBe('IncompleteBody');
    expect(codeOf(await put('/files/bad', () => 'x'.repeat(2000)))).toBe('InvalidRequest');
    expect(await keys()).toEqual(['good']);
    const { Body, ContentEncoding } = await world
      .client(key)
      .send(new GetObjectCommand({ Bucket: 'files', Key: 'good' }));
    expect([await Body?.transformToString(), ContentEncoding]).toEqual(['abcdef', undefined]);
  });

  it('whose trailer is another than its bytes, or missing, changes nothing', async () => {
    const put = async (trailer: string, path = '/files/k') => {
      const body = `3\r\nabc\r\n0\r\n${trailer}\r\n`;
      const headers = {
        'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'x-amz-decoded-content-length': '3',
        'x-amz-trailer': 'x-amz-checksum-crc32',
        'content-length': String(body.length),
      };
      return send('PUT', path, headers, body);
    };
    expect((await put('x-amz-checksum-crc32:NSRBwg==\r\n')).status).toBe(200);
    expect(codeOf(await put('x-amz-checksum-crc32:AAAAAA==\r\n', '/files/l'))).toBe('BadDigest');
    expect(codeOf(await put('x-amz-checksum-crc32:nonsense\r\n', '/files/l'))).toBe('InvalidRequest');
    expect(codeOf(await put('x-amz-checksum-sha1:AAAAAA==\r\n', '/files/l'))).toBe('MalformedTrailerError');
    expect(codeOf(await put('', '/files/l'))).toBe('MalformedTrailerError');
    expect(await keys()).toEqual(['k']);
  });

  it('whose body is wrong before anybody reads it is answered', async () => {
    // The look at the bucket takes longer than the body needs to come.
    const { store } = world.services;
    const read = store.read.bind(store);
    const late = vi.spyOn(store, 'read').mockImplementation(async (work) => {
      const found = await read(work);
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      return found;
    });
    const headers = {
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-decoded-content-length': '3',
      'content-length': '9',
    };
    expect(codeOf(await send('PUT', '/files/k', headers, 'nonsense\n'))).toBe('InvalidRequest');
    late.mockRestore();
  });

  it('that is cut, or comes too slowly, changes nothing', async () => {
    await world.client(key).send(new PutObjectCommand({ Bucket: 'files', Key: 'k', Body: 'before' }));
    const begun = async () => {
      const headers = await headersOf('PUT', '/files/k', { 'content-length': '1000' });
      const socket = connect(world.port, '127.0.0.1');
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`PUT /files/k HTTP/1.1\r\n${head.join('')}\r\nabc`);
      return socket;
    };
    const slow = await begun();
    const text = await textOf(slow);
    expect(text).toMatch(/^HTTP\/1.1 408 .*<Code>RequestTimeout<\/Code>/s);
    const cut = await begun();
    await untilHeard();
    cut.destroy();
    // Its place is given back: the next one is served.
    await expect.poll(async () => (await send('GET', '/files/k')).text).toBe('before');
  });

  it('of an account that has all its places taken is asked to come again, and others are served', async () => {
    const narrow = await s3World({}, { placesOfAccount: 1 });
    await addAccount(narrow.services.store, 'account-2');
    const [own, other] = [await narrow.key(), await narrow.key({}, 'account-2')];
    const list = (of: CreatedS3Key) => narrow.client(of).send(new ListBucketsCommand({}));
    let more: (bytes: string | null) => void = () => undefined;
    const Body = new Readable({ read: () => undefined });
    more = (bytes) => Body.push(bytes);
    more('a');
    const put = narrow.client(own).send(new PutObjectCommand({ Bucket: 'files', Key: 'slow', Body, ContentLength: 2 }));
    await expect.poll(() => list(own).catch(({ name }) => name)).toBe('SlowDown');
    await list(other);
    more('b');
    more(null);
    await put;
    await list(own);
  });

  it('that is no HTTP, or has headers of no end, is answered so', async () => {
    const answered = async (text: string) => {
      const socket = connect(world.port, '127.0.0.1');
      socket.write(text);
      return textOf(socket);
    };
    expect(await answered('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*<Code>BadRequest<\/Code>/s);
    const headers = `x-amz-meta-a: ${'a'.repeat(20_000)}\r\n`;
    expect(await answered(`GET / HTTP/1.1\r\nhost: a\r\n${headers}\r\n`)).toMatch(
      /<Code>RequestHeaderSectionTooLarge<\/Code>/,
    );
    // Some releases of Node count what stands between headers, too: well below the limit.
    const many = Array.from({ length: 500 }, (_, at) => `h${at}: ${'a'.repeat(4)}\r\n`).join('');
    expect(await answered(`GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${many}\r\n`)).toMatch(
      /<Code>AccessDenied<\/Code>/,
    );
    expect(await answered('GET http://a/b HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).toMatch(
      /<Code>InvalidURI<\/Code>/,
    );
    const twice = 'host: a\r\nx-amz-date: 1\r\nx-amz-date: 2\r\nconnection: close\r\n';
    expect(await answered(`GET /b HTTP/1.1\r\n${twice}\r\n`)).toMatch(/<Code>InvalidRequest<\/Code>/);
  });

  it('names no value of itself in what it is answered or logged', async () => {
    const canary = 'CANARY42';
    const answers = [
      await send('GET', `/files/${canary}%00`),
      await send('GET', `/files?list-type=2&continuation-token=${canary}`),
      await send('PUT', `/files/k?${canary}=1`, { 'content-length': '0' }),
      await send('PUT', '/files/k', { 'content-length': '0', 'content-md5': canary }),
    ];
    for (const { text, status } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text.replace(/<Resource>.*<\/Resource>/, '')).not.toContain(canary);
    }
  });

  it('is answered though its signature covers a key of bytes that are no text', async () => {
    const time = signingTime(Date.now());
    const scope = { day: time.slice(0, 8), region: 'us-east-1', service: 's3' as const };
    const mac = createHmac('sha256', signingKey(key.secretAccessKey, scope)).update('x').digest('hex');
    const headers = {
      ...{ host: 'a', 'x-amz-date': time, 'x-amz-content-sha256': EMPTY },
      authorization: `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope.day}/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=${mac}`,
    };
    const answer = await rawS3(world.port, { method: 'GET', path: '/files/%ff', headers });
    expect(codeOf(answer)).toBe('InvalidURI');
  });

  /** A turn in which the server reads what has come. */
  async function untilHeard(): Promise<void> {
    await send('HEAD', '/files');
  }
});

function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('</Error>')) socket.end();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}
