import { type CharacterRules, repairedText } from './character-rules.js';
import { packCode } from './code-table.js';
import { collectValues, type DoubtfulKeys } from './collect-values.js';
import { fillIn } from './encode-element.js';
import { type ElementTable, NO_ELEMENTS } from './encode-tables.js';
import { type ElementPlan, Kind } from './plan.js';
import { smallUnits } from './rules/decimal-sum.js';
import type { ElementSource } from './rules/element-source.js';
import { type DataObject, isList, isObject, lengthOf, readMember, readProperty } from './safe-read.js';
import type { SetOutput } from './set-output.js';
import { writeValue } from './write-value.js';

// No encoding has half a surrogate pair, so no value that is written holds one of these.
const COMPONENT = '\uD800';
const REPETITION = '\uDC00';
/** Rules ask of octets no more than whether there are some. */
const OCTETS = '\0';
/** Ten-thousandths in a hundredth, see `smallUnits`. */
const UNITS = 100;

/** A segment that is being written, as rules read it: text is made of its JSON values only when it is asked for. */
export class WrittenSource implements ElementSource {
  readonly component = COMPONENT;
  readonly repetition = REPETITION;
  count = 0;
  #table: ElementTable | undefined;
  #values: readonly unknown[] = [];
  readonly #output: SetOutput;

  constructor(output: SetOutput) {
    this.#output = output;
  }

  /** `values` by position, up to `count`; read until the next call. */
  open(table: ElementTable, values: readonly unknown[], count: number): void {
    this.#table = table;
    this.#values = values;
    this.count = count;
  }

  has(k: number): boolean {
    const value = k > this.count ? undefined : this.#values[k];
    return value !== undefined && (typeof value !== 'object' || this.element(k) !== '');
  }

  isPlain(k: number): boolean {
    return typeof this.#values[k] !== 'object';
  }

  packed(k: number): number {
    return packCode(this.element(k));
  }

  units(k: number): number {
    const value = this.#values[k];
    const cents = typeof value === 'number' ? Math.round(value * 100) : Number.NaN;
    if (Math.abs(cents) < 1e13 && cents / 100 === value && this.#table?.elements[k]?.kind === Kind.decimal)
      return cents * UNITS;
    const text = this.element(k);
    return smallUnits(text);
  }

  element(k: number): string {
    const value = k > this.count ? undefined : this.#values[k];
    if (value === undefined) return '';
    const element = this.#table?.elements[k];
    if (typeof value === 'string' && (element?.kind === Kind.code || element?.kind === Kind.text))
      return repairedText(value, element, this.#output.characters);
    if (!isList(value)) return this.#piece(element, value);
    const pieces = Array.from({ length: lengthOf(value) }, (_, index) =>
      this.#piece(element, readMember(value, index)),
    );
    return joined(pieces, REPETITION);
  }

  #piece(element: ElementPlan | undefined, value: unknown): string {
    if (!isObject(value)) return plainText(element, value, this.#output.characters);
    if (element?.kind === Kind.binary) return readProperty(value, 'base64') === '' ? '' : OCTETS;
    return element?.kind === Kind.composite
      ? this.#composite(element, value)
      : foreign(element, value, this.#output.characters);
  }

  #composite({ position, components, required }: ElementPlan, value: DataObject): string {
    const table = this.#table?.parts[position] ?? NO_ELEMENTS;
    const parts: unknown[] = [];
    let last = collectValues(value, table, parts, SILENT);
    const text = (part: unknown, index: number): string =>
      plainText(components[index + 1], part, this.#output.characters);
    const isEmpty = !parts.slice(1, last + 1).some((part, index) => text(part, index) !== '');
    if (required || !isEmpty) last = fillIn(table, parts, last);
    return joined(parts.slice(1, last + 1).map(text), COMPONENT);
  }
}

// Whatever is doubtful was reported when it was written.
const SILENT: DoubtfulKeys = { unknown: () => undefined, repeated: () => undefined };

// A simple element that came with components: the first is the element itself.
function foreign(element: ElementPlan | undefined, value: DataObject, characters: CharacterRules | undefined): string {
  const parts: unknown[] = [];
  const last = collectValues(value, NO_ELEMENTS, parts, SILENT);
  return joined(
    parts.slice(1, last + 1).map((part, index) => plainText(index === 0 ? element : undefined, part, characters)),
    COMPONENT,
  );
}

function plainText(element: ElementPlan | undefined, value: unknown, characters: CharacterRules | undefined): string {
  const given = typeof value === 'string' ? repairedText(value, element, characters) : value;
  if (element === undefined) return typeof given === 'string' ? given : '';
  return writeValue(element, given) ?? '';
}

// As it is written: nothing behind the last value.
function joined(texts: string[], separator: string): string {
  while (texts.length > 0 && texts.at(-1) === '') texts.pop();
  return texts.join(separator);
}
