import { GrownList } from './grown-list.js';

/**
 * Gives segments numbers from 0 that are equal where their bytes are. Sums only find where to look: the bytes decide, so that no
 * segment made for it is taken for another one.
 */
export class SegmentIds {
  /** Each slot has one more than an id; 0 is free. */
  #slots = new Int32Array(1 << 12);
  /** By id: the sum, and where such a segment stands first. */
  readonly #sums = new GrownList();
  readonly #starts = new GrownList();
  readonly #lengths = new GrownList();
  /** The files, and from which id on segments stand first in each. */
  readonly #files: { readonly bytes: Uint8Array; readonly from: number }[] = [];
  /** Sums that differ from visit to visit: nobody can make a file whose segments all fall into one slot. */
  readonly #seed = (Math.random() * 0x1_0000_0000) | 0;

  get count(): number {
    return this.#sums.length;
  }

  /** The number of the segment from a byte of a file to another; files come one after the other. */
  idOf(bytes: Uint8Array, from: number, to: number): number {
    const sum = this.#sumOf(bytes, from, to);
    const mask = this.#slots.length - 1;
    for (let slot = spread(sum) & mask; ; slot = (slot + 1) & mask) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id >= 0 && (this.#sums.at(id) !== sum || !this.#isAt(id, bytes, from, to))) continue;
      if (id >= 0) return id;
      this.#slots[slot] = this.count + 1;
      return this.#add(sum, bytes, from, to);
    }
  }

  #add(sum: number, bytes: Uint8Array, from: number, to: number): number {
    const id = this.count;
    if (this.#files.at(-1)?.bytes !== bytes) this.#files.push({ bytes, from: id });
    this.#sums.push(sum);
    this.#starts.push(from);
    this.#lengths.push(to - from);
    if (this.count * 2 >= this.#slots.length) this.#grow();
    return id;
  }

  #isAt(id: number, bytes: Uint8Array, from: number, to: number): boolean {
    if (this.#lengths.at(id) !== to - from) return false;
    const file = this.#files.findLast((one) => one.from <= id)?.bytes;
    let at = this.#starts.at(id) ?? 0;
    for (let i = from; i < to; i++) if (file?.[at++] !== bytes[i]) return false;
    return true;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = spread(this.#sums.at(id) ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = id + 1;
    }
  }

  #sumOf(bytes: Uint8Array, from: number, to: number): number {
    let sum = this.#seed;
    for (let i = from; i < to; i++) sum = Math.imul(sum ^ (bytes[i] ?? 0) ^ (sum >>> 15), 0x2c1b3c6d);
    return sum;
  }
}

function spread(sum: number): number {
  return Math.imul(sum ^ (sum >>> 16), 0x45d9f3b) >>> 7;
}
