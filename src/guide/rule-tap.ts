import type { SegmentSink } from '../model/segments.js';
import type { SegmentAccess } from './rules/element-source.js';

/**
 * Passes a segment on to a sink and keeps the text of its elements, as rules read them. Only segments that some rule looks
 * at are written through it.
 */
export class RuleTap implements SegmentSink, SegmentAccess {
  // No encoding has half a surrogate pair, so no value that the sink takes holds one of these.
  readonly component = '\uD800';
  readonly repetition = '\uDC00';
  readonly #sink: SegmentSink;
  /** By position; index 0 is unused. */
  readonly #texts: string[] = [''];
  #count = 0;
  // Separators that wait for a value, as in the sink.
  #repetitions = 0;
  #components = 0;

  constructor(sink: SegmentSink) {
    this.#sink = sink;
  }

  element(k: number): string {
    return k > this.#count ? '' : (this.#texts[k] ?? '');
  }

  begin(tag: string): void {
    this.#count = 0;
    this.#sink.begin(tag);
  }

  nextElement(): void {
    this.#texts[++this.#count] = '';
    this.#forget();
    this.#sink.nextElement();
  }

  nextRepetition(): void {
    this.#repetitions++;
    this.#components = 0;
    this.#sink.nextRepetition();
  }

  nextComponent(): void {
    this.#components++;
    this.#sink.nextComponent();
  }

  value(text: string): boolean {
    const taken = this.#sink.value(text);
    if (taken && text !== '') this.#keep(text);
    return taken;
  }

  /** Rules ask of octets no more than whether there are some. */
  binary(octets: Uint8Array): void {
    if (octets.length > 0) this.#keep('\0');
    this.#sink.binary(octets);
  }

  raw(text: string): void {
    this.#sink.raw(text);
  }

  end(): void {
    this.#sink.end();
  }

  #keep(text: string): void {
    const waiting = this.repetition.repeat(this.#repetitions) + this.component.repeat(this.#components);
    this.#texts[this.#count] = (this.#texts[this.#count] ?? '') + waiting + text;
    this.#forget();
  }

  #forget(): void {
    this.#repetitions = 0;
    this.#components = 0;
  }
}
