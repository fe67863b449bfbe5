import { type FileHandle, open } from 'node:fs/promises';
import { requireForm } from '../model/check-options.js';
import { X12Error } from '../model/error.js';

const BUFFER_BYTES = 1024 * 1024;

/**
 * Reads a file into two buffers in turn, one ahead of the caller: a chunk is valid until the next is asked for. A read
 * into the same memory costs less than a stream's buffers do.
 * @throws X12Error `X12_ABORTED` when the signal fires; what the file system says about the path as it is.
 */
export async function* readFileChunks(
  path: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  requireForm('readFileChunks', 'path', path, 'text');
  throwIfAborted(signal);
  const file = await open(path);
  let [current, other] = [new Uint8Array(BUFFER_BYTES), new Uint8Array(BUFFER_BYTES)];
  let pending = readInto(file, current);
  try {
    for (;;) {
      const bytesRead = await pending;
      throwIfAborted(signal);
      if (bytesRead === 0) return;
      pending = readInto(file, other);
      yield current.subarray(0, bytesRead);
      [current, other] = [other, current];
    }
  } finally {
    // A caller that stops early leaves a read in flight; the file must outlive it.
    await pending.catch(() => 0);
    await file.close();
  }
}

async function readInto(file: FileHandle, buffer: Uint8Array): Promise<number> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length);
  return bytesRead;
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new X12Error('X12_ABORTED', 'Reading was aborted by its signal.', { cause: signal.reason });
}
