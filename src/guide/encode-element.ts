import { octetsOf } from './base64.js';
import { type CharacterRules, repairedText } from './character-rules.js';
import { checkFormattedDate } from './check-date.js';
import { collectValues } from './collect-values.js';
import type { EncodeCursor } from './encode-cursor.js';
import { type ElementTable, NO_ELEMENTS } from './encode-tables.js';
import { receivedText, type ValueEncoder } from './encode-value.js';
import { type ElementPlan, Kind } from './plan.js';
import { type DataObject, isList, isObject, lengthOf, ownKeys, readMember, readProperty } from './safe-read.js';
import type { SetOutput } from './set-output.js';
import { asksFor, checkSyntaxNotes, notesHold } from './syntax-notes.js';

/** Given for a composite that consists of codes which encode fills in. */
export const DERIVED_COMPOSITE: DataObject = Object.freeze({});

/** Writes one element: its repetitions, components and octets. Returns whether the element counts as present. */
export class ElementEncoder {
  readonly #output: SetOutput;
  readonly #cursor: EncodeCursor;
  readonly #values: ValueEncoder;
  /** Component values by position; scratch. */
  readonly #parts: unknown[] = [];

  constructor(output: SetOutput, cursor: EncodeCursor, values: ValueEncoder) {
    this.#output = output;
    this.#cursor = cursor;
    this.#values = values;
  }

  write(element: ElementPlan | undefined, value: unknown): boolean {
    if (isList(value)) return this.#repetitions(element, value);
    if (element?.array === true && element.repeatMin > 1) this.#cursor.say('element-repetitions-few', element);
    return this.#piece(element, value);
  }

  #repetitions(element: ElementPlan | undefined, list: readonly unknown[]): boolean {
    const cursor = this.#cursor;
    const length = lengthOf(list);
    if (length === 0 && element?.array !== true) return this.#noData(element);
    let last = 0;
    let hole = 0;
    for (let i = 0; i < length && !cursor.full; i++) {
      if (i > 0) this.#output.sink.nextRepetition();
      const value = readMember(list, i);
      cursor.repetition = i + 1;
      if (isList(value)) cursor.say('value-type', element);
      // '' is an empty one, as reading shows it. At the end it is not written.
      else if (value !== '' && this.#piece(element, value)) last = i + 1;
      else if (hole === 0) hole = i + 1;
    }
    cursor.repetition = hole;
    if (hole !== 0 && hole < last) cursor.say('element-repetition-empty', element);
    const most = element?.repeat ?? Number.POSITIVE_INFINITY;
    cursor.repetition = last > most ? most + 1 : 0;
    if (last > most) cursor.say('element-repetitions', element);
    cursor.repetition = 0;
    if (element !== undefined && last > 0 && last < element.repeatMin) cursor.say('element-repetitions-few', element);
    return last > 0;
  }

