import { transportError } from '../delivery/transport-error.js';
import { isX12Error, X12Error } from '../model/error.js';

/** Work under way. */
export interface Running {
  /** Comes with the caller's signal, and with `close`. The work's own: as many may listen as like. */
  readonly signal: AbortSignal;
  /** What our own signal broke off was closed, not aborted. */
  reasonOf(error: unknown): unknown;
  /** Nothing is left behind at the caller's signal, which may live for years. */
  end(): void;
}

/** The life of a transport: work runs under the caller's signal and that of `close`, which waits for it. */
export class UntilClosed {
  readonly #works = new Set<AbortController>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #callers = new CallersSignals();
  #closed = false;

  /** Ends what runs, and waits for it. What is begun later is refused as `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const work of this.#works) work.abort();
    await Promise.allSettled(this.#running);
  }

  /** @throws X12Error `closed`, and what the work throws. */
  async run<T>(signal: AbortSignal | undefined, work: (either: AbortSignal) => Promise<T>): Promise<T> {
    const begun = this.begin(signal);
    const running = work(begun.signal);
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw begun.reasonOf(error);
    } finally {
      this.#running.delete(running);
      begun.end();
    }
  }

  /** For work that `close` ends, and does not wait for. @throws X12Error `closed`. */
  begin(signal: AbortSignal | undefined): Running {
    if (this.#closed) throw transportError('closed');
    const work = new AbortController();
    this.#works.add(work);
    const leave = signal === undefined ? undefined : this.#callers.join(signal, work);
    return {
      signal: work.signal,
      reasonOf: (error) => {
        const ours = this.#closed && !signal?.aborted;
        const aborted = isX12Error(error) && error.code === 'X12_ABORTED';
        return ours && aborted ? transportError('closed', { cause: error }) : error;
      },
      end: () => {
        this.#works.delete(work);
        leave?.();
      },
    };
  }
}

/**
 * Callers' signals, each heard once for all works under it: a thousand deliveries under one signal are one listener. Not
 * `AbortSignal.any`: what it makes of a signal that lives for long stays with that signal.
 */
class CallersSignals {
  readonly #works = new Map<AbortSignal, Set<AbortController>>();

  /** @returns what takes the work out again. */
  join(signal: AbortSignal, work: AbortController): () => void {
    if (signal.aborted) {
      work.abort(signal.reason);
      return () => {};
    }
    const works = this.#works.get(signal) ?? this.#listen(signal);
    works.add(work);
    return () => {
      works.delete(work);
      if (works.size > 0 || this.#works.get(signal) !== works) return;
      this.#works.delete(signal);
      signal.removeEventListener('abort', this.#abort);
    };
  }

  #listen(signal: AbortSignal): Set<AbortController> {
    const works = new Set<AbortController>();
    this.#works.set(signal, works);
    signal.addEventListener('abort', this.#abort, { once: true });
    return works;
  }

  readonly #abort = ({ target }: Event): void => {
    // What we listen to are signals only.
    const signal = target as AbortSignal;
    const works = this.#works.get(signal);
    this.#works.delete(signal);
    for (const work of works ?? []) work.abort(signal.reason);
  };
}

/** @throws X12Error `X12_OPTION_INVALID`: a connection's name is part of the ids in the journal, which a line break ends. */
export function demandConnection(connection: string): void {
  if (typeof connection === 'string' && /^[^\n]+$/.test(connection)) return;
  const text = 'connection must be a name of at least one character, without a line break.';
  throw new X12Error('X12_OPTION_INVALID', text, { details: { option: 'connection' } });
}
