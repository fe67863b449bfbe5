import type { Delimiters } from '../../src/model/delimiters.js';
import { CharacterClass, type SegmentLayout, type SegmentSink } from '../../src/model/segments.js';
import { DELIMITERS } from './batch.js';

/** A sink that builds text the slow and obvious way, with the rules of the interface: separators wait for a value. */
export class TextSink implements SegmentSink {
  text = '';
  readonly #delimiters: Delimiters;
  #waiting = '';

  constructor(delimiters: Delimiters = DELIMITERS) {
    this.#delimiters = delimiters;
  }

  begin(tag: string): void {
    this.text += tag;
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

  get layout(): SegmentLayout {
    const delimiters = this.#delimiters;
    const classes = new Uint8Array(256).fill(CharacterClass.unusual, 0, 32).fill(CharacterClass.unusual, 127);
    for (const one of Object.values(delimiters)) classes[one.charCodeAt(0)] = CharacterClass.delimiter;
    const [element, component, repetition] = [
      delimiters.element,
      delimiters.component,
      delimiters.repetition ?? '\0',
    ].map((one) => one.charCodeAt(0)) as [number, number, number];
    const ending = new TextEncoder().encode(delimiters.segment);
    return { delimiters, classes, element, component, repetition, ending, isUsual: true };
  }

  binary(octets: Uint8Array): boolean {
    return this.value(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''));
  }

  raw(text: string): void {
    this.text += text + this.#delimiters.segment;
  }

  segments(bytes: Uint8Array): void {
    this.text += String.fromCharCode(...bytes);
  }

  end(): void {
    this.text += this.#delimiters.segment;
    this.#waiting = '';
  }
}
