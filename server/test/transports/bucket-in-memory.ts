import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3Client } from '@aws-sdk/client-s3';

export interface BucketInMemory {
  readonly client: S3Client;
  readonly objects: Map<string, Kept>;
  /** What breaks at the next request that it is about. */
  fault: 'unreachable' | 'cut-in-transfer' | 'cut-at-end' | undefined;
}

interface Kept {
  readonly body: Buffer;
  readonly modified: Date;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * The client of S3 over a bucket in this process: puts are whole or nothing, and `If-None-Match` is kept. All but the network is the client's own,
 * its errors too.
 */
export function bucketInMemory(): BucketInMemory {
  const bucket: BucketInMemory = {
    objects: new Map(),
    fault: undefined,
    client: new S3Client({
      region: 'us-east-1',
      endpoint: 'http://bucket.invalid',
      forcePathStyle: true,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      maxAttempts: 1,
      // It tells of failed streams, which are meant here.
      logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
      requestHandler: { handle: async (request: Asked) => ({ response: await answer(bucket, request) }) },
    }),
  };
  return bucket;
}

async function answer(bucket: BucketInMemory, request: Asked): Promise<object> {
  const { objects, fault } = bucket;
  const key = decodeURIComponent(request.path).replace(/^\/[^/]*\/?/, '');
  if (fault === 'unreachable') throw lost(bucket, 'ECONNREFUSED');
  if (request.method === 'PUT') {
    if (fault === 'cut-in-transfer') {
      for await (const _ of bodyOf(request)) throw lost(bucket, 'ECONNRESET');
    }
    const body = await buffer(bodyOf(request));
    if (request.headers['if-none-match'] === '*' && objects.has(key)) return said(412);
    objects.set(key, { body, modified: new Date() });
    if (fault === 'cut-at-end') throw lost(bucket, 'ECONNRESET');
    return said(200);
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return said(204);
  }
  if (key === '') return said(200, listing(objects, String(request.query.prefix)));
  const kept = objects.get(key);
  if (kept === undefined) return said(404);
  const headers = { 'content-length': String(kept.body.length), 'last-modified': kept.modified.toUTCString() };
  return said(200, request.method === 'HEAD' ? '' : kept.body, headers);
}

function bodyOf({ body }: Asked): Readable {
  if (body instanceof Readable) return body;
  return Readable.from(body instanceof Uint8Array && body.length > 0 ? [body] : []);
}

function listing(objects: BucketInMemory['objects'], prefix: string): string {
  const found = [...objects].filter(([key]) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'));
  const rows = found.map(
    ([key, { body, modified }]) =>
      `<Contents><Key>${escaped(key)}</Key><Size>${body.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`,
  );
  return `<?xml version="1.0"?><ListBucketResult>${rows.join('')}<IsTruncated>false</IsTruncated></ListBucketResult>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function said(statusCode: number, body: string | Buffer = '', headers: Readonly<Record<string, string>> = {}): object {
  return { statusCode, headers, body: Readable.from(body.length > 0 ? [Buffer.from(body)] : []) };
}

function lost(bucket: BucketInMemory, code: string): Error {
  bucket.fault = undefined;
  return Object.assign(new Error('lost'), { code });
}
