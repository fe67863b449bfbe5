import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { LEAST_RATE_IN_MEMORY, type LeastRate } from '../../http/least-rate.js';
import { watchPace } from '../../http/watch-pace.js';
import { invalid } from '../../problems.js';
import { ApiError } from '../api-error.js';
import { type BodyBudget, SMALL_BODY } from './body-budget.js';
import { hasLeft, tooLarge, tooSlow } from './body-errors.js';
import { askForBody } from './expect-continue.js';

export interface BodyTerms {
  readonly budget: BodyBudget;
  readonly accountId: string;
  /** Bytes of the body, unpacked. */
  readonly limit: number;
  readonly leastRate?: LeastRate | undefined;
}

export interface ReceivedBody {
  readonly bytes: Buffer;
  /** Gives its memory back, once its request is answered. */
  readonly release: () => void;
}

/** A packed body may unpack to so many times its size, once it is larger than `RATIO_FROM`: JSON that people send stays far below. */
const MAX_RATIO = 200;
const RATIO_FROM = 1024 * 1024;

/**
 * Reads a body into memory that is taken for it before: its length where it is told; else that of a small one, and of the largest
 * that there may be once it is more than that. One that comes packed by gzip counts as the largest.
 * @throws ApiError 413 for one over its limit, before it is read where its length is told; 415 for another packing than gzip; 429 and 503 as
 * `BodyBudget`; 408 for one that comes too slowly. Problem `invalid` for gzip that is none.
 */
export async function receiveBody(request: IncomingMessage, terms: BodyTerms): Promise<ReceivedBody> {
  const { budget, accountId, limit, leastRate = LEAST_RATE_IN_MEMORY } = terms;
  const packed = isPacked(request.headers['content-encoding']);
  const told = request.headers['content-length'];
  const length = told === undefined ? undefined : Number(told);
  if (length !== undefined && length > limit) throw tooLarge(limit);
  const left = leftOf(request);
  let release = await budget.take(accountId, packed ? limit : (length ?? Math.min(SMALL_BODY, limit)), left);
  let isOver = false;
  try {
    const grow = async (): Promise<void> => {
      const small = release;
      release = await budget.take(accountId, limit, left);
      small();
      // What is granted at the moment in which the client leaves comes after its body was given up.
      if (isOver) release();
    };
    const bytes = await collected(request, {
      ...{ limit, packed, leastRate, left },
      onBeyondSmall: packed || length !== undefined ? undefined : grow,
    });
    return { bytes, release };
  } catch (error) {
    isOver = true;
    release();
    throw error;
  }
}

interface CollectOptions {
  readonly limit: number;
  readonly packed: boolean;
  readonly leastRate: LeastRate;
  readonly left: AbortSignal;
  /** Waited for once, before a body of unknown length is read beyond a small one. */
  readonly onBeyondSmall: (() => Promise<void>) | undefined;
}

/** By events, as an iterator would close the connection where it ends early, and with it take back the answer. */
function collected(request: IncomingMessage, options: CollectOptions): Promise<Buffer> {
  const { limit, packed, leastRate, left } = options;
  let { onBeyondSmall } = options;
  askForBody(request);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const gunzip = packed ? request.pipe(createGunzip()) : undefined;
    const source = gunzip ?? request;
    const pace = watchPace(request, leastRate, () => end(tooSlow()));
    const end = (error?: unknown): void => {
      pace.end();
      source.off('data', take);
      request.unpipe();
      gunzip?.destroy();
      if (error === undefined) resolve(Buffer.concat(chunks, size));
      else reject(error);
    };
    const take = (bytes: Buffer): void => {
      chunks.push(bytes);
      size += bytes.length;
      const isBomb = gunzip !== undefined && size > RATIO_FROM && size > MAX_RATIO * gunzip.bytesWritten;
      if (isBomb) return end(bomb());
      if (size > limit) return end(tooLarge(limit));
      if (size <= SMALL_BODY || onBeyondSmall === undefined) return;
      source.pause();
      const resume = pace.pause();
      onBeyondSmall().then(() => {
        resume();
        source.resume();
      }, end);
      onBeyondSmall = undefined;
    };
    source.on('data', take);
    source.once('end', () => end());
    gunzip?.on('error', (error) => end(errorOf(error)));
    // Of the request itself there is but one: its client has left in the middle.
    request.on('error', () => end(hasLeft()));
    left.addEventListener('abort', () => end(left.reason), { once: true });
    // It may have left while memory was waited for.
    if (left.aborted) end(left.reason);
  });
}

function isPacked(encoding: string | undefined): boolean {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name === 'identity' || name === '') return false;
  if (name === 'gzip' || name === 'x-gzip') return true;
  throw new ApiError(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'The Content-Encoding is not known here. Send the body packed by gzip, or as it is.',
    { headers: { 'accept-encoding': 'gzip' } },
  );
}

function leftOf(request: IncomingMessage): AbortSignal {
  const controller = new AbortController();
  // All of it may have come, and none of what is left of it can be read any more.
  const closed = (): void => {
    if (!request.readableEnded) controller.abort(hasLeft());
  };
  // It may have left while its key was looked up, and that is not told twice.
  if (request.closed) closed();
  else request.once('close', closed);
  return controller.signal;
}

function bomb(): ApiError {
  return new ApiError(
    413,
    'REQUEST_TOO_LARGE',
    'The body has far more in it than its packed bytes can hold of a document. Send it without Content-Encoding.',
  );
}

function errorOf(error: unknown): unknown {
  // Any error may have a code, of any type.
  const { code } = Object(error) as { readonly code?: unknown };
  if (typeof code !== 'string' || !code.startsWith('Z_')) return error;
  return invalid('The body is not gzip, or ends too early. Pack it anew, or send it without Content-Encoding.', {
    code: 'INVALID_ENCODING',
  });
}
