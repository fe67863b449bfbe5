import type { Delimiters } from '../../src/model/delimiters.js';
import { CharacterClass, type SegmentSink } from '../../src/model/segments.js';
import { DELIMITERS } from './batch.js';

/** A sink that builds text the slow and obvious way, with the rules of the interface: separators wait for a value. */
export class TextSink implements SegmentSink {
  text = '';
  bytes = new Uint8Array(0);
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

  nextRepetition(): void {
    this.#waiting = this.#waiting.replaceAll(this.#delimiters.component, '') + this.#delimiters.repetition;
  }

  nextComponent(count = 1): void {
    this.#waiting += this.#delimiters.component.repeat(count);
  }

  value(text: string): boolean {
    if (text === '') return true;
    this.text += this.#waiting + text;
    this.#waiting = '';
    return !Object.values(this.#delimiters).some((delimiter) => text.includes(delimiter));
  }

  get classes(): Uint8Array {
    const classes = new Uint8Array(256).fill(CharacterClass.unusual, 0, 32).fill(CharacterClass.unusual, 127);
    for (const one of Object.values(this.#delimiters)) classes[one.charCodeAt(0)] = CharacterClass.delimiter;
    return classes;
  }

  beginValue(size: number): number {
    this.bytes = new Uint8Array(size + 1);
    return 1;
  }

  endValue(end: number): void {
    this.value(String.fromCharCode(...this.bytes.subarray(1, end)));
  }

  binary(octets: Uint8Array): boolean {
    return this.value(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''));
  }

  raw(text: string): void {
    this.text += text + this.#delimiters.segment;
  }

  /** It keeps no bytes: rules read the data. */
  readonly last = undefined;

  end(): void {
    this.text += this.#delimiters.segment;
    this.#waiting = '';
  }
}
