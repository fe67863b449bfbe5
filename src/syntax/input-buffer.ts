/** Made with the first chunk, so that a small input costs little. bench: `npm run bench:eligibility`. */
const LEAST_BYTES = 1024;

/**
 * The bytes not yet handed over, in one array that grows. Dead bytes at the front are dropped only when they are at
 * least as many as the live ones, so that copying stays linear in the input however it is cut.
 */
export class InputBuffer {
  /** Always longer than `length`: the scan puts a sentinel behind the data. */
  bytes = new Uint8Array(1);
  /** Number of bytes in use. */
  length = 0;
  /** Offset in the input of `bytes[0]`. */
  inputOffset = 0;
  /** Bytes that ever were in use. */
  #used = 0;

  /**
   * Makes room for `size` more bytes; bytes before `keepFrom` may be dropped. Returns by how much offsets into `bytes`
   * became smaller.
   */
  reserve(size: number, keepFrom: number): number {
    const live = this.length - keepFrom;
    const fits = this.length + size < this.bytes.length;
    if (keepFrom < live && fits) return 0;
    if (keepFrom >= live && live + size < this.bytes.length) {
      this.#used = Math.max(this.#used, this.length);
      this.bytes.copyWithin(0, keepFrom, this.length);
    } else this.#grow(live + size, keepFrom);
    this.length = live;
    this.inputOffset += keepFrom;
    return keepFrom;
  }

  /** Appends bytes for which room was made. */
  append(chunk: Uint8Array): void {
    this.bytes.set(chunk, this.length);
    this.length += chunk.length;
  }

  /** Appends one byte for which room was made. */
  appendByte(byte: number): void {
    this.bytes[this.length++] = byte;
  }

  /** Wipes the bytes, so that nothing of an input stays, and begins anew. */
  clear(): void {
    this.bytes.fill(0, 0, Math.max(this.#used, this.length));
    this.#used = 0;
    this.length = 0;
    this.inputOffset = 0;
  }

  #grow(needed: number, keepFrom: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length, LEAST_BYTES, needed + needed / 2));
    if (this.length > keepFrom) larger.set(this.bytes.subarray(keepFrom, this.length));
    this.#used = 0;
    this.bytes = larger;
  }
}
