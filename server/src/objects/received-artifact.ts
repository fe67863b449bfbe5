import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReceivedArtifact } from './artifacts.js';
import { readableOf } from './byte-streams.js';
import { type ObjectStore, ObjectStoreError } from './object-store.js';

/** Bytes as they were taken in: the few of a small artifact, or where the many are. */
export type Taken =
  | { readonly bytes: Uint8Array }
  | { readonly size: number; readonly sha256: string; readonly objectName: string };

/** Reads bytes to their end, and keeps in memory no more than fits into a row: what is larger goes into the object store as it comes. */
export async function takeBytes(
  objects: ObjectStore,
  { bytes, maxBytes, signal }: Pick<ReceivedArtifact, 'bytes' | 'maxBytes' | 'signal'>,
  { inRow, newName }: { readonly inRow: number; readonly newName: () => string },
): Promise<Taken> {
  const source = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size <= inRow) {
    const { value, done } = await source.next();
    if (done === true) {
      if (maxBytes !== undefined && size > maxBytes) throw tooLarge(maxBytes);
      return { bytes: Buffer.concat(first) };
    }
    first.push(value);
    size += value.length;
  }
  const hash = createHash('sha256');
  const objectName = newName();
  const whole = Readable.from(hashed(first, source, hash), { objectMode: false });
  try {
    const { size: stored } = await objects.put(objectName, whole, { maxBytes, signal });
    return { size: stored, sha256: hash.digest('hex'), objectName };
  } catch (error) {
    // A store that has asked for nothing has begun nothing that would let go of them by itself.
    void source.return?.().catch(() => undefined);
    throw error;
  }
}

async function* hashed(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  try {
    for (const chunk of first) {
      hash.update(chunk);
      yield chunk;
    }
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      hash.update(next.value);
      yield next.value;
    }
  } finally {
    // Cut off by the store or the signal: whoever brings the bytes lets go of them.
    await rest.return?.();
  }
}

/** The same bytes, of which the last are given out only when all are known to be the ones that were written. */
export function compared(
  source: Readable,
  written: { readonly size: number; readonly sha256: string },
  lost: () => Error,
): Readable {
  return readableOf(comparing(source, written, lost), source);
}

async function* comparing(
  source: AsyncIterable<Uint8Array>,
  { size, sha256 }: { readonly size: number; readonly sha256: string },
  lost: () => Error,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let length = 0;
  let last: Uint8Array | undefined;
  for await (const chunk of source) {
    hash.update(chunk);
    length += chunk.length;
    if (last !== undefined) yield last;
    last = chunk;
  }
  if (length !== size || hash.digest('hex') !== sha256) throw lost();
  if (last !== undefined) yield last;
}

function tooLarge(maxBytes: number): ObjectStoreError {
  return new ObjectStoreError('too-large', `More than ${maxBytes} bytes came.`);
}
