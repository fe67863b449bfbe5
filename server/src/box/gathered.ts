/** Less is copied together: a piece has some 250 bytes of its own, and who writes byte by byte would have them for each. */
const SMALL = 16 * 1024;
const BLOCK = 64 * 1024;

/** Bytes that come in pieces, kept in about as much memory as they are long, however small the pieces are. */
export class Gathered {
  readonly #blocks: Uint8Array[] = [];
  /** The one that small pieces are copied into, and how much of it is used. */
  #open = new Uint8Array();
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    this.#size += piece.length;
    if (piece.length >= SMALL) {
      this.#close();
      this.#blocks.push(piece);
      return;
    }
    if (piece.length > this.#open.length - this.#used) {
      this.#close();
      this.#open = new Uint8Array(BLOCK);
    }
    this.#open.set(piece, this.#used);
    this.#used += piece.length;
  }

  /** All of them, as one. */
  bytes(): Buffer {
    return Buffer.concat([...this.#blocks, this.#open.subarray(0, this.#used)]);
  }

  #close(): void {
    if (this.#used > 0) this.#blocks.push(this.#open.subarray(0, this.#used));
    this.#open = this.#open.subarray(this.#used);
    this.#used = 0;
  }
}
