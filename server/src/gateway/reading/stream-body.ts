import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { LEAST_RATE, type LeastRate } from '../../http/least-rate.js';
import { type InTurn, JoinedChunks } from '../../joined-chunks.js';
import type { ApiError } from '../api-error.js';
import { hasLeft, tooLarge } from './body-errors.js';
import { askForBody } from './expect-continue.js';
import { watchPace } from './watch-pace.js';

export interface StreamTerms {
  /** Bytes of the body. */
  readonly limit: number;
  readonly leastRate?: LeastRate | undefined;
  /** Of bodies in thousands of chunks, whose reading would keep others waiting. Default: at once. */
  readonly inTurn?: InTurn | undefined;
}

/**
 * A body as it comes, no faster than it is read, and nothing of it kept: of any size, in constant memory. Nothing is asked of the client before
 * the first read. It ends in an error, never as if it were whole, where its client leaves or is too slow, or where it is over its limit; one
 * that is told beforehand to be over it is refused at once.
 *
 * Whoever has read enough destroys it: the connection stays, and what still comes is thrown away elsewhere (`http/let-finish.ts`).
 * @throws ApiError 413.
 */
export function streamBody(
  request: IncomingMessage,
  { limit, leastRate = LEAST_RATE, inTurn = (work) => work() }: StreamTerms,
): Readable {
  const told = request.headers['content-length'];
  if (told !== undefined && Number(told) > limit) throw tooLarge(limit);
  let bytes = 0;
  let pace: ReturnType<typeof watchPace> | undefined;
  let resumePace: (() => void) | undefined;
  let failed: ApiError | undefined;
  const fail = (error: ApiError): void => {
    // Nobody listens before it is read: it is told then.
    failed ??= error;
    if (pace !== undefined) body.destroy(failed);
  };
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > limit) return fail(tooLarge(limit));
    joined.add(chunk);
  };
  const hold = (): void => {
    request.pause();
    resumePace ??= pace?.pause();
  };
  const goOn = (): void => {
    if (isTurnAwaited || isFull) return;
    resumePace?.();
    resumePace = undefined;
    request.resume();
  };
  let isFull = false;
  let isTurnAwaited = false;
  const joined = new JoinedChunks(
    (chunk) => {
      isFull = !body.push(chunk);
      if (isFull) hold();
    },
    () => {
      isTurnAwaited = true;
      hold();
      inTurn(() => {
        isTurnAwaited = false;
        if (!body.destroyed) goOn();
      });
    },
  );
  const end = (): void => {
    pace?.end();
    joined.flush();
    body.push(null);
  };
  const begin = (): void => {
    pace = watchPace(request, leastRate, fail);
    if (failed !== undefined) {
      body.destroy(failed);
      return;
    }
    askForBody(request);
    if (request.readableEnded) end();
    else request.on('data', take).once('end', end);
  };
  const body = new Readable({
    read() {
      if (pace === undefined) return begin();
      isFull = false;
      goOn();
    },
    destroy(error, done) {
      pace?.end();
      joined.drop();
      request.off('data', take).off('end', end);
      if (!request.readableEnded) request.pause();
      done(error);
    },
  });
  // Whoever has given up does not listen any more, and a client may leave after that.
  body.on('error', () => undefined);
  const left = (): void => {
    if (!request.readableEnded) fail(hasLeft());
  };
  // It may have left while its key was looked up, and that is not told twice.
  if (request.closed) left();
  else request.once('close', left).on('error', left);
  return body;
}
