import { transportError } from '../delivery/transport-error.js';
import { isX12Error, X12Error } from '../model/error.js';

/** The life of a transport: work runs under the caller's signal and that of `close`, which waits for it. */
export class UntilClosed {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /** Ends what runs, and waits for it. What is begun later is refused as `closed`. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  /** @throws X12Error `closed`, and what the work throws. */
  async run<T>(signal: AbortSignal | undefined, work: (either: AbortSignal) => Promise<T>): Promise<T> {
    this.demandOpen();
    const running = work(this.either(signal));
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw this.orClosed(error, signal);
    } finally {
      this.#running.delete(running);
    }
  }

  either(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
  }

  demandOpen(): void {
    if (this.#closing.signal.aborted) throw transportError('closed');
  }

  /** What our own signal broke off was closed, not aborted. */
  orClosed(error: unknown, signal: AbortSignal | undefined): unknown {
    const ours = this.#closing.signal.aborted && !signal?.aborted;
    const aborted = isX12Error(error) && error.code === 'X12_ABORTED';
    return ours && aborted ? transportError('closed', { cause: error }) : error;
  }
}

/** @throws X12Error `X12_OPTION_INVALID`: a connection's name is part of the ids in the journal, which a line break ends. */
export function demandConnection(connection: string): void {
  if (typeof connection === 'string' && /^[^\n]+$/.test(connection)) return;
  const text = 'connection must be a name of at least one character, without a line break.';
  throw new X12Error('X12_OPTION_INVALID', text, { details: { option: 'connection' } });
}
