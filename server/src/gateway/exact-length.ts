import { pipeline, type Readable, Transform } from 'node:stream';

/**
 * The same bytes, ended by an error where they are more or fewer than the header of the answer says. That breaks the connection off: the client would take
 * too few for a whole answer, and too many for the beginning of the next one.
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
  // Where one of the two fails both end: whoever reads `counted` hears of it there.
  pipeline(bytes, counted, () => undefined);
  return counted;
}

function wrongLength(): Error {
  return new Error('An answer is not as long as it was said to be.');
}
