import { setTimeout } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { transportError } from '../../delivery/transport-error.js';
import { isX12Error } from '../../model/error.js';
import { type LeastRate, RateWatch } from '../network/least-rate.js';

export interface PumpLimits extends LeastRate {
  /** Milliseconds without a byte. */
  readonly stallTimeout: number;
}

/** Bytes given to the socket before its buffer must have emptied. */
const BUFFERED = 1024 * 1024;
/** Bytes of one write at most, so that a slow line still shows progress. */
const SLICE = 256 * 1024;

/** Milliseconds before the end of an empty file: vsftpd takes one that comes right behind the handshake for a broken line (426). */
const EMPTY_END = 100;

/** Writes all of `bytes`, then ends; resolves when the last byte has left the process. */
export async function writeTo(
  data: TLSSocket,
  bytes: AsyncIterable<Uint8Array>,
  { stallTimeout, ...least }: PumpLimits,
): Promise<void> {
  // Nothing comes back but TLS's own records. Left unread, they would turn our close into a reset, and the server lose the end.
  data.resume();
  const source = bytes[Symbol.asyncIterator]();
  const broken = whenBroken(data);
  const moved = () => data.bytesWritten - data.writableLength;
  const rate = new RateWatch({ ...least, moved, lump: () => SLICE, tooSlow: (error) => data.destroy(error) });
  try {
    for (;;) {
      const { value: chunk, done } = await Promise.race([source.next(), broken]);
      if (done) break;
      for (let from = 0; from < chunk.length; from += SLICE) {
        demandOpen(data);
        data.write(chunk.subarray(from, from + SLICE));
        if (data.writableLength > BUFFERED) await rate.during(next(data, ['drain'], stallTimeout));
      }
    }
    await endOf(data, { rate, stallTimeout });
  } catch (error) {
    // Not waited for: a source that hangs must not keep us.
    source.return?.().catch(() => {});
    throw error;
  } finally {
    rate.end();
  }
}

async function endOf(
  data: TLSSocket,
  { rate, stallTimeout }: { rate: RateWatch; stallTimeout: number },
): Promise<void> {
  if (data.bytesWritten === 0) await setTimeout(EMPTY_END);
  demandOpen(data);
  data.end();
  if (!data.writableFinished) await rate.during(next(data, ['finish'], stallTimeout));
}

/** Yields what comes until the other side ends. */
export async function* readFrom(
  data: TLSSocket,
  { stallTimeout, ...least }: PumpLimits,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  const rate = new RateWatch({ ...least, moved: () => bytes, tooSlow: (error) => data.destroy(error) });
  try {
    for (;;) {
      const chunk: Uint8Array | null = data.read();
      bytes += chunk?.length ?? 0;
      if (chunk !== null) yield chunk;
      else if (data.readableEnded) return;
      else await rate.during(next(data, ['readable', 'end'], stallTimeout));
    }
  } finally {
    rate.end();
  }
}

/** Waits for the server; only this time counts as a stall, not what our own side takes. */
function next(data: TLSSocket, events: readonly string[], stallTimeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let moved = data.bytesWritten - data.writableLength;
    const settle = (error?: Error) => {
      clearInterval(timer);
      for (const event of events) data.off(event, done);
      data.off('error', settle).off('close', closed);
      if (error === undefined) resolve();
      else reject(error);
    };
    const done = () => settle();
    const closed = () => settle(data.errored ?? new Error('The data connection was closed.'));
    const timer = setInterval(() => {
      const now = data.bytesWritten - data.writableLength;
      if (now === moved) settle(transportError('stalled'));
      moved = now;
    }, stallTimeout);
    for (const event of events) data.once(event, done);
    data.once('error', settle).once('close', closed);
    if (data.destroyed && !data.readableEnded) closed();
  });
}

/** Rejects when the connection ends while the source has nothing yet. */
function whenBroken(data: TLSSocket): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    data.once('error', reject);
    data.once('close', () => reject(new Error('The data connection was closed.')));
  });
  broken.catch(() => {});
  return broken;
}

function demandOpen(data: TLSSocket): void {
  if (data.errored) throw data.errored;
  if (data.destroyed) throw new Error('The data connection was closed.');
}

/** What goes wrong with the source is no fault of the server. */
export async function* readable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw isX12Error(error) ? error : transportError('payload-unreadable', { cause: error });
  }
}
