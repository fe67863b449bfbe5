/** Bytes of a file by their offsets, which only grow: it is read once, and no more of it is kept than is asked for. */
export class SetBytes {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();
  /** Of the chunk, in the file. */
  #offset = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @throws RangeError where the file ends before, or an offset goes back. */
  async slice(offset: number, length: number): Promise<Uint8Array> {
    if (offset < this.#offset) throw new RangeError('The file was read beyond this place.');
    const parts: Uint8Array[] = [];
    for (let at = offset; at < offset + length; ) {
      const from = at - this.#offset;
      if (from >= this.#chunk.length) {
        await this.#next();
        continue;
      }
      const part = this.#chunk.subarray(from, from + offset + length - at);
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 ? Uint8Array.from(parts[0] ?? []) : Buffer.concat(parts);
  }

  /** Lets go of the file. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<void> {
    this.#offset += this.#chunk.length;
    const { done, value } = await this.#source.next();
    if (done === true) throw new RangeError('The file ends before.');
    this.#chunk = value;
  }
}
