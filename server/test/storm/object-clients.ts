import { createHash, randomBytes } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { below } from './fleet.js';

export const BUCKET = 'storm';

/** SHA-256 of an object; `undefined`: there is none. */
type State = string | undefined;

/** Keys that one client alone writes, and what may lie under each: more than one state where an answer was not heard. */
export class ObjectModel {
  readonly #states = new Map<string, Set<State>>();
  acknowledged = 0;

  get keys(): readonly string[] {
    return [...this.#states.keys()];
  }

  /** The one state that a key is known to have; `null`: it is not known. */
  known(key: string): State | null {
    const states = this.#states.get(key) ?? new Set([undefined]);
    const [only] = states;
    return states.size === 1 ? only : null;
  }

  /** Does what makes a state; if its answer is not heard, both are possible. */
  async change(key: string, state: State, work: () => Promise<unknown>): Promise<void> {
    const states = this.#states.get(key) ?? new Set<State>([undefined]);
    this.#states.set(key, new Set([...states, state]));
    await work();
    this.#states.set(key, new Set([state]));
    this.acknowledged++;
  }

  /** What is found under a key is one of the states that are possible, and the only one from now on. @returns whether it is. */
  found(key: string, state: State): boolean {
    const isPossible = this.#states.get(key)?.has(state) ?? state === undefined;
    this.#states.set(key, new Set([state]));
    return isPossible;
  }
}

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A client that tries nothing again: what it has not heard it does not know. */
export function s3Client(port: number, credentials: Credentials): S3Client {
  const endpoint = `http://127.0.0.1:${port}`;
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1, credentials });
}

const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const PART = 5 * 1024 * 1024;

/** Random puts, overwrites, deletes, copies and uploads in parts, one behind the other, until one fails. */
export async function workOn(s3: S3Client, model: ObjectModel, prefix: string): Promise<void> {
  for (;;) await step(s3, model, prefix);
}

async function step(s3: S3Client, model: ObjectModel, prefix: string): Promise<void> {
  const keyOf = () => `${prefix}/${'a//b'.slice(0, 1 + below(4))}${below(6)}`;
  const Key = keyOf();
  const kind = below(20);
  if (kind < 10) return put(s3, model, Key);
  if (kind < 14) {
    return model.change(Key, undefined, () => s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key })));
  }
  if (kind < 15) {
    const Delete = { Objects: [{ Key }] };
    return model.change(Key, undefined, () => s3.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete })));
  }
  if (kind < 18) return copy(s3, model, Key, keyOf());
  return inParts(s3, model, Key);
}

async function put(s3: S3Client, model: ObjectModel, Key: string): Promise<void> {
  const Body = randomBytes([10, 500, 70_000, 300_000][below(4)] ?? 1);
  await model.change(Key, shaOf(Body), () => s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body })));
}

async function copy(s3: S3Client, model: ObjectModel, Key: string, from: string): Promise<void> {
  const state = model.known(from);
  if (typeof state !== 'string') return put(s3, model, Key);
  const CopySource = `${BUCKET}/${encodeURIComponent(from)}`;
  await model.change(Key, state, () => s3.send(new CopyObjectCommand({ Bucket: BUCKET, Key, CopySource })));
}

async function inParts(s3: S3Client, model: ObjectModel, Key: string): Promise<void> {
  const place = { Bucket: BUCKET, Key };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(place));
  const last = randomBytes(below(1000) + 1);
  const bodies = [Buffer.alloc(PART, randomBytes(64)), last];
  // One upload of four is left as it is.
  if (below(4) === 0)
    return void (await s3.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: last })));
  const Parts = await Promise.all(
    bodies.map(async (Body, at) => {
      const { ETag } = await s3.send(new UploadPartCommand({ ...place, UploadId, PartNumber: at + 1, Body }));
      return { ETag, PartNumber: at + 1 };
    }),
  );
  const state = shaOf(Buffer.concat(bodies));
  await model.change(Key, state, () =>
    s3.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } })),
  );
}

/** What lies under a key. */
export async function read(s3: S3Client, Key: string): Promise<State> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    return Body === undefined ? undefined : shaOf(await Body.transformToByteArray());
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
    throw error;
  }
}
