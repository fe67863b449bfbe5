import { isAscii } from '../model/ascii.js';
import type { Bytes } from '../model/bytes.js';
import type { Delimiters } from '../model/delimiters.js';
import { X12Error } from '../model/error.js';
import { CharacterClass, type SegmentSink } from '../model/segments.js';
import { type Encoding, utf8 } from './encoding.js';
import { joinBytes } from './join-bytes.js';
import { rawBytes } from './raw-bytes.js';
import { ISA_ADVICE, ISA_WIDTHS } from './read-isa.js';
import { giveBufferBack, lendBuffer } from './spare-buffer.js';
import { type WriterLayout, writerLayout } from './writer-layout.js';

export interface SegmentWriterOptions {
  readonly delimiters: Delimiters;
  /** Written after each terminator; default none. */
  readonly newline?: string | undefined;
  /** Default UTF-8. */
  readonly encoding?: Encoding | undefined;
  /** The ASCII characters that `plain` takes, 128 entries of 1 or 0. Default: all that print and are no delimiters. */
  readonly plain?: Uint8Array | undefined;
}

const NO_BYTES = new Uint8Array(0);
/** Segments are put aside in pieces of this size: a buffer for all of them would be copied as it grows, and leave the caches. bench: `encode`. */
const FULL_BYTES = 48 * 1024;

/** More are kept by themselves: the buffer would have to grow for them. */
const FEW_BYTES = 16 * 1024;

/**
 * Writes segments straight into bytes. Separators wait until a value needs them, so that trailing empty components,
 * repetitions and elements are never written (X12.6).
 */
export class SegmentWriter implements SegmentSink {
  readonly layout: WriterLayout;
  readonly #binaryTags: readonly string[];
  readonly #encoding: Encoding;
  readonly #classes: Uint8Array;
  readonly #element: number;
  readonly #component: number;
  readonly #repetition: number;
  readonly #ending: Uint8Array;
  #bytes = lendBuffer();
  #length = 0;
  /** What came before the buffer: taken or put aside. */
  #taken = 0;
  readonly #full: Bytes[] = [];
  #open = false;
  // Separators that wait for a value.
  #elements = 0;
  #repetitions = 0;
  #components = 0;

  /** @throws X12Error `X12_DELIMITERS_INVALID` */
  constructor({ delimiters, newline = '', encoding = utf8, plain }: SegmentWriterOptions) {
    const layout = writerLayout({ delimiters, newline, encoding, plain });
    this.layout = layout;
    this.#encoding = encoding;
    this.#binaryTags = layout.binaryTags;
    this.#classes = layout.classes;
    this.#element = layout.element;
    this.#component = layout.component;
    this.#repetition = layout.repetition;
    this.#ending = layout.ending;
  }

  /** Bytes written since the beginning, taken or not. */
  get bytesWritten(): number {
    return this.#taken + this.#length;
  }

  /** A copy of what was written since the last call. */
  take(): Bytes {
    this.end();
    this.#putAside();
    const [first = NO_BYTES, ...others] = this.#full.splice(0);
    // The buffer may wait for others; what stood in it may not.
    this.#bytes.fill(0);
    return others.length === 0 ? first : joinBytes([first, ...others]);
  }

