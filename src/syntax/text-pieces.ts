/** Characters that are encoded at once. */
const PIECE = 64 * 1024;

/** Encodes piece by piece: the bytes of a large string need not exist all at once. */
export function* encoded(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  // No character of a string takes more than three bytes.
  const bytes = new Uint8Array(Math.min(PIECE, 3 * text.length));
  let from = 0;
  while (from < text.length) {
    const { read, written } = encoder.encodeInto(text.slice(from, from + PIECE), bytes);
    // A high surrogate alone at the cut is left for the next piece; at the very end it becomes U+FFFD.
    if (read === 0) return yield encoder.encode(text.slice(from));
    from += read;
    yield bytes.subarray(0, written);
  }
}

/** Text that comes in pieces: a character of two halves may be cut between them. */
export class TextPieces {
  #half = '';

  /** The bytes of the next piece, each valid until the next is asked for. */
  next(text: string): Iterable<Uint8Array> {
    const whole = this.#half + text;
    const last = whole.charCodeAt(whole.length - 1);
    const isCut = last >= HIGH_HALVES && last < LOW_HALVES;
    this.#half = isCut ? whole.slice(-1) : '';
    return encoded(isCut ? whole.slice(0, -1) : whole);
  }

  /** What is left at the end: half of a character becomes U+FFFD. */
  end(): Iterable<Uint8Array> {
    const half = this.#half;
    this.#half = '';
    return encoded(half);
  }
}

const HIGH_HALVES = 0xd800;
const LOW_HALVES = 0xdc00;
