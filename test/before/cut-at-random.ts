import type { Random } from '../../bench/generate/random.js';

/** Cuts that were drawn once, so that each reader gets the same chunks. */
export interface Cuts {
  /** Chunks one after another; each is overwritten when the next is asked for, as a reader's buffer would be. */
  chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined>;
}

export function cutAtRandom(length: number, random: Random): Cuts {
  const most = random.pick([7, 50, 300, 2_000]);
  const sizes: number[] = [];
  // Chunks of a few bytes cost most: no more than a thousand of them.
  const least = Math.ceil(length / 1_000);
  for (let left = length; left > 0; left -= sizes.at(-1) ?? left)
    sizes.push(Math.min(left, least + random.below(most)));
  return { chunksOf: (bytes) => chunksOf(bytes, sizes) };
}

async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  for (const size of sizes) {
    const chunk = bytes.slice(at, at + size);
    yield chunk;
    chunk.fill(SPOILT);
    at += size;
  }
}

/** A terminator: read again, it would be a segment more. */
const SPOILT = 0x7e;
