import type { Octets, SpoolWriter } from '../spool/octets.js';
import type { As2EndpointLimits } from './as2-endpoint.js';
import type { IncomingBody } from './request-slots.js';

/** A body that is not taken, with the status that says why. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly status: number;

  constructor(status: number, text: string, cause?: unknown) {
    super(text, cause === undefined ? undefined : { cause });
    this.status = status;
  }
}

export interface BodyLimits
  extends Pick<As2EndpointLimits, 'maxBodyBytes' | 'idleMs' | 'bodyMs' | 'minBytesPerSecond' | 'slowMs'> {
  readonly incoming: Pick<IncomingBody, 'came' | 'signal'>;
  readonly signal: AbortSignal;
}

/**
 * Puts a body into the spool. @throws BodyError 413, 408; 400 for one that was cut.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  writer: SpoolWriter,
  limits: BodyLimits,
): Promise<Octets> {
  const chunks = body[Symbol.asyncIterator]();
  const begin = Date.now();
  let size = 0;
  try {
    for (;;) {
      const left = timeFor(size, limits) - (Date.now() - begin);
      const next = await nextChunk(chunks, { ...limits, idleMs: Math.min(limits.idleMs, left) });
      if (next.done) return await writer.finish();
      size += next.value.length;
      limits.incoming.came(next.value.length);
      if (size > limits.maxBodyBytes) throw new BodyError(413, `A body of more than ${limits.maxBodyBytes} bytes.`);
      await writer.write(next.value);
    }
  } catch (error) {
    // Not awaited: what hangs may never answer.
    void Promise.resolve(chunks.return?.()).catch(() => undefined);
    throw error;
  }
}

/** Milliseconds from its beginning that a body of which so many bytes are there may take until the next one. */
function timeFor(size: number, { bodyMs, slowMs, minBytesPerSecond }: BodyLimits): number {
  return Math.min(bodyMs, Math.max(slowMs, (size / minBytesPerSecond) * 1000));
}

function nextChunk(
  chunks: AsyncIterator<Uint8Array>,
  { idleMs, incoming, signal }: Pick<BodyLimits, 'idleMs' | 'incoming' | 'signal'>,
): Promise<IteratorResult<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const closed = (): void => settle(() => reject(new BodyError(503, 'The endpoint was closed.')));
    const outrun = (): void =>
      settle(() => reject(new BodyError(408, 'The body came slowly, and another had to have its place.')));
    const timer = setTimeout(() => {
      settle(() => reject(new BodyError(408, 'The body did not come in time.')));
    }, idleMs);
    const settle = (then: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', closed);
      incoming.signal.removeEventListener('abort', outrun);
      then();
    };
    signal.addEventListener('abort', closed, { once: true });
    incoming.signal.addEventListener('abort', outrun, { once: true });
    if (signal.aborted) closed();
    if (incoming.signal.aborted) outrun();
    chunks.next().then(
      (next) => settle(() => resolve(next)),
      (error) => settle(() => reject(new BodyError(400, 'The body was cut.', error))),
    );
  });
}
