import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { X12Error } from '../model/error.js';
import { type Segment, segmentsOf } from '../syntax/segment.js';
import { Tokenizer, type TokenizerOptions } from '../syntax/tokenizer.js';

const BUFFER_BYTES = 1024 * 1024;

/** A Node stream that takes bytes and gives {@link Segment}s. */
export function segmentStream(options: TokenizerOptions = {}): Transform {
  const tokenizer = new Tokenizer(options);
  const pushAll = (stream: Transform, batches: ReturnType<Tokenizer['end']>): void => {
    for (const batch of batches) for (const segment of segmentsOf(batch)) stream.push(segment satisfies Segment);
  };
  return new Transform({
    readableObjectMode: true,
    transform(chunk: Uint8Array, _encoding, done) {
      settle(done, () => pushAll(this, tokenizer.push(chunk)));
    },
    flush(done) {
      settle(done, () => pushAll(this, tokenizer.end()));
    },
  });
}

/** Reads a file into two buffers in turn: a chunk is valid until the next is asked for. */
export async function* readFileChunks(
  path: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path);
  const buffers = [new Uint8Array(BUFFER_BYTES), new Uint8Array(BUFFER_BYTES)] as const;
  try {
    let next = file.read(buffers[0]);
    for (let turn = 1; ; turn = 1 - turn) {
      const { bytesRead, buffer } = await next;
      if (signal?.aborted === true) throw new X12Error('X12_ABORTED', 'Reading was aborted.', { cause: signal.reason });
      if (bytesRead === 0) return;
      next = file.read(turn === 1 ? buffers[1] : buffers[0]);
      next.catch(() => undefined); // Awaited on the next turn; a consumer that stops early must not leave it unhandled.
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function settle(done: (error?: Error) => void, work: () => void): void {
  try {
    work();
  } catch (error) {
    return done(error instanceof Error ? error : new Error(String(error)));
  }
  done();
}
