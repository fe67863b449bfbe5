import { Gathered } from './gathered.js';
import type { Log } from './runner.js';

/** Keeps the end of what is printed, however much it is. */
export class KeptEnd {
  readonly #most: number;
  #gathered = new Gathered();
  #left = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Uint8Array): void {
    this.#gathered.add(chunk);
    // Once in a while, so that each byte is copied a few times at most.
    if (this.#gathered.size >= 2 * this.#most) this.#shorten();
  }

  end(): Log {
    return { bytes: this.#shorten(), left: this.#left };
  }

  #shorten(): Uint8Array {
    const all = this.#gathered.bytes();
    const cut = Math.max(0, all.length - this.#most);
    this.#left += cut;
    // A copy: a view would keep all of it in memory.
    const kept = Buffer.from(all.subarray(cut));
    this.#gathered = new Gathered();
    this.#gathered.add(kept);
    return kept;
  }
}
