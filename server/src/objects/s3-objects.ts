import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { systemClock } from '../clock.js';
import { cut, readableOf } from './byte-streams.js';
import { demandObjectName } from './object-name.js';
import {
  type ByteRange,
  type ObjectStore,
  ObjectStoreError,
  type PutOptions,
  type StoredObject,
} from './object-store.js';
import { demandTag, isNotFound, isOutOfRange, s3ErrorOf } from './s3-error-of.js';
import { putInParts } from './s3-parts.js';
import { s3PlaceOf } from './s3-place.js';
import { openSession, type S3Session } from './s3-session.js';
import { chunksOf, demandSize } from './write-unfinished.js';

/**
 * Objects in a bucket of an S3-compatible store.
 * @param url `s3://bucket/prefix?region=…&endpoint=…`, see `s3PlaceOf`. The client package is loaded with the first call.
 * @param idleMs how long a store that says nothing is waited for; see `openSession`.
 */
export function s3Objects(url: string, idleMs?: number): ObjectStore {
  const place = s3PlaceOf(url);
  let opening: Promise<S3Session> | undefined;
  /** One call, its failures as the port reports them. */
  const ask = async <Result>(call: (session: S3Session) => Promise<Result>): Promise<Result> => {
    opening ??= openSession(place, idleMs);
    const session = await opening;
    try {
      return await call(session);
    } catch (error) {
      throw s3ErrorOf(error);
    }
  };
  return {
    kind: 's3',
    put(name, bytes, options = {}) {
      return refusing(name, () => ask((session) => put(session, name, bytes, options)));
    },
    get: (name, range) => refusing(name, () => ask((session) => get(session, name, range))),
    stat: (name) => refusing(name, () => ask((session) => stat(session, name))),
    delete(name) {
      return refusing(name, () =>
        ask(async ({ s3, client }) => {
          await client.send(new s3.DeleteObjectCommand({ Bucket: place.bucket, Key: place.prefix + name }));
        }),
      );
    },
    async *list(prefix) {
      let next: string | undefined = '';
      while (next !== undefined) {
        const token: string = next;
        const page = await ask((session) => listPage(session, prefix, token));
        yield* page.objects;
        next = page.next;
      }
    },
    async close() {
      if (opening !== undefined) (await opening).client.destroy();
    },
  };
}

async function refusing<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
  demandObjectName(name);
  return call();
}

async function put(
  session: S3Session,
  name: string,
  bytes: Uint8Array | Readable,
  options: PutOptions,
): Promise<StoredObject> {
  options.signal?.throwIfAborted();
  if (bytes instanceof Uint8Array) demandSize(bytes.length, options.maxBytes);
  const hash = createHash('sha256');
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunksOf(bytes, options)) {
      size += chunk.length;
      demandSize(size, options.maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  const { s3, client, place } = session;
  const target = { Bucket: place.bucket, Key: place.prefix + name, ContentType: options.contentType };
  const whole = await putInParts(session, target, counted(), options.signal);
  const sha256 = hash.digest('hex');
  if (whole !== undefined) {
    const input = { ...target, Body: whole, ContentLength: whole.length, Metadata: { sha256 } };
    const { ETag } = await client.send(new s3.PutObjectCommand(input), signalOf(options));
    demandTag(ETag);
  }
  await demandKept(session, { name, size, sha256 });
  return { name, size, sha256, modified: systemClock.now() };
}

/**
 * Looks whether what was put is there: a cache or proxy that answers for the store may not have brought it, and a key that writes and may
 * not read would be noticed only when the file is to be delivered, long after it was acknowledged.
 * @throws ObjectStoreError `unavailable`.
 */
async function demandKept(
  session: S3Session,
  { name, size, sha256 }: Pick<StoredObject, 'name' | 'size' | 'sha256'>,
): Promise<void> {
  const kept = await stat(session, name);
  if (kept?.size === size) return;
  // Another put of the same name came since: that one looks after its own.
  if (kept?.sha256 !== undefined && kept.sha256 !== sha256) return;
  const what = kept === undefined ? 'does not have it' : `has ${kept.size} bytes of it`;
  throw new ObjectStoreError(
    'unavailable',
    `What answers at OBJECTS_URL took an object of ${size} bytes and ${what}. See what stands between it and this server.`,
  );
}

async function get({ s3, client, place }: S3Session, name: string, range?: ByteRange): Promise<Readable | undefined> {
  // A range of nothing cannot be written, but there may be nothing to take it from.
  const from = range?.from ?? 0;
  const length = range === undefined ? undefined : Math.max(1, range.length);
  const Range = length === undefined ? undefined : `bytes=${from}-${from + length - 1}`;
  try {
    const { Body } = await client.send(
      new s3.GetObjectCommand({
        Bucket: place.bucket,
        Key: place.prefix + name,
        ...(Range === undefined ? {} : { Range }),
      }),
    );
    if (!(Body instanceof Readable)) throw new Error('The object store gave no stream.');
    // Some stores give more than was asked for.
    return range === undefined ? Body : readableOf(cut(Body, 0, range.length), Body);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (isOutOfRange(error)) return Readable.from([]);
    throw error;
  }
}

async function stat({ s3, client, place }: S3Session, name: string): Promise<StoredObject | undefined> {
  try {
    const head = await client.send(new s3.HeadObjectCommand({ Bucket: place.bucket, Key: place.prefix + name }));
    const sha256 = head.Metadata?.sha256;
    const modified = head.LastModified?.getTime() ?? 0;
    return { name, size: head.ContentLength ?? 0, modified, ...(sha256 === undefined ? {} : { sha256 }) };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

interface ListPage {
  readonly objects: readonly StoredObject[];
  readonly next: string | undefined;
}

async function listPage({ s3, client, place }: S3Session, prefix: string, token: string): Promise<ListPage> {
  const page = await client.send(
    new s3.ListObjectsV2Command({
      Bucket: place.bucket,
      Prefix: place.prefix + prefix,
      ...(token === '' ? {} : { ContinuationToken: token }),
    }),
  );
  const objects = (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
    name: Key.slice(place.prefix.length),
    size: Size,
    // What a store does not date may be new: it is not swept before it is.
    modified: LastModified?.getTime() ?? systemClock.now(),
  }));
  return { objects, next: page.NextContinuationToken };
}

function signalOf({ signal }: PutOptions): { readonly abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal };
}
