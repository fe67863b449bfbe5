import type { SingleClaim, Span } from './single-claim.js';

/** Takes segments down as bytes, in one buffer that is as large as what was joined. */
export class SegmentBytes {
  #bytes: Uint8Array;
  #length = 0;
  #count = 0;
  readonly #element: number;
  readonly #end: readonly number[];

  /**
   * @param size about as many bytes as there will be.
   * @param like whose delimiters and line break are written.
   */
  constructor(size: number, { delimiters, newline }: Pick<SingleClaim, 'delimiters' | 'newline'>) {
    this.#bytes = new Uint8Array(size);
    this.#element = delimiters.element.charCodeAt(0);
    this.#end = [...(delimiters.segment + newline)].map((character) => character.charCodeAt(0));
  }

  /** How many segments were written. */
  get count(): number {
    return this.#count;
  }

  /** Writes a segment as it stands in other bytes. */
  copy(bytes: Uint8Array, { from, to }: Span): void {
    this.#reserve(to - from);
    // Segments are short: a loop is as fast as a view of them would be, and leaves no garbage.
    for (let i = from; i < to; i++) this.#bytes[this.#length++] = bytes[i] ?? 0;
    this.#endSegment();
  }

  /** Writes a segment of elements, its tag first, each one character a byte. */
  write(elements: readonly string[]): void {
    elements.forEach((value, at) => {
      this.#reserve(value.length + 1);
      if (at > 0) this.#bytes[this.#length++] = this.#element;
      for (let i = 0; i < value.length; i++) this.#bytes[this.#length++] = value.charCodeAt(i);
    });
    this.#reserve(0);
    this.#endSegment();
  }

  /** All that was written. */
  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #endSegment(): void {
    for (const byte of this.#end) this.#bytes[this.#length++] = byte;
    this.#count++;
  }

  /** Makes room for so many bytes and the end of a segment. */
  #reserve(bytes: number): void {
    const needed = this.#length + bytes + this.#end.length;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, Math.ceil(this.#bytes.length * 1.5)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
