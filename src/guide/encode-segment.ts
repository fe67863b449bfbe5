import { collectValues, followingPosition } from './collect-values.js';
import { EncodeCursor } from './encode-cursor.js';
import { checkFormats, ElementEncoder, fillIn } from './encode-element.js';
import type { EncodeReport } from './encode-report.js';
import { type ElementTable, POSITION_BITS } from './encode-tables.js';
import { ValueEncoder } from './encode-value.js';
import { notUsedReason } from './not-used.js';
import type { ElementPlan, SegmentPlan, StandardLookup } from './plan.js';
import { type DataObject, isForeign, isPlainObject, NO_DATA } from './safe-read.js';
import type { SetOutput } from './set-output.js';
import { asksFor, checkSyntaxNotes, notesHold } from './syntax-notes.js';

export interface SegmentOptions {
  /** Values by position that stand whatever the data says: control numbers, counts, HL ids. */
  readonly given?: readonly (string | undefined)[];
  /** True for a segment that is written just as it stands: no single code is filled in. */
  readonly asItStands?: boolean;
}

const NO_OPTIONS: SegmentOptions = {};

/** Writes segment objects, checks their elements, and fills in what has one code only. One serves a whole set, and the next. */
export class SegmentEncoder {
  readonly #output: SetOutput;
  readonly #report: EncodeReport;
  readonly #cursor: EncodeCursor;
  readonly #values: ValueEncoder;
  readonly #elements: ElementEncoder;
  /** Element values by position; scratch. */
  readonly #scratch: unknown[] = [];
  #last = 0;
  #keep = false;
  #surplus = false;
  #low = 0;
  #high = 0;

  constructor(standard: StandardLookup, output: SetOutput, report: EncodeReport) {
    this.#output = output;
    this.#report = report;
    this.#cursor = new EncodeCursor(report);
    this.#values = new ValueEncoder(standard, output, this.#cursor);
    this.#elements = new ElementEncoder(output, this.#cursor, this.#values);
  }

  /** Lets go of the data of the last segment. */
  close(): void {
    this.#clear();
    this.#cursor.object = NO_DATA;
  }

  /** What was written last, by position, where it was to be kept; index 0 is unused. */
  get values(): readonly unknown[] {
    return this.#scratch;
  }

  /** The last position of {@link values}. */
  get last(): number {
    return this.#last;
  }

  write(segment: SegmentPlan, table: ElementTable, object: DataObject, keep: boolean, options = NO_OPTIONS): void {
    const cursor = this.#cursor;
    this.#clear();
    this.#keep = keep || table.formats;
    this.#report.segmentId = segment.tag;
    cursor.object = object;
    cursor.table = table;
    cursor.element = 0;
    this.#output.sink.begin(segment.tag);
    if (options.given !== undefined || !this.#writeInOrder(table, object, options))
      this.#writeSorted(table, object, options);
    this.#output.sink.end();
    this.#values.tellRepairs();
    this.#check(segment, table);
    this.#report.segments++;
    this.#report.segmentId = undefined;
  }

  /**
   * Writes the elements in the object's own order, which mostly is that of the segment. Returns false, with nothing written,
   * when the order is another or something has to be filled in.
   */
  #writeInOrder(table: ElementTable, object: DataObject, { asItStands }: SegmentOptions): boolean {
    if (!isPlainObject(object)) return false;
    const kept = this.#report.findings.length;
    const values = this.#scratch;
    this.#low = 0;
    this.#high = 0;
    let last = 0;
    try {
      // for-in reads own properties by their place in the object, which no other loop does; isPlainObject vouches for own.
      for (const name in object) {
        const position = followingPosition(table, last, name);
        if (position <= last) return this.#undo(kept);
        const value = object[name];
        if (value === undefined || value === '') continue;
        if (this.#keep) {
          while (values.length <= position) values.push(undefined);
          values[position] = value;
        }
        this.#output.sink.nextElement(position - last);
        last = position;
        this.#last = last;
        this.#writeElement(table, position, value);
      }
    } catch {
      return this.#undo(kept); // a getter threw
    }
    const isFull = (table.derivedLow & ~this.#low) === 0 && (table.derivedHigh & ~this.#high) === 0;
    if (!isFull && asItStands !== true) return this.#undo(kept);
    return true;
  }

  #undo(findings: number): false {
    this.#output.sink.restart();
    this.#report.takeBack(findings);
    this.#values.forgetRepairs();
    this.#surplus = false;
    this.#clear();
    return false;
  }

