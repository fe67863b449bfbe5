import type { Log } from './runner.js';

/** Keeps the end of what is printed, however much it is. */
export class KeptEnd {
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #left = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Once in a while, so that each byte is copied a few times at most.
    if (this.#size >= 2 * this.#most) this.#shorten();
  }

  end(): Log {
    this.#shorten();
    return { bytes: this.#chunks[0] ?? new Uint8Array(), left: this.#left };
  }

  #shorten(): void {
    const all = Buffer.concat(this.#chunks);
    const cut = Math.max(0, all.length - this.#most);
    this.#left += cut;
    // A copy: a view would keep all of it in memory.
    this.#chunks = [Buffer.from(all.subarray(cut))];
    this.#size = all.length - cut;
  }
}
