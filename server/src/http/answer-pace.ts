import type { ServerResponse } from 'node:http';
import { isTooSlow, type LeastRate } from './least-rate.js';

/** The watch over an answer that goes out: its connection is closed where the client reads it too slowly. */
export class AnswerPace {
  readonly #answer: ServerResponse;
  readonly #rate: LeastRate;
  readonly #bytesBefore: number;
  #waitedMs = 0;

  /** @param bytesBefore what its connection was given before it. */
  constructor(answer: ServerResponse, rate: LeastRate, bytesBefore: number) {
    this.#answer = answer;
    this.#rate = rate;
    this.#bytesBefore = bytesBefore;
  }

  /** @param passedMs since the last look. */
  look(passedMs: number): void {
    const { socket } = this.#answer;
    // Behind another answer of its connection it has no socket yet. While nothing waits to be read, it is the server that is slow.
    if (socket === null || socket.writableLength === 0) return;
    this.#waitedMs += passedMs;
    if (isTooSlow(this.#rate, this.#waitedMs, socket.bytesWritten - this.#bytesBefore)) socket.destroy();
  }
}

/** Calls `look` each so many milliseconds, with how many have passed since the last call. @returns what ends it. */
export function lookEach(everyMs: number, look: (passedMs: number) => void): () => void {
  let looked = performance.now();
  const timer = setInterval(() => {
    const passed = performance.now() - looked;
    looked += passed;
    look(passed);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
