import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { LEAST_RATE, type LeastRate } from '../../http/least-rate.js';
import { type InTurn, JoinedChunks } from '../../joined-chunks.js';
import { S3Error } from '../../s3-wire/s3-error.js';

/** The bytes of a request as they come. Ends in an error where they come too slowly, or not all of them: while the server is the slower one, its client is not. */
export class PacedBody extends Transform {
  readonly #timer: NodeJS.Timeout;
  readonly #stop: () => void;
  #received = 0;
  #waited = 0;

  /** @param inTurn of bodies in thousands of chunks, whose reading would keep others waiting. */
  constructor(
    request: IncomingMessage,
    { bytesPerSecond, afterMs }: LeastRate = LEAST_RATE,
    inTurn: InTurn = (work) => work(),
  ) {
    super();
    let looked = performance.now();
    let isTurnAwaited = false;
    const look = (): void => {
      const passed = performance.now() - looked;
      looked += passed;
      if (isTurnAwaited || this.writableLength > 0 || request.readableLength > 0 || request.readableEnded) return;
      this.#waited += passed;
      if (this.#waited > afterMs + (this.#received / bytesPerSecond) * 1000)
        this.destroy(new S3Error('RequestTimeout'));
    };
    this.#timer = setInterval(look, Math.min(1000, afterMs)).unref();
    const broken = (): void => {
      if (!request.complete)
        this.destroy(new S3Error('IncompleteBody', 'The connection was closed before all of the body had come.'));
    };
    const goOn = (): void => {
      if (!isTurnAwaited && !this.writableNeedDrain && !this.destroyed) request.resume();
    };
    const joined = new JoinedChunks(
      (chunk) => {
        if (!this.write(chunk)) request.pause();
      },
      () => {
        isTurnAwaited = true;
        request.pause();
        inTurn(() => {
          isTurnAwaited = false;
          goOn();
        });
      },
    );
    const take = (chunk: Buffer): void => joined.add(chunk);
    const end = (): void => {
      joined.flush();
      this.end();
    };
    request.once('close', broken).once('error', broken);
    this.#stop = () => {
      clearInterval(this.#timer);
      joined.drop();
      request.off('close', broken).off('error', broken).off('data', take).off('end', end).pause();
      // It may come too late for somebody to hear it.
      request.on('error', () => undefined);
    };
    // Its client may have left while its key was looked up.
    if (request.destroyed) queueMicrotask(broken);
    request.on('data', take).once('end', end);
    this.on('drain', goOn);
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#received += chunk.length;
    done(null, chunk);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stop();
    done(error);
  }
}
