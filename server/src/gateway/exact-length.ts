import { pipeline, type Readable, Transform } from 'node:stream';

/**
 * The same bytes, and an error where they are more or fewer than was said: what the client would take for the end of the answer, or for the next one,
 * breaks the connection off instead.
 */
export function ofExactLength(bytes: Readable, length: number): Readable {
  let left = length;
  const counted = new Transform({
    transform(chunk: Uint8Array, _, done) {
      left -= chunk.length;
      done(left < 0 ? wrongLength() : null, chunk);
    },
    flush(done) {
      done(left === 0 ? null : wrongLength());
    },
  });
  // The one that fails ends both; who reads hears of it from the second.
  pipeline(bytes, counted, () => undefined);
  return counted;
}

function wrongLength(): Error {
  return new Error('An answer is not as long as it was said to be.');
}
