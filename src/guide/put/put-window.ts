import { DEFAULT_DELIMITERS, type Delimiters } from '../../model/delimiters.js';
import type { SegmentBatch } from '../../model/segments.js';

const WINDOW_BYTES = 64 * 1024;
const WINDOW_MARKS = 16 * 1024;
const WINDOW_SEGMENTS = 4 * 1024;
const decoder = new TextDecoder();

/** Where segments are put as bytes, ASCII alone, with the places of their separators: so they are a batch, as if they had been read. */
export class PutWindow implements SegmentBatch {
  readonly interchange = 1;
  readonly baseOffset = 0;
  delimiters: Delimiters = DEFAULT_DELIMITERS;
  readonly bytes = new Uint8Array(WINDOW_BYTES);
  readonly marks = new Int32Array(WINDOW_MARKS);
  readonly starts = new Int32Array(WINDOW_SEGMENTS + 1);
  readonly flags = new Uint8Array(WINDOW_SEGMENTS);
  /** Where each is meant to stand: depth and slot, as the tape of `walk-state.ts` has them. */
  readonly places = new Int32Array(WINDOW_SEGMENTS);
  count = 0;
  /** Bytes and marks that are in use. */
  to = 0;
  mark = 0;
  #text = '';
  #textEnd = 0;
  /** Bytes that may hold something, since the last wipe. */
  #used = 0;

  /** Begins anew. */
  clear(): void {
    this.#used = Math.max(this.#used, this.to);
    this.count = 0;
    this.to = 0;
    this.mark = 0;
    this.#forgetText();
  }

  /** The last segment is none. */
  takeBack(): void {
    this.#used = Math.max(this.#used, this.to);
    this.count--;
    const mark = this.starts[this.count] ?? 0;
    this.to = (this.marks[mark] ?? 0) + 1;
    this.mark = mark;
    this.#forgetText();
  }

  /** Leaves nothing in it. @param all whether something may stand behind what is in use */
  wipe(all: boolean): void {
    this.clear();
    this.bytes.fill(0, 0, all ? WINDOW_BYTES : this.#used);
    this.#used = 0;
  }

  text(): string {
    if (this.#textEnd !== this.to) this.#text = decoder.decode(this.bytes.subarray(0, this.to));
    this.#textEnd = this.to;
    return this.#text;
  }

  tag(index: number): string {
    return this.element(index, 0);
  }

  elementCount(index: number): number {
    return (this.starts[index + 1] ?? 0) - (this.starts[index] ?? 0) - 2;
  }

  element(index: number, k: number): string {
    const mark = (this.starts[index] ?? 0) + k;
    if (mark + 1 >= (this.starts[index + 1] ?? 0)) return '';
    return decoder.decode(this.bytes.subarray((this.marks[mark] ?? 0) + 1, this.marks[mark + 1]));
  }

  raw(index: number): string {
    const { starts, marks } = this;
    return decoder.decode(
      this.bytes.subarray((marks[starts[index] ?? 0] ?? 0) + 1, marks[(starts[index + 1] ?? 0) - 1]),
    );
  }

  #forgetText(): void {
    this.#text = '';
    this.#textEnd = 0;
  }
}

// One that nobody writes to waits for the next; data whose getters write meanwhile make another.
let spare: PutWindow | undefined;

/** The caller's alone until it is given back. */
export function lendWindow(): PutWindow {
  const window = spare ?? new PutWindow();
  spare = undefined;
  return window;
}

/** The caller has wiped it, and holds it no more. */
export function giveWindowBack(window: PutWindow): void {
  spare = window;
}
