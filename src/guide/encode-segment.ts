import type { SegmentSink } from '../model/segments.js';
import { collectValues } from './collect-values.js';
import { EncodeCursor } from './encode-cursor.js';
import { checkFormats, ElementEncoder, fillIn } from './encode-element.js';
import type { EncodeReport } from './encode-report.js';
import type { ElementTable } from './encode-tables.js';
import { ValueEncoder } from './encode-value.js';
import type { ElementPlan, SegmentPlan, StandardLookup } from './plan.js';
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
  #surplus = false;
  #low = 0;
  #high = 0;

  constructor(standard: StandardLookup, sink: SegmentSink, report: EncodeReport) {
    this.#sink = sink;
    this.#report = report;
    this.#cursor = new EncodeCursor(report);
    this.#values = new ValueEncoder(standard, sink, this.#cursor);
    this.#elements = new ElementEncoder(sink, this.#cursor, this.#values);
  }

  write(segment: SegmentPlan, table: ElementTable, object: DataObject, options: SegmentOptions = NO_OPTIONS): void {
    const values = this.#scratch;
    const cursor = this.#cursor;
    this.#report.segmentId = segment.tag;
    cursor.object = object;
    cursor.table = table;
    cursor.element = 0;
    let last = collectValues(object, table, values, cursor);
    if (options.given !== undefined) last = override(values, options.given, last);
    if (table.derived.length > 0 && options.asItStands !== true) last = fillIn(table, values, last);
    this.#sink.begin(segment.tag);
    this.#writeElements(table, values, last);
    this.#sink.end();
    this.#check(segment, table, values);
    for (let position = 1; position <= last; position++) values[position] = undefined;
    this.#report.segments++;
    this.#report.segmentId = undefined;
  }

  #writeElements(table: ElementTable, values: readonly unknown[], last: number): void {
    const { plain } = table;
    const sink = this.#sink;
    let low = 0;
    let high = 0;
    for (let position = 1; position <= last; position++) {
      sink.nextElement();
      const value = values[position];
      if (value === undefined) continue;
      this.#cursor.element = position;
      const element = plain[position];
      if (element !== undefined && typeof value === 'string') this.#values.text(element, value);
      else if (element !== undefined && typeof value === 'number') this.#values.number(element, value);
      else if (!this.#writeOther(table, position, value)) continue;
      if (position <= BITS) low |= 1 << position;
      else if (position <= 2 * BITS) high |= 1 << (position - BITS);
    }
    this.#low = low;
    this.#high = high;
  }

  #writeOther({ elements }: ElementTable, position: number, value: unknown): boolean {
    const element = elements[position];
    if (element === undefined || element.notUsed) this.#foreign(element, position, elements.length);
    return this.#elements.write(element, value);
  }

  // Positions behind the last are surplus once a segment: IK403 3 speaks of the segment as a whole.
  #foreign(element: ElementPlan | undefined, position: number, length: number): void {
    if (position < length) this.#cursor.say('element-not-used', element);
    else if (!this.#surplus) this.#cursor.say('element-surplus', undefined);
    this.#surplus ||= position >= length;
  }

  #check(segment: SegmentPlan, table: ElementTable, values: readonly unknown[]): void {
    const low = this.#low;
    const high = this.#high;
    this.#surplus = false;
    if ((segment.requiredLow & ~low) !== 0 || (segment.requiredHigh & ~high) !== 0)
      this.#missing(table.elements, low, high);
    if (segment.syntax.length > 0 && !notesHold(segment.syntax, low, high)) this.#checkNotes(segment);
    if (table.formats) this.#checkFormats(table, values);
  }

  #checkNotes(segment: SegmentPlan): void {
    const masks = { low: this.#low, high: this.#high };
    checkSyntaxNotes(segment.syntax, segment.elements, masks, (reason, position) => {
      this.#cursor.element = position;
      this.#cursor.say(reason, segment.elements[position]);
    });
  }

  #checkFormats(table: ElementTable, values: readonly unknown[]): void {
    checkFormats(table.elements, values, (reason, element) => {
      this.#cursor.element = element.position;
      this.#cursor.say(reason, element);
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
