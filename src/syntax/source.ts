import { X12Error } from '../model/error.js';

/** Where X12 comes from. A string is taken as UTF-8. */
export type Source =
  | Uint8Array
  | string
  | Iterable<Uint8Array>
  | AsyncIterable<Uint8Array>
  | ReadableStream<Uint8Array>;

/** Larger chunks are cut: 64 KiB with their tables and text stay in the cache (measured: a fifth faster than 256 KiB). */
export const CHUNK_BYTES = 64 * 1024;

/**
 * The source as chunks of at most 64 KiB. A chunk is valid until the next is asked for.
 * @throws X12Error `X12_ABORTED` as soon as the signal fires between chunks, `X12_OPTION_INVALID` for what gives no bytes.
 */
export async function* chunksOf(
  source: Source,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  throwIfAborted(signal);
  for await (const chunk of pieces(source)) {
    if (!ArrayBuffer.isView(chunk))
      throw invalid('The source gives something else than Uint8Array: read it without an encoding.');
    for (let from = 0; from < chunk.length; from += CHUNK_BYTES) {
      throwIfAborted(signal);
      yield chunk.subarray(from, from + CHUNK_BYTES);
    }
    throwIfAborted(signal);
  }
}

/**
 * Gives the chunks of a source to `take`, as {@link chunksOf} would. What is in memory already goes without generators:
 * they cost a small input more than its tokens. bench: `npm run bench:eligibility`.
 * @throws X12Error `X12_ABORTED`, and what `take` throws.
 */
export async function feedChunks(
  source: Source,
  signal: AbortSignal | undefined,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) {
    for await (const chunk of chunksOf(source, { signal })) take(chunk);
    return;
  }
  throwIfAborted(signal);
  for (const chunk of typeof source === 'string' ? encoded(source) : [source]) {
    for (let from = 0; from < chunk.length; from += CHUNK_BYTES) {
      // The caller may abort behind the call, and between chunks.
      await undefined;
      throwIfAborted(signal);
      take(chunk.length <= CHUNK_BYTES ? chunk : chunk.subarray(from, from + CHUNK_BYTES));
    }
    throwIfAborted(signal);
  }
}

function pieces(source: Source): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (typeof source === 'string') return encoded(source);
  if (source instanceof Uint8Array) return [source];
  if (typeof source === 'object' && source !== null) {
    if (Symbol.asyncIterator in source || Symbol.iterator in source) return source;
    if ('getReader' in source) return streamed(source);
  }
  throw invalid('There is no source of X12. Pass bytes, text, or a stream or iterable of Uint8Array.');
}

function invalid(why: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', why, { details: { option: 'source' } });
}

/** Encodes piece by piece: the bytes of a large string need not exist all at once. */
function* encoded(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  // No character of a string takes more than three bytes.
  const bytes = new Uint8Array(Math.min(CHUNK_BYTES, 3 * text.length));
  let from = 0;
  while (from < text.length) {
    const { read, written } = encoder.encodeInto(text.slice(from, from + CHUNK_BYTES), bytes);
    // A high surrogate alone at the cut is left for the next piece; at the very end it becomes U+FFFD.
    if (read === 0) return yield encoder.encode(text.slice(from));
    from += read;
    yield bytes.subarray(0, written);
  }
}

/** For runtimes whose ReadableStream is no async iterable. */
async function* streamed(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let finished = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    finished = true;
  } finally {
    if (!finished) await reader.cancel();
    reader.releaseLock();
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new X12Error('X12_ABORTED', 'Reading was aborted by its signal.', { cause: signal.reason });
}
