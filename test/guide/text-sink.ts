import type { Delimiters } from '../../src/model/delimiters.js';
import type { SegmentSink } from '../../src/model/segments.js';
import { DELIMITERS } from './batch.js';

/** A sink that builds text the slow and obvious way, with the rules of the interface: separators wait for a value. */
export class TextSink implements SegmentSink {
  text = '';
  #start = 0;
  readonly #delimiters: Delimiters;
  #waiting = '';

  constructor(delimiters: Delimiters = DELIMITERS) {
    this.#delimiters = delimiters;
  }

  begin(tag: string): void {
    this.text += tag;
    this.#start = this.text.length;
    this.#waiting = '';
  }

  restart(): void {
    this.text = this.text.slice(0, this.#start);
    this.#waiting = '';
  }

  nextElement(count = 1): void {
    // What waits inside an element that ends is trailing and is dropped.
    this.#waiting = this.#waiting
      .replaceAll(this.#delimiters.component, '')
      .replaceAll(this.#delimiters.repetition ?? '', '');
    this.#waiting += this.#delimiters.element.repeat(count);
  }

  isDelimiter(code: number): boolean {
    return Object.values(this.#delimiters).includes(String.fromCharCode(code));
  }

  nextRepetition(): void {
    this.#waiting = this.#waiting.replaceAll(this.#delimiters.component, '') + this.#delimiters.repetition;
  }

  nextComponent(): void {
    this.#waiting += this.#delimiters.component;
  }

  value(text: string): boolean {
    if (text === '') return true;
    this.text += this.#waiting + text;
    this.#waiting = '';
    return !Object.values(this.#delimiters).some((delimiter) => text.includes(delimiter));
  }

  plain(text: string): boolean {
    const isPlain = /^[ -~]*$/.test(text) && !Object.values(this.#delimiters).some((one) => text.includes(one));
    return isPlain && this.value(text);
  }

  binary(octets: Uint8Array): boolean {
    return this.value(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''));
  }

  raw(text: string): void {
    this.text += text + this.#delimiters.segment;
  }

  end(): void {
    this.text += this.#delimiters.segment;
    this.#waiting = '';
  }
}
