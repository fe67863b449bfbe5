import { createGunzip } from 'node:zlib';
import { bounded, refused } from './packing.js';
import { throughZlib } from './through-zlib.js';

/** Unpacks gzip as it comes, with memory flat. @throws PackedError where it is damaged, or comes to too much. */
export async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const read = { bytes: 0 };
  const damaged = (): Error => refused('is damaged or cut off gzip. Fetch it again, whole.');
  yield* bounded(throughZlib(copied(source, read), createGunzip(), damaged), () => read.bytes);
}

// A chunk is its reader's only until the next one is asked for, and the stream asks before it has done with it.
async function* copied(source: AsyncIterable<Uint8Array>, read: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    read.bytes += chunk.length;
    yield chunk.slice();
  }
}
