import { freshList, freshListOf } from '../../model/fresh-list.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { Reason } from '../../model/reasons.js';
import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import { packBytes } from '../plan/code-table.js';
import { NO_IMAGE } from '../plan/image.js';
import { type ElementPlan, Kind, type SegmentPlan, type StandardLookup } from '../plan/plan.js';
import { holdsPresence } from '../plan/presence.js';
import { checkPresence } from '../plan/syntax-notes.js';
import { base64Of } from '../values/base64.js';
import { checkValue, notUsedReason } from '../values/check-value.js';
import { checkFormattedDate, isFormattedAt } from '../values/formatted-date.js';
import type { NumberForm } from '../values/number.js';
import { SpanReader } from '../values/read-span.js';
import { toJson } from '../values/read-value.js';
import { positionSuffix } from '../values/snake-case.js';
import { structured } from '../values/structured.js';
import { isRight, isSegmentRight, isSplit, SPLIT, UNUSUAL } from '../walk/pass-elements.js';
import { SegmentBuilder } from './build-segment.js';
import type { JsonText } from './json-text.js';

// The hot path of reading: one pass over the marks of a segment, on bytes. Everything that is not plain, right and
// ASCII leaves it for the string checks of check-value.ts, which alone decide what is wrong. Longer than our other files
// because it is one pass, whose parts share what they know of the segment.
// bench: stages `validate` and `decode` of `npm run bench`.

/** Equals no byte: there is no such separator. */
const NO_BYTE = -1;
const NOTHING: JsonObject = Object.freeze({});
const NO_BYTES = new Uint8Array(0);

/** Where inside the segment something was found; 0 = not known. */
export interface ElementPlace {
  readonly element: number;
  readonly component: number;
  readonly repetition: number;
  readonly plan: ElementPlan | undefined;
  /** The text of the value, for those who asked for bad values; never part of a text. */
  readonly value: string;
  /** The syntax notes that are broken there. */
  readonly syntax?: readonly string[] | undefined;
}

export type ReportElement = (reason: Reason, place: ElementPlace) => void;

export interface SegmentReaderOptions {
  /** False: check only, build nothing. */
  readonly decode: boolean;
  readonly numbers: NumberForm;
  /** Where {@link SegmentReader.write} writes. */
  readonly text?: Pick<JsonText, 'segments' | 'json'> | undefined;
  readonly report: ReportElement;
}

/** Checks the elements of one segment and builds its JSON. One reader serves a whole transaction set. */
export class SegmentReader {
  readonly #standard: StandardLookup;
  readonly #decode: boolean;
  readonly #numbers: NumberForm;
  readonly #report: ReportElement;
  readonly #spans: SpanReader;
  readonly #builder: SegmentBuilder;
  readonly #written: SegmentReaderOptions['text'];
  #words = NO_IMAGE.words;
  #bytes: Uint8Array = NO_BYTES;
  #batch: SegmentBatch | undefined;
  #text = '';
  #componentByte = NO_BYTE;
  #repetitionByte = NO_BYTE;
  #element = 0;
  #component = 0;
  #repetition = 0;

  constructor(standard: StandardLookup, options: SegmentReaderOptions) {
    this.#standard = standard;
    this.#decode = options.decode;
    this.#numbers = options.numbers;
    this.#report = options.report;
    this.#spans = new SpanReader(options.numbers);
    this.#builder = new SegmentBuilder(this.#spans);
    this.#written = options.text;
  }