  #clear(): void {
    const values = this.#scratch;
    if (this.#keep) for (let position = this.#last; position > 0; position--) values[position] = undefined;
    this.#last = 0;
  }

  #writeSorted(table: ElementTable, object: DataObject, { given, asItStands }: SegmentOptions): void {
    const values = this.#scratch;
    this.#cursor.element = 0;
    if (isForeign(object)) this.#cursor.say('value-type', undefined);
    let last = collectValues(object, table, values, this.#cursor);
    if (given !== undefined) last = override(values, given, last);
    if (table.derived.length > 0 && asItStands !== true) last = fillIn(table, values, last);
    this.#keep = true;
    this.#last = last;
    this.#writeElements(table, values, last);
  }

  #writeElements(table: ElementTable, values: readonly unknown[], last: number): void {
    this.#low = 0;
    this.#high = 0;
    for (let position = 1; position <= last; position++) {
      this.#output.sink.nextElement();
      const value = values[position];
      if (value !== undefined) this.#writeElement(table, position, value);
    }
  }

  #writeElement(table: ElementTable, position: number, value: unknown): void {
    this.#cursor.element = position;
    const element = table.plain[position];
    const written =
      element !== undefined && typeof value === 'string'
        ? this.#values.text(element, value)
        : element !== undefined && typeof value === 'number'
          ? this.#values.number(element, value)
          : this.#writeOther(table, position, value);
    if (!written) return this.#drop(position);
    if (position <= POSITION_BITS) this.#low |= 1 << position;
    else if (position <= 2 * POSITION_BITS) this.#high |= 1 << (position - POSITION_BITS);
  }

  // What a repair emptied is as absent for the rules as for the receiver.
  #drop(position: number): void {
    if (this.#keep) this.#scratch[position] = undefined;
  }

  #writeOther({ elements }: ElementTable, position: number, value: unknown): boolean {
    const element = elements[position];
    if (element === undefined || element.notUsed) this.#foreign(element, { position, length: elements.length, value });
    return this.#elements.write(element, value);
  }

  // Positions behind the last are surplus once a segment: IK403 3 speaks of the segment as a whole.
  #foreign(
    element: ElementPlan | undefined,
    { position, length, value }: { readonly position: number; readonly length: number; readonly value: unknown },
  ): void {
    if (position < length) this.#cursor.say(notUsedReason(element, value), element);
    else if (!this.#surplus) this.#cursor.say('element-surplus', undefined);
    this.#surplus ||= position >= length;
  }

  #check(segment: SegmentPlan, table: ElementTable): void {
    const low = this.#low;
    const high = this.#high;
    this.#surplus = false;
    if ((segment.requiredLow & ~low) !== 0 || (segment.requiredHigh & ~high) !== 0) this.#missing(segment, low, high);
    if (segment.syntax.length > 0 && !notesHold(segment.syntax, low, high)) this.#checkNotes(segment);
    if (table.formats) this.#checkFormats(table, this.#scratch);
  }

  #checkNotes(segment: SegmentPlan): void {
    const masks = { low: this.#low, high: this.#high };
    checkSyntaxNotes(segment.syntax, segment.elements, masks, (reason, position) => {
      this.#cursor.element = position;
      this.#cursor.say(reason, segment.elements[position]);
    });
  }

  #checkFormats(table: ElementTable, values: readonly unknown[]): void {
    checkFormats(table.elements, values, this.#output.characters, (reason, element) => {
      this.#cursor.element = element.position;
      this.#cursor.say(reason, element);
    });
  }

  #missing({ elements, syntax }: SegmentPlan, low: number, high: number): void {
    for (const element of elements) {
      if (element?.required !== true) continue;
      const { position } = element;
      const present = position <= POSITION_BITS ? (low >>> position) & 1 : (high >>> (position - POSITION_BITS)) & 1;
      if (present === 1 || asksFor(syntax, elements, { low, high }, position)) continue;
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
