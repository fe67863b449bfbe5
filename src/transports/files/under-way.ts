import { throwIfAborted } from '../../delivery/aborted.js';
import type { PickedUpFile } from './picked-up-file.js';

/** What a round has given out, and what was not settled yet. */
export class UnderWay {
  readonly #most: number;
  readonly #signal: AbortSignal | undefined;
  readonly #files = new Set<PickedUpFile>();

  constructor(most: number, signal: AbortSignal | undefined) {
    this.#most = most;
    this.#signal = signal;
  }

  add(file: PickedUpFile): void {
    this.#files.add(file);
    void file.settled.then(() => this.#files.delete(file));
  }

  /** Until one more may be given out. One at a time that is at once: the one before is taken back. */
  async room(): Promise<void> {
    if (this.#most === 1) this.withdraw();
    while (this.#files.size >= this.#most) await this.#next();
  }

  /** Until all are settled. */
  async end(): Promise<void> {
    while (this.#files.size > 0) await this.#next();
  }

  withdraw(): void {
    for (const file of this.#files) file.withdraw();
    this.#files.clear();
  }

  /** Until one is settled. @throws X12Error `X12_ABORTED`. */
  #next(): Promise<unknown> {
    throwIfAborted(this.#signal);
    const settled = Promise.race([...this.#files].map((file) => file.settled));
    return this.#signal === undefined ? settled : untilAborted(settled, this.#signal);
  }
}

async function untilAborted(settled: Promise<void>, signal: AbortSignal): Promise<void> {
  let abort = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    abort = resolve;
  });
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([settled, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
  throwIfAborted(signal);
}
