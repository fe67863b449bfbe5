import { createHash, randomUUID } from 'node:crypto';
import { close, fdatasync, fstatSync, fsync, openSync, rmSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { ObjectStoreError, type PutOptions } from './object-store.js';

const fsyncOf = promisify(fsync);
const fdatasyncOf = promisify(fdatasync);
const closeOf = promisify(close);
const writeOf = promisify(write);

/** Bytes written without leaving the thread: the system keeps them in memory until the sync. */
const AT_ONCE = 256 * 1024;

/**
 * Bytes that the system has in memory before they go to the disk: a commit of the store that comes meanwhile waits for all of them, as a
 * file system brings the data of new files there with its journal.
 */
const UNSYNCED = 8 * 1024 * 1024;

/** A file that is whole and on the disk, still without its name. */
export interface Unfinished {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly modified: number;
}

/** Writes bytes to a new file of a folder and waits for the disk; what fails leaves no file. */
export async function writeUnfinished(
  folder: string,
  bytes: Uint8Array | Readable,
  options: PutOptions,
): Promise<Unfinished> {
  options.signal?.throwIfAborted();
  const path = join(folder, randomUUID());
  const file = made(path);
  try {
    const hash = createHash('sha256');
    let size = 0;
    let unsynced = 0;
    for await (const chunk of chunksOf(bytes, options)) {
      size += chunk.length;
      demandSize(size, options.maxBytes);
      hash.update(chunk);
      await writeAll(file, chunk);
      unsynced += chunk.length;
      if (unsynced < UNSYNCED) continue;
      await fdatasyncOf(file);
      unsynced = 0;
    }
    await fsyncOf(file);
    const modified = Math.trunc(fstatSync(file).mtimeMs);
    await closeOf(file);
    return { path, size, sha256: hash.digest('hex'), modified };
  } catch (error) {
    await closeOf(file).catch(() => {});
    rmSync(path, { force: true });
    throw error instanceof Error && 'syscall' in error ? unwritable(error) : error;
  }
}

function made(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw unwritable(error);
  }
}

/** @throws ObjectStoreError `too-large` above the limit. */
export function demandSize(size: number, maxBytes: number | undefined): void {
  if (maxBytes === undefined || size <= maxBytes) return;
  throw new ObjectStoreError(
    'too-large',
    `The object is larger than the ${maxBytes} bytes allowed. Send less, or in parts.`,
  );
}

/** The bytes in chunks, ended by the signal. */
export async function* chunksOf(bytes: Uint8Array | Readable, { signal }: PutOptions): AsyncGenerator<Uint8Array> {
  if (bytes instanceof Uint8Array) {
    yield bytes;
    return;
  }
  // A source that has stopped sending would otherwise be waited for.
  const abort = (): void => {
    bytes.destroy(new DOMException('The writing of an object was aborted.', 'AbortError'));
  };
  signal?.addEventListener('abort', abort);
  try {
    for await (const chunk of bytes) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

async function writeAll(file: number, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    const rest = chunk.length - offset;
    offset +=
      rest <= AT_ONCE ? writeSync(file, chunk, offset) : (await writeOf(file, chunk, offset, rest, null)).bytesWritten;
  }
}

/** How a disk that does not take an object is reported. */
export function unwritable(cause: unknown): ObjectStoreError {
  return new ObjectStoreError(
    'unavailable',
    'An object cannot be written. See that the data folder has room and that this process may write to it.',
    { cause },
  );
}