  /** Sets the batch that the next segments are in, `from` up to `to`; to be called again when its contents have changed. */
  window(batch: SegmentBatch, from: number, to: number): void {
    this.#batch = batch;
    this.#bytes = batch.bytes;
    this.#text = '';
    if (this.#decode) this.#builder.window(batch);
    this.#written?.segments.window(batch, from, to);
    if (this.#decode && this.#written === undefined) this.#openText(batch);
    else this.#spans.window(batch.bytes, '');
    this.#componentByte = batch.delimiters.component.charCodeAt(0);
    this.#repetitionByte = batch.delimiters.repetition?.charCodeAt(0) ?? NO_BYTE;
  }

  #openText(batch: SegmentBatch): void {
    this.#text = batch.text();
    this.#spans.window(batch.bytes, this.#text);
  }

  /** Writes the JSON of segment `index` of the window's batch, read as `segment`, at the end of the text. */
  write(segment: SegmentPlan, batch: SegmentBatch, index: number): void {
    if (!isSegmentRight(segment, batch, index) || this.#written?.segments.write(segment, batch, index) === false)
      this.#written?.json(this.read(segment, batch, index));
  }

  /** The same of one with whose elements nothing is wrong, as is known. */
  writeRight(segment: SegmentPlan, batch: SegmentBatch, index: number): void {
    if (this.#written?.segments.write(segment, batch, index) === false)
      this.#written.json(this.readRight(segment, batch, index));
  }

  /** Lets go of the batch, and of what was read from it. */
  forget(): void {
    this.#batch = undefined;
    this.#bytes = NO_BYTES;
    this.#text = '';
    this.#spans.forget();
  }

  /** The JSON of a segment with whose elements nothing is wrong, as is known. */
  readRight(segment: SegmentPlan, batch: SegmentBatch, index: number): JsonObject {
    if (this.#text === '') this.#openText(batch);
    return this.#builder.build(segment, batch, index);
  }

  /** Reads segment `index` of the window's batch as `segment`; the object is empty when nothing is to be decoded. */
  read(segment: SegmentPlan, batch: SegmentBatch, index: number): JsonObject {
    const decode = this.#decode;
    // Most of what is written as text needs no strings.
    if (decode && this.#text === '') this.#openText(batch);
    if (isSegmentRight(segment, batch, index)) return decode ? this.#builder.build(segment, batch, index) : NOTHING;
    this.#words = segment.image.words;
    const flags = batch.flags[index] ?? 0;
    const object = decode ? new segment.create() : NOTHING;
    const { marks, starts } = batch;
    const first = starts[index] ?? 0;
    const count = (starts[index + 1] ?? 0) - first - 2;
    const elements = segment.elements;
    const unusual = (flags & UNUSUAL) !== 0;
    const split = (flags & SPLIT) !== 0;
    const repeats = (flags & SegmentFlag.repetition) !== 0;
    let low = 0;
    let high = 0;
    let formats = false;
    let surplus = false;
    let end = (marks[first + 1] ?? 0) + 1;
    for (let k = 1; k <= count; k++) {
      const start = end;
      const stop = marks[first + k + 1] ?? 0;
      end = stop + 1;
      if (start >= stop) continue;
      if (k <= 30) low |= 1 << k;
      else if (k <= 60) high |= 1 << (k - 30);
      this.#element = k;
      const element = elements[k];
      if (element === undefined || element.notUsed) {
        const value = this.#foreign(element, k < elements.length, batch, index, surplus);
        surplus ||= k >= elements.length;
        if (decode) object[element?.key ?? `element_${positionSuffix(k)}`] = value;
        continue;
      }
      if (element.format !== 0) formats = true;
      let value: JsonValue;
      if (unusual) value = this.#unusual(element, batch, index, k, flags);
      else if (element.kind === Kind.composite ? repeats : split && this.#separated(start, stop))
        value = this.#parts(element, start, stop);
      else if (element.kind === Kind.composite) {
        value = this.#piece(element, start, stop);
        if (element.array) value = this.#one(element, value);
      } else {
        value = this.#span(element, start, stop);
        if (element.array) value = this.#one(element, value);
      }
      if (decode) object[element.key] = value;
    }
    if (!holdsPresence(segment.image.words, segment.row, low, high)) this.#presence(segment, low, high);
    if (formats) this.#formats(segment, batch, index);
    if (count > 0 && end - 1 === (marks[first + count] ?? 0) + 1)
      this.#say('trailing-separators', count, undefined, '');
    return object;
  }

  #span(element: ElementPlan, start: number, stop: number): JsonValue {
    if (!isRight(this.#words, element.row, this.#bytes, start, stop))
      return this.#slow(element, this.#slice(start, stop));
    return this.#decode ? this.#spans.read(this.#words, element.row, element, start, stop) : '';
  }

  #separated(start: number, stop: number): boolean {
    return isSplit(this.#bytes, start, stop, this.#componentByte, this.#repetitionByte);
  }

  /** Splits an element at the repetition separator: repetition binds looser than component (X12.6). */
  #parts(element: ElementPlan, start: number, stop: number): JsonValue {
    const separator = this.#repetitionByte;
    const bytes = this.#bytes;
    let values: JsonValue[] | undefined;
    let filled = 0;
    let hole = 0;
    let from = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop && bytes[i] !== separator) continue;
      if (i === stop && values === undefined) break;
      values ??= freshList();
      this.#repetition = values.length + 1;
      values.push(from === i ? '' : this.#piece(element, from, i));
      if (this.#holdsValue(from, i)) filled = values.length;
      else if (hole === 0) hole = values.length;
      from = i + 1;
    }
    if (values === undefined) {
      const value = this.#piece(element, start, stop);
      return element.array ? this.#one(element, value) : value;
    }
    // Empty ones at the end are trailing separators.
    if (hole !== 0 && hole < filled) {
      this.#repetition = hole;
      this.#say('element-repetition-empty', this.#element, element, '');
    }
    this.#repetition = 0;
    return this.#repeated(element, values, filled);
  }

  // Component separators alone are no value.
  #holdsValue(start: number, stop: number): boolean {
    let i = start;
    while (i < stop && this.#bytes[i] === this.#componentByte) i++;
    return i < stop;
  }

  #one(element: ElementPlan, value: JsonValue): JsonValue {
    if (element.repeatMin > 1) this.#say('element-repetitions-few', this.#element, element, '');
    return freshListOf(value);
  }

  /** @param filled repetitions without the empty ones at the end; values cannot tell, they are all empty when only checking. */
  #repeated(element: ElementPlan, values: JsonValue[], filled: number): JsonValue {
    while (values.length > filled) {
      values.pop();
      this.#say('trailing-separators', this.#element, element, '');
    }
    if (filled === 0) this.#separatorsOnly(element);
    if (values.length > element.repeat) {
      this.#repetition = element.repeat + 1;
      this.#say('element-repetitions', this.#element, element, '');
      this.#repetition = 0;
    }
    if (values.length < element.repeatMin) this.#say('element-repetitions-few', this.#element, element, '');
    return values;
  }

  /** One repetition: a composite, or a simple value that may wrongly hold components. */
  #piece(element: ElementPlan, start: number, stop: number): JsonValue {
    const composite = element.kind === Kind.composite;
    const separator = this.#componentByte;
    const bytes = this.#bytes;
    let i = start;
    if (!composite) {
      while (i < stop && bytes[i] !== separator) i++;
      if (i === stop) return this.#span(element, start, stop);
    }
    const object: JsonObject = this.#decode ? {} : NOTHING;
    let bits = 0;
    let position = 1;
    let from = start;
    for (i = start; i <= stop; i++) {
      if (i < stop && bytes[i] !== separator) continue;
      if (i > from) {
        if (position <= 30) bits |= 1 << position;
        this.#component = position;
        this.#part(element, position, from, i, object);
      }
      from = i + 1;
      position++;
    }
    if (position > 2 && bytes[stop - 1] === separator) this.#say('trailing-separators', this.#element, element, '');
    this.#component = 0;
    if (bits === 0) this.#separatorsOnly(element);
    if (composite) this.#composite(element, bits);
    if (composite && (bits & (1 << element.formatComponent)) > 1)
      this.#componentFormat(element, this.#slice(start, stop));
    return object;
  }

  #part(element: ElementPlan, position: number, start: number, stop: number, object: JsonObject): void {
    const part = element.kind === Kind.composite ? element.components[position] : position === 1 ? element : undefined;
    let value: JsonValue;
    if (part === undefined || part.notUsed) {
      value = this.#slice(start, stop);
      const defined = position < element.components.length;
      this.#say(defined ? 'element-not-used' : 'component-surplus', this.#element, part, value);
    } else value = this.#span(part, start, stop);
    if (this.#decode)
      object[part === undefined || part === element ? `component_${positionSuffix(position)}` : part.key] = value;
  }

  /** Nothing but separators is no value, although something stands between the element separators. */
  #separatorsOnly(element: ElementPlan): void {
    if (!element.required || this.#repetition > 0) return;
    this.#say(element.mandatory ? 'element-mandatory-missing' : 'element-required-missing', this.#element, element, '');
  }

  #composite({ components, syntax }: ElementPlan, bits: number): void {
    checkPresence({ elements: components, syntax }, bits, 0, (reason, position, notes) => {
      // Of a composite without any component only what its notes say is told of components.
      if (bits === 0 && notes === undefined) return;
      this.#component = position;
      this.#say(reason, this.#element, components[position], '', notes);
    });
    this.#component = 0;
  }

  // A method of its own: a closure inside `read` would cost it a context on every call.
  #presence(segment: SegmentPlan, low: number, high: number): void {
    checkPresence(segment, low, high, (reason, position, notes) =>
      this.#say(reason, position, segment.elements[position], '', notes),
    );
  }

  // DE 1251 by its DE 1250, for the elements of a segment.
  #formats(segment: SegmentPlan, batch: SegmentBatch, index: number): void {
    const first = batch.starts[index] ?? 0;
    for (const element of segment.elements) {
      if (element === undefined || element.format === 0) continue;
      const start = (batch.marks[first + element.position] ?? 0) + 1;
      const stop = batch.marks[first + element.position + 1] ?? 0;
      if (element.position > batch.elementCount(index) || start >= stop) continue;
      const from = (batch.marks[first + element.format] ?? 0) + 1;
      const qualifier = packBytes(batch.bytes, from, batch.marks[first + element.format + 1] ?? 0);
      if (isFormattedAt(batch.bytes, start, stop, qualifier)) continue;
      // Surplus repetitions or components are told already; with them it is no date.
      if (this.#separated(start, stop)) continue;
      const text = batch.element(index, element.position);
      const verdict = checkFormattedDate(batch.element(index, element.format), text);
      if (verdict !== 'date' && verdict !== 'time') continue;
      this.#say(verdict === 'date' ? 'element-date' : 'element-time', element.position, element, text);
    }
  }

  // DE 1251 inside a composite, such as the date of a procedure in HI.
  #componentFormat(element: ElementPlan, text: string): void {
    const parts = text.split(this.#batch?.delimiters.component ?? '');
    const part = element.components[element.formatComponent];
    const value = parts[element.formatComponent - 1] ?? '';
    const verdict = checkFormattedDate(parts[(part?.format ?? 0) - 1] ?? '', value);
    if (verdict !== 'date' && verdict !== 'time') return;
    this.#component = element.formatComponent;
    this.#say(verdict === 'date' ? 'element-date' : 'element-time', this.#element, part, value);
    this.#component = 0;
  }

  #foreign(
    element: ElementPlan | undefined,
    defined: boolean,
    batch: SegmentBatch,
    index: number,
    reported: boolean,
  ): JsonValue {
    const text = batch.element(index, this.#element);
    if (defined) this.#say(notUsedReason(element, text), this.#element, element, text);
    else if (!reported) this.#say('element-surplus', this.#element, undefined, text);
    return this.#decode ? structured(text, batch) : '';
  }

  // Control characters, characters beyond ASCII, binary octets: by strings.
  #unusual(element: ElementPlan, batch: SegmentBatch, index: number, k: number, flags: number): JsonValue {
    const text = batch.element(index, k);
    if (element.kind === Kind.binary) return { base64: base64Of(text) };
    if ((flags & SPLIT) === 0) {
      const value = element.kind === Kind.composite ? this.#textPiece(element, text, batch) : this.#slow(element, text);
      return element.array ? this.#one(element, value) : value;
    }
    const separator = batch.delimiters.repetition;
    const pieces = separator === undefined ? [text] : text.split(separator);
    if (pieces.length === 1) {
      const value = this.#textPiece(element, text, batch);
      return element.array ? this.#one(element, value) : value;
    }
    const values = pieces.map((piece, at) => {
      this.#repetition = at + 1;
      return piece === '' ? '' : this.#textPiece(element, piece, batch);
    });
    this.#repetition = 0;
    return this.#repeated(element, values, pieces.findLastIndex((piece) => piece !== '') + 1);
  }

