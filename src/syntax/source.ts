import { isPromise } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import { heedAbort } from './heed-abort.js';
import { Rests } from './rest.js';
import { encoded, TextPieces } from './text-pieces.js';

/** A piece of X12. A string is taken as UTF-8; a character may be cut between two of them. */
export type SourceChunk = Uint8Array | ArrayBufferView | ArrayBuffer | string;

/**
 * Where X12 comes from: bytes, text, or what gives them piece by piece. A `Blob` or `File` gives its bytes, a `Response` or `Request` its body: one
 * without a body is empty.
 */
export type Source =
  | SourceChunk
  | Iterable<SourceChunk>
  | AsyncIterable<SourceChunk>
  | ReadableStream<SourceChunk>
  | { stream(): ReadableStream<SourceChunk> }
  | { readonly body: ReadableStream<SourceChunk> | null };

/** Larger chunks are cut: 64 KiB with their tables and text stay in the cache (measured: a fifth faster than 256 KiB). */
export const CHUNK_BYTES = 64 * 1024;

/**
 * The source as chunks of at most 64 KiB. A chunk is valid until the next is asked for. Others have their turn after each MiB, also where the
 * source is in memory.
 * @throws X12Error `X12_ABORTED` as soon as the signal fires, `X12_OPTION_INVALID` for what gives no bytes.
 */
export async function* chunksOf(
  source: Source,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  throwIfAborted(signal);
  const text = new TextPieces();
  const rests = new Rests();
  for await (const chunk of heeding(source, signal)) {
    for (const bytes of bytesOf(chunk, text)) {
      for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
        throwIfAborted(signal);
        const given = bytes.subarray(from, from + CHUNK_BYTES);
        yield given;
        await rests.after(given.length);
      }
    }
    throwIfAborted(signal);
  }
  yield* text.end();
}

function bytesOf(chunk: SourceChunk, text: TextPieces): Iterable<Uint8Array> {
  if (chunk instanceof Uint8Array) return [chunk];
  if (typeof chunk === 'string') return text.next(chunk);
  const bytes = viewOf(chunk);
  if (bytes !== undefined) return [bytes];
  throw invalid('The source gives something else than bytes and text. Have it give Uint8Array.');
}

/** All bytes of a buffer or of a view of one; `undefined` for anything else. */
function viewOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  // One of another realm, such as a worker of a test runner, is no instance of ours.
  const isBuffer = Object.prototype.toString.call(value) === '[object ArrayBuffer]';
  return isBuffer ? new Uint8Array(value as ArrayBuffer) : undefined; // by its tag
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
  // The caller may abort behind the call: this is the shortest way to wait for that.
  if (typeof source !== 'string' && source.length > 0 && source.length <= CHUNK_BYTES) {
    await undefined;
    throwIfAborted(signal);
    take(source);
    return throwIfAborted(signal);
  }
  const rests = new Rests();
  for (const chunk of typeof source === 'string' ? encoded(source) : [source]) {
    for (let from = 0; from < chunk.length; from += CHUNK_BYTES) {
      // The caller may abort behind the call, and between chunks.
      await rests.after(Math.min(CHUNK_BYTES, chunk.length - from));
      throwIfAborted(signal);
      take(chunk.length <= CHUNK_BYTES ? chunk : chunk.subarray(from, from + CHUNK_BYTES));
    }
    throwIfAborted(signal);
  }
}

/** The pieces of a source; what is asynchronous is left as soon as the signal fires, and closed. */
function heeding(source: Source, signal: AbortSignal | undefined): Iterable<SourceChunk> | AsyncIterable<SourceChunk> {
  const given = pieces(source);
  if (signal === undefined || !(Symbol.asyncIterator in given)) return given;
  // Streams of Node wait for no reader when they are destroyed; those of the web are cancelled as they return.
  const letGo = (): void => {
    if ('destroy' in given && typeof given.destroy === 'function') given.destroy();
  };
  return heedAbort(given, signal, { error: () => aborted(signal), letGo });
}

function pieces(source: Source): Iterable<SourceChunk> | AsyncIterable<SourceChunk> {
  if (typeof source === 'string') return encoded(source);
  if (source instanceof Uint8Array) return [source];
  if (typeof source === 'object' && source !== null) {
    // Before all that iterates: other typed arrays give numbers.
    const bytes = viewOf(source);
    if (bytes !== undefined) return [bytes];
    if (isStream(source) && source.locked)
      throw invalid('The stream is read by somebody else: it is locked. Pass one of its own.');
    if (isStream(source)) return streamed(source);
    if (Symbol.asyncIterator in source || Symbol.iterator in source) return source;
    if ('bodyUsed' in source && source.bodyUsed === true)
      throw invalid(
        'The body was read before, and is gone. Pass the response unread, or clone() it before it is read.',
      );
    if ('body' in source) return source.body === null ? [] : pieces(source.body);
    if ('stream' in source && typeof source.stream === 'function') return pieces(source.stream());
  }
  if (isPromise(source)) throw invalid('The source of X12 is a promise. Await it.');
  throw invalid('There is no source of X12. Pass bytes, text, a Blob, a Response, or a stream or iterable of bytes.');
}

function isStream(source: object): source is ReadableStream<SourceChunk> {
  return 'getReader' in source;
}

function invalid(why: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', why, { details: { option: 'source' } });
}

/** Also for runtimes whose ReadableStream is no async iterable; and it returns, which cancels the stream, while a chunk is waited for. */
function streamed(stream: ReadableStream<SourceChunk>): AsyncIterable<SourceChunk> {
  const reader = stream.getReader();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const { done, value } = await reader.read();
        if (!done) return { done, value };
        reader.releaseLock();
        return { done: true, value: undefined };
      },
      async return() {
        const cancelled = reader.cancel();
        reader.releaseLock();
        await cancelled;
        return { done: true, value: undefined };
      },
    }),
  };
}

/** @throws X12Error `X12_ABORTED`. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw aborted(signal);
}

function aborted(signal: AbortSignal): X12Error {
  return new X12Error('X12_ABORTED', 'Reading was aborted by its signal.', { cause: signal.reason });
}