  #piece(element: ElementPlan | undefined, value: unknown): boolean {
    const known = element !== undefined && !element.notUsed;
    if (isObject(value)) {
      if (known && element.kind === Kind.binary) return this.#binary(element, value);
      if (known && receivedText(element, value) !== undefined) return this.#values.write(element, value);
      return this.#components(known ? element : undefined, value);
    }
    if (!known && typeof value === 'string') return this.#values.foreign(value, element);
    if (known && element.kind !== Kind.composite) return this.#values.write(element, value);
    this.#cursor.say('value-type', element);
    return true;
  }

  #binary(element: ElementPlan, value: DataObject): boolean {
    const text = readProperty(value, 'base64');
    const octets = typeof text === 'string' ? octetsOf(text) : undefined;
    if (octets === undefined) this.#cursor.say('value-type', element);
    else if (!this.#output.sink.binary(octets)) this.#cursor.say('binary-length', element);
    return true;
  }

  // A composite; or a simple or foreign element that came with components: then the first is the element itself.
  #components(element: ElementPlan | undefined, object: DataObject): boolean {
    const cursor = this.#cursor;
    const composite = element?.kind === Kind.composite ? element : undefined;
    const table = (composite === undefined ? undefined : cursor.table.parts[composite.position]) ?? NO_ELEMENTS;
    cursor.part = object;
    cursor.partTable = table;
    const parts = this.#parts;
    let last = collectValues(object, table, parts, cursor);
    if (last === 0 && object !== DERIVED_COMPOSITE && ownKeys(object).length === 0) return this.#noData(element);
    if (composite !== undefined && (composite.required || (last > 0 && !this.#isEmptied(composite, table, last))))
      last = fillIn(table, parts, last);
    let bits = 0;
    let isPresent = false;
    for (let position = 1; position <= last; position++) {
      if (position > 1) this.#output.sink.nextComponent();
      if (parts[position] === undefined) continue;
      cursor.component = position;
      if (!this.#part(element, position, parts[position])) continue;
      isPresent = true;
      if (position <= 30) bits |= 1 << position;
    }
    if (composite !== undefined && isPresent) this.#checkComposite(composite, bits, table);
    for (let position = 1; position <= last; position++) parts[position] = undefined;
    cursor.component = 0;
    cursor.part = undefined;
    return isPresent;
  }

  // A list or an object with nothing in it, or one that is none of JSON: left out without a word it would be lost.
  #noData(element: ElementPlan | undefined): true {
    this.#cursor.part = undefined;
    this.#cursor.say('value-type', element);
    return true;
  }

  // Of an optional composite that repairs empty, the codes that would be filled in alone say nothing.
  #isEmptied({ components }: ElementPlan, table: ElementTable, last: number): boolean {
    if (this.#output.characters?.repairer === undefined || table.derived.length === 0) return false;
    for (let position = 1; position <= last; position++) {
      const value = this.#parts[position];
      if (value === undefined) continue;
      if (typeof value !== 'string' || repairedText(value, components[position], this.#output.characters) !== '')
        return false;
    }
    return true;
  }

  #part(element: ElementPlan | undefined, position: number, value: unknown): boolean {
    const composite = element?.kind === Kind.composite;
    const part = composite ? element.components[position] : position === 1 ? element : undefined;
    if (part !== undefined && !part.notUsed) return this.#values.write(part, value);
    if (element !== undefined) {
      const defined = composite && position < element.components.length;
      this.#cursor.say(defined ? 'element-not-used' : 'component-surplus', part);
    }
    if (typeof value === 'string') return this.#values.foreign(value, part);
    this.#cursor.say('value-type', part);
    return true;
  }

  #checkComposite(composite: ElementPlan, bits: number, table: ElementTable): void {
    const cursor = this.#cursor;
    const { components, requiredComponents, syntax } = composite;
    const missing = requiredComponents & ~bits;
    for (const part of missing === 0 ? [] : components) {
      if (part === undefined || (missing & (1 << part.position)) === 0) continue;
      if (asksFor(syntax, components, { low: bits, high: 0 }, part.position)) continue;
      cursor.component = part.position;
      cursor.say(part.mandatory ? 'element-mandatory-missing' : 'element-required-missing', part);
    }
    if (!notesHold(syntax, bits, 0)) {
      checkSyntaxNotes(syntax, components, { low: bits, high: 0 }, (reason, position) => {
        cursor.component = position;
        cursor.say(reason, components[position]);
      });
    }
    if (!table.formats) return;
    checkFormats(components, this.#parts, this.#output.characters, (reason, part) => {
      cursor.component = part.position;
      cursor.say(reason, part);
    });
  }
}

/** Fills in absent values that have one code only; returns the last position filled. */
export function fillIn(table: ElementTable, values: unknown[], last: number): number {
  let end = last;
  for (const element of table.derived) {
    while (values.length <= element.position) values.push(undefined);
    if (values[element.position] !== undefined) continue;
    values[element.position] = element.single ?? DERIVED_COMPOSITE;
    if (element.position > end) end = element.position;
  }
  return end;
}

/** Checks values whose format a sibling names (DE 1251 by DE 1250). */
export function checkFormats(
  elements: readonly (ElementPlan | undefined)[],
  values: readonly unknown[],
  characters: CharacterRules | undefined,
  report: (reason: 'element-date' | 'element-time', element: ElementPlan) => void,
): void {
  for (const element of elements) {
    if (element === undefined || element.format === 0) continue;
    const qualifier = values[element.format];
    const given = values[element.position];
    // One repetition is the element itself.
    const value = Array.isArray(given) && given.length === 1 ? given[0] : given;
    if (typeof qualifier !== 'string' || typeof value !== 'string') continue;
    const text = repairedText(value, element, characters);
    const verdict = text === '' ? undefined : checkFormattedDate(qualifier, text);
    if (verdict === 'date' || verdict === 'time') report(verdict === 'date' ? 'element-date' : 'element-time', element);
  }
}