  #textPiece(element: ElementPlan, text: string, batch: SegmentBatch): JsonValue {
    const parts = text.split(batch.delimiters.component);
    const composite = element.kind === Kind.composite;
    if (parts.length === 1 && !composite) return this.#slow(element, text);
    const object: JsonObject = {};
    let bits = 0;
    for (const [at, part] of parts.entries()) {
      if (part === '') continue;
      const position = at + 1;
      if (position <= 30) bits |= 1 << position;
      this.#component = position;
      const plan = composite ? element.components[position] : position === 1 ? element : undefined;
      const known = plan !== undefined && !plan.notUsed;
      if (!known)
        this.#say(
          position < element.components.length ? 'element-not-used' : 'component-surplus',
          this.#element,
          plan,
          part,
        );
      const value = known ? this.#slow(plan, part) : part;
      if (this.#decode)
        object[plan === undefined || plan === element ? `component_${positionSuffix(position)}` : plan.key] = value;
    }
    if (parts.length > 1 && parts[parts.length - 1] === '')
      this.#say('trailing-separators', this.#element, element, '');
    this.#component = 0;
    if (bits === 0) this.#separatorsOnly(element);
    if (composite) this.#composite(element, bits);
    if (composite && (bits & (1 << element.formatComponent)) > 1) this.#componentFormat(element, text);
    return object;
  }

  #slow(element: ElementPlan, text: string): JsonValue {
    checkValue(element, text, this.#standard, (reason) => this.#say(reason, this.#element, element, text));
    return this.#decode ? toJson(element, text, this.#numbers) : '';
  }

  #slice(start: number, stop: number): string {
    return this.#decode ? this.#text.substring(start, stop) : (this.#batch?.text().substring(start, stop) ?? '');
  }

  #say(
    reason: Reason,
    element: number,
    plan: ElementPlan | undefined,
    value: string,
    syntax?: readonly string[],
  ): void {
    this.#report(reason, { element, component: this.#component, repetition: this.#repetition, plan, value, syntax });
  }
}
