import type { SegmentSink } from '../model/segments.js';
import { type CollectOptions, collectValues } from './collect-values.js';
import { EncodeCursor } from './encode-cursor.js';
import { checkFormats, ElementEncoder, fillIn } from './encode-element.js';
import type { EncodeReport } from './encode-report.js';
import { type ElementTable, elementTable } from './encode-tables.js';
import { ValueEncoder } from './encode-value.js';
import { type ElementPlan, Kind, type SegmentPlan, type StandardLookup } from './plan.js';
import type { DataObject } from './safe-read.js';
import { checkSyntaxNotes, notesHold } from './syntax-notes.js';

export interface SegmentOptions {
  /** Values by position that stand whatever the data says: control numbers, counts, HL ids. */
  readonly given?: readonly (string | undefined)[];
  /** True for a segment that is written just as it stands: no single code is filled in. */
  readonly asItStands?: boolean;
}

const NO_OPTIONS: SegmentOptions = {};
const BITS = 30;

/** Writes segment objects, checks their elements, and fills in what has one code only. One serves a whole set. */
export class SegmentEncoder {
  readonly #sink: SegmentSink;
  readonly #report: EncodeReport;
  readonly #cursor: EncodeCursor;
  readonly #values: ValueEncoder;
  readonly #elements: ElementEncoder;
  /** Element values by position; scratch. */
  readonly #scratch: unknown[] = [];
  readonly #onUnknown = (key: string): void => {
    this.#cursor.element = 0;
    this.#cursor.unknown(key);
  };
  #low = 0;
  #high = 0;

  constructor(standard: StandardLookup, sink: SegmentSink, report: EncodeReport) {
    this.#sink = sink;
    this.#report = report;
    this.#cursor = new EncodeCursor(report);
    this.#values = new ValueEncoder(standard, sink, this.#cursor);
    this.#elements = new ElementEncoder(sink, this.#cursor, this.#values);
  }

  write(segment: SegmentPlan, object: DataObject, options: SegmentOptions = NO_OPTIONS): void {
    const table = elementTable(segment.elements);
    const values = this.#scratch;
    const definition: CollectOptions = {
      elements: segment.elements,
      table,
      prefix: 'element',
      onUnknown: this.#onUnknown,
    };
    this.#report.segmentId = segment.tag;
    this.#cursor.object = object;
    this.#cursor.definition = definition;
    let last = collectValues(object, definition, values);
    if (options.given !== undefined) last = override(values, options.given, last);
    if (table.derived.length > 0 && options.asItStands !== true) last = fillIn(table, values, last);
    this.#sink.begin(segment.tag);
    this.#writeElements(segment, values, last);
    this.#sink.end();
    this.#check(segment, table, values);
    values.fill(undefined, 0, last + 1);
    this.#report.segments++;
    this.#report.segmentId = undefined;
  }

  #writeElements(segment: SegmentPlan, values: readonly unknown[], last: number): void {
    const { elements } = segment;
    let low = 0;
    let high = 0;
    let surplus = false;
    for (let position = 1; position <= last; position++) {
      this.#sink.nextElement();
      const value = values[position];
      if (value === undefined) continue;
      this.#cursor.element = position;
      const element = elements[position];
      if (element === undefined || element.notUsed) {
        if (position < elements.length) this.#cursor.say('element-not-used', element);
        else if (!surplus) this.#cursor.say('element-surplus', undefined);
        surplus ||= position >= elements.length;
        if (!this.#elements.write(element, value)) continue;
      } else if (typeof value === 'string' && element.kind !== Kind.composite && !element.array) {
        this.#values.text(element, value);
      } else if (!this.#elements.write(element, value)) continue;
      if (position <= BITS) low |= 1 << position;
      else if (position <= 2 * BITS) high |= 1 << (position - BITS);
    }
    this.#low = low;
    this.#high = high;
  }

  #check(segment: SegmentPlan, table: ElementTable, values: readonly unknown[]): void {
    const low = this.#low;
    const high = this.#high;
    if ((segment.requiredLow & ~low) !== 0 || (segment.requiredHigh & ~high) !== 0)
      this.#missing(segment.elements, low, high);
    const cursor = this.#cursor;
    if (!notesHold(segment.syntax, low, high)) {
      checkSyntaxNotes(segment.syntax, segment.elements, { low, high }, (reason, position) => {
        cursor.element = position;
        cursor.say(reason, segment.elements[position]);
      });
    }
    if (!table.formats) return;
    checkFormats(segment.elements, values, (reason, element) => {
      cursor.element = element.position;
      cursor.say(reason, element);
    });
  }

  #missing(elements: readonly (ElementPlan | undefined)[], low: number, high: number): void {
    for (const element of elements) {
      if (element?.required !== true) continue;
      const { position } = element;
      const present = position <= BITS ? (low >>> position) & 1 : (high >>> (position - BITS)) & 1;
      if (present === 1) continue;
      this.#cursor.element = position;
      this.#cursor.say(element.mandatory ? 'element-mandatory-missing' : 'element-required-missing', element);
    }
  }
}

function override(values: unknown[], given: readonly (string | undefined)[], last: number): number {
  let end = last;
  for (let position = 1; position < given.length; position++) {
    const value = given[position];
    if (value === undefined) continue;
    while (values.length <= position) values.push(undefined);
    values[position] = value;
    if (position > end) end = position;
  }
  return end;
}
