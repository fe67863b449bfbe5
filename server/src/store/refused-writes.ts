import { uptime } from '../clock.js';
import { StoreError } from './store.js';

/** Milliseconds after a write that the disk has refused in which the store is not ready: a small one may come through where others do not. */
const LATELY_MS = 10_000;

/** Remembers that the disk of the store has refused a write, for who asks whether one can write. */
export class RefusedWrites {
  readonly #uptime: () => number;
  #last: { readonly error: unknown; readonly at: number } | undefined;

  /** @param now milliseconds since some instant. */
  constructor(now: () => number = uptime) {
    this.#uptime = now;
  }

  /** @param error what the write was refused with. */
  note(error: unknown): void {
    this.#last = { error, at: this.#uptime() };
  }

  /** Whether one was refused since they were forgotten. */
  get any(): boolean {
    return this.#last !== undefined;
  }

  forget(): void {
    this.#last = undefined;
  }

  /** @throws StoreError `unavailable` where one was refused lately, with what it was refused with. */
  demandNoneLately(): void {
    if (this.#last === undefined || this.#uptime() - this.#last.at >= LATELY_MS) return;
    throw new StoreError('unavailable', 'The disk of the store has refused a write a moment ago.', {
      cause: this.#last.error,
    });
  }
}