  /** {@link take} for the last time: gives the buffer back. */
  close(): Bytes {
    const bytes = this.take();
    giveBufferBack(this.#bytes);
    this.#bytes = NO_BYTES;
    return bytes;
  }

  /**
   * Writes the ISA, each of the 16 elements padded with blanks to its width. ISA11 (where the set has a repetition
   * separator) and ISA16 are those of the delimiters.
   * @throws X12Error `X12_DATA_INVALID` naming an element that is too long or cannot be encoded, `X12_DELIMITER_IN_DATA`
   * naming one that holds a delimiter.
   */
  writeIsa(elements: readonly string[]): void {
    this.begin('ISA');
    for (let index = 0; index < ISA_WIDTHS.length; index++) {
      this.nextElement();
      const text = elements[index] ?? '';
      if (index === 10 && this.#repetition !== 0) this.#delimiter(this.#repetition);
      else if (index === 15) this.#delimiter(this.#component);
      else if (text.length !== ISA_WIDTHS[index] || !isAscii(text) || !this.value(text)) this.#isaElement(text, index);
    }
    this.end();
  }

  begin(tag: string): void {
    this.end();
    this.#reserve(tag.length);
    for (let i = 0; i < tag.length; i++) this.#bytes[this.#length++] = tag.charCodeAt(i);
    this.#open = true;
  }

  nextElement(count = 1): void {
    this.#elements += count;
    this.#repetitions = 0;
    this.#components = 0;
  }

  nextRepetition(): void {
    this.#repetitions++;
    this.#components = 0;
  }

  nextComponent(count = 1): void {
    this.#components += count;
  }

  /** False, and nothing written, if a delimiter or a character that the encoding lacks stands in the value. */
  value(text: string): boolean {
    const size = text.length;
    if (size === 0) return true;
    let to = this.#beginValue(size);
    if (to < 0) return false;
    const bytes = this.#bytes;
    const classes = this.#classes;
    for (let i = 0; i < size; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return this.#encoded(text);
      if (classes[code] === CharacterClass.delimiter) return false;
      bytes[to++] = code;
    }
    this.#endValue(to);
    return true;
  }

  // -1 for a repetition where no separator parts it.
  #beginValue(size: number): number {
    this.#reserve(size + this.#elements + this.#repetitions + this.#components);
    const bytes = this.#bytes;
    let to = this.#length;
    for (let n = this.#elements; n > 0; n--) bytes[to++] = this.#element;
    if (this.#repetitions + this.#components === 0) return to;
    for (let n = this.#repetitions; n > 0; n--) bytes[to++] = this.#repetition;
    for (let n = this.#components; n > 0; n--) bytes[to++] = this.#component;
    return this.#repetitions > 0 && this.#repetition === 0 ? -1 : to;
  }

  #endValue(end: number): void {
    this.#length = end;
    this.#waitForNext();
  }

  binary(octets: Uint8Array): boolean {
    // The digits written last: whoever reads counts by them, whatever stands in the octets.
    const before = this.#bytes.subarray(Math.max(this.#length - 15, 0), this.#length);
    const [declared] = /\d*$/.exec(String.fromCharCode(...before)) ?? [];
    if (octets.length > 0) {
      this.#beginValue(octets.length);
      const to = this.#length + this.#elements + this.#repetitions + this.#components;
      this.#bytes.set(octets, to);
      this.#endValue(to + octets.length);
    }
    return !declared || Number(declared) === octets.length;
  }

  /**
   * Writes a whole segment; {@link end} ends it, or whatever is written next. Binary segments go back byte for byte.
   * @throws X12Error `X12_DATA_INVALID` if the encoding lacks a character of the text.
   */
  raw(text: string): void {
    this.end();
    const binary = this.#binaryTags.some((tag) => text.startsWith(tag));
    this.#append((binary ? undefined : this.#encoding.encode(text)) ?? rawBytes(text));
    this.#open = true;
  }

  segments(bytes: Uint8Array): void {
    this.end();
    if (bytes.length < FEW_BYTES) {
      this.#append(bytes);
      if (this.#length > FULL_BYTES) this.#putAside();
    } else {
      if (this.#length > 0) this.#putAside();
      this.#full.push(bytes.slice());
      this.#taken += bytes.length;
    }
  }

  end(): void {
    if (!this.#open) return;
    this.#waitForNext();
    const ending = this.#ending;
    const { length } = ending;
    this.#reserve(length);
    // One to three bytes: a loop costs less than a call of `set`.
    for (let i = 0; i < length; i++) this.#bytes[this.#length++] = ending[i] ?? 0;
    this.#open = false;
    if (this.#length > FULL_BYTES) this.#putAside();
  }

  #putAside(): void {
    this.#full.push(this.#bytes.slice(0, this.#length));
    this.#taken += this.#length;
    this.#length = 0;
  }

  #isaElement(text: string, index: number): void {
    const from = this.#length + 1;
    const name = (): string => `ISA${String(index + 1).padStart(2, '0')}`;
    const details = { element: index + 1 };
    if (!this.value(this.#padded(text, ISA_WIDTHS[index] ?? 0))) {
      const why = `${name()} holds a delimiter, or a character that the encoding lacks. Choose other delimiters or another value.`;
      throw new X12Error('X12_DELIMITER_IN_DATA', why, { details });
    }
    if (this.#length - from !== ISA_WIDTHS[index]) {
      const width = ISA_WIDTHS[index] === 1 ? '1 byte' : `${ISA_WIDTHS[index]} bytes`;
      const why = `${name()} is longer than its fixed width of ${width}. ${ISA_ADVICE[index] ?? 'Shorten it.'}`;
      throw new X12Error('X12_DATA_INVALID', why, { details });
    }
  }

  /** The text with as many blanks behind it as fill the width, which counts bytes. */
  #padded(text: string, width: number): string {
    let end = text.length;
    while (end > 0 && text.charAt(end - 1) === ' ') end--;
    // An encoding leaves ASCII alone, so only other texts are encoded to be counted: a header has sixteen to be padded.
    const bytes = isAscii(text) ? end : (this.#encoding.encode(text.slice(0, end))?.length ?? end);
    return text.slice(0, end) + ' '.repeat(Math.max(0, width - bytes));
  }

  /** Writes one of our own delimiters as the value of an ISA element. */
  #delimiter(code: number): void {
    const to = this.#beginValue(1);
    this.#bytes[to] = code;
    this.#endValue(to + 1);
  }

  #waitForNext(): void {
    this.#elements = 0;
    this.#repetitions = 0;
    this.#components = 0;
  }

  /** The slow way, for values with a character above 0x7F. */
  #encoded(text: string): boolean {
    for (let i = 0; i < text.length; i++)
      if (this.#classes[text.charCodeAt(i)] === CharacterClass.delimiter) return false;
    const octets = this.#encoding.encode(text);
    if (octets === undefined) return false;
    const to = this.#beginValue(octets.length);
    this.#bytes.set(octets, to);
    this.#endValue(to + octets.length);
    return true;
  }

  #append(octets: Uint8Array): void {
    this.#reserve(octets.length);
    this.#bytes.set(octets, this.#length);
    this.#length += octets.length;
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + size) * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
