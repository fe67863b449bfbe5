import { createHash } from 'node:crypto';
import { throwIfAborted } from '../../delivery/aborted.js';
import type { Payload } from '../../delivery/payload.js';
import { transportError } from '../../delivery/transport-error.js';

/** What proves that two runs of bytes are the same. */
export interface Digest {
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** Passes bytes on, and knows size and hash of all once the last was passed. */
export class HashingBytes implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #signal: AbortSignal | undefined;
  /** Of all bytes; `undefined` until the last was read. */
  digest: Digest | undefined;
  /** What the source threw, to tell it from what the reader did. */
  failure: { readonly error: unknown } | undefined;

  constructor(source: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
    this.#source = source;
    this.#signal = signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    const chunks = this.#source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#next(chunks);
        if (next.done) break;
        throwIfAborted(this.#signal);
        hash.update(next.value);
        size += next.value.length;
        yield next.value;
      }
      this.digest = { size, sha256: hash.digest('hex') };
    } finally {
      if (this.digest === undefined && this.failure === undefined) await chunks.return?.();
    }
  }

  async #next(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    try {
      return await chunks.next();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

/**
 * Reads it all; of more than `limit` bytes no more than shows that there are more, as a server may send a file that has no end.
 * @throws what the source throws; X12Error `X12_ABORTED`.
 */
export async function digestOf(
  source: AsyncIterable<Uint8Array>,
  {
    signal,
    limit = Number.POSITIVE_INFINITY,
  }: { readonly signal?: AbortSignal | undefined; readonly limit?: number } = {},
): Promise<Digest> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source) {
    throwIfAborted(signal);
    hash.update(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  return { size, sha256: hash.digest('hex') };
}

/** @throws X12Error of `payload-unreadable`; `X12_ABORTED`. */
export async function digestOfPayload(payload: Payload, signal?: AbortSignal): Promise<Digest> {
  const bytes = new HashingBytes(openPayload(payload));
  try {
    const digest = await digestOf(bytes, { signal });
    if (payload.size === undefined || payload.size === digest.size) return digest;
  } catch (error) {
    throw bytes.failure === undefined ? error : payloadUnreadable(bytes.failure.error);
  }
  throw transportError('payload-unreadable', { at: 'The payload has another size than it says' });
}

/** A payload whose `open` throws is as one whose first byte cannot be read. */
export async function* openPayload(payload: Payload): AsyncGenerator<Uint8Array> {
  yield* payload.open();
}

export function payloadUnreadable(cause: unknown): Error {
  return transportError('payload-unreadable', { cause });
}
