import { requireTextRoom } from '../../model/json-text.js';
import type { NumberForm } from './number.js';

/** As much stays in the cache, and a text of it among the young objects: of 400 kB at once half the time went into fresh memory. */
const PIECE_BYTES = 64 * 1024;
/** Characters; longer texts are not copied. */
const LONGEST_ENCODED = 4096;
const NO_BYTES = new Uint8Array(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** JSON text that grows, by pieces of UTF-8. bench: stage `JSON text`. */
export class JsonBytes {
  /** Numbers that lose nothing are written as numbers. */
  readonly exact: boolean;
  /** The text up to the piece at hand. */
  #text = '';
  bytes: Uint8Array = NO_BYTES;
  /** Where the next byte goes. */
  end = 0;
  /** Of the same memory as `bytes`. */
  view: DataView = new DataView(NO_BYTES.buffer);
  /** Behind the last byte that was written since the last wipe. */
  #used = 0;

  constructor(numbers: NumberForm) {
    this.exact = numbers === 'exact';
  }

  /** Makes room for so many more bytes; what was written may go into the text. */
  reserve(room: number): void {
    if (this.end + room <= this.bytes.length) return;
    this.#flush();
    if (room <= this.bytes.length) return;
    this.bytes.fill(0, 0, this.#used);
    this.bytes = new Uint8Array(Math.max(PIECE_BYTES, room));
    this.view = new DataView(this.bytes.buffer);
  }

  /** Something was written behind the end, up to the room that was reserved. */
  touch(): void {
    this.#used = this.bytes.length;
  }

  /** Begins anew. */
  clear(): void {
    this.#begin();
    this.#text = '';
  }

  /** What was written since the beginning. @throws X12Error `X12_LIMIT_EXCEEDED` where it is longer than a text can be. */
  text(): string {
    this.#flush();
    return this.#text;
  }

  /** Lets go of all, and leaves nothing of it in memory. */
  forget(): void {
    this.clear();
    this.bytes.fill(0, 0, this.#used);
    this.#used = 0;
  }

  /** Writes any text that is JSON. */
  json(text: string): void {
    if (text.length > LONGEST_ENCODED) {
      this.#flush();
      this.#append(text);
    } else {
      this.reserve(text.length * 3);
      this.end += encoder.encodeInto(text, this.bytes.subarray(this.end)).written;
    }
  }

  #flush(): void {
    if (this.end === 0) return;
    this.#append(decoder.decode(this.bytes.subarray(0, this.end)));
    this.#begin();
  }

  #begin(): void {
    this.#used = Math.max(this.#used, this.end);
    this.end = 0;
  }

  #append(text: string): void {
    requireTextRoom(this.#text.length + text.length);
    this.#text += text;
  }

  /** Writes one of the keys of `JsonKeys`, for which there is room, and for seven bytes more. */
  key(words: Float64Array, at: number): void {
    const view = this.view;
    const stop = this.end + (words[at] ?? 0);
    let word = at + 1;
    for (let i = this.end; i < stop; i += 8) view.setFloat64(i, words[word++] ?? 0, true);
    this.end = stop;
  }
}
