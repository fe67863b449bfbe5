/** Whole numbers, one behind the other, in a typed array that grows: four bytes each, where an array of arrays takes fifty. */
export class GrownList {
  #values = new Int32Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number | undefined {
    return index < this.#length ? this.#values[index] : undefined;
  }

  /** The values so far; they share their bytes with the list. */
  values(): Int32Array<ArrayBuffer> {
    return this.#values.subarray(0, this.#length);
  }
}
