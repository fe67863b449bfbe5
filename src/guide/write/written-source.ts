import { packCode } from '../plan/code-table.js';
import { type ElementTable, NO_ELEMENTS } from '../plan/element-table.js';
import { type ElementPlan, Kind } from '../plan/plan.js';
import type { ElementSource } from '../rules/element-source.js';
import { type DataObject, isList, isObject, lengthOf, readMember, readProperty } from '../values/safe-read.js';
import { writeValue } from '../values/write-value.js';
import { type CharacterRules, repairedText } from './character-rules.js';
import { collectValues, SILENT } from './collect-values.js';
import { fillIn } from './encode-element.js';
import type { SetWriting } from './set-writing.js';

// No encoding has half a surrogate pair, so no value that is written holds one of these.
const COMPONENT = '\uD800';
const REPETITION = '\uDC00';
/** Rules ask of octets no more than whether there are some. */
const OCTETS = '\0';

/** A segment that is being written, as rules read it: text is made of its JSON values only when it is asked for. */
export class WrittenSource implements ElementSource {
  readonly component = COMPONENT;
  readonly repetition = REPETITION;
  count = 0;
  #table: ElementTable | undefined;
  readonly #values: readonly unknown[];
  readonly #writing: SetWriting;

  constructor(writing: SetWriting) {
    this.#writing = writing;
    this.#values = writing.values;
  }

  /** Turns to the segment that was written last. */
  open(table: ElementTable): void {
    this.#table = table;
    this.count = this.#writing.last;
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

  element(k: number): string {
    const value = k > this.count ? undefined : this.#values[k];
    if (value === undefined) return '';
    const element = this.#table?.elements[k];
    if (typeof value === 'string' && (element?.kind === Kind.code || element?.kind === Kind.text))
      return repairedText(value, element, this.#writing.characters);
    if (!isList(value)) return this.#piece(element, value);
    const pieces = Array.from({ length: lengthOf(value) }, (_, index) =>
      this.#piece(element, readMember(value, index)),
    );
    return joined(pieces, REPETITION);
  }

  #piece(element: ElementPlan | undefined, value: unknown): string {
    if (!isObject(value)) return plainText(element, value, this.#writing.characters);
    if (element?.kind === Kind.binary) return readProperty(value, 'base64') === '' ? '' : OCTETS;
    return element?.kind === Kind.composite
      ? this.#composite(element, value)
      : foreign(element, value, this.#writing.characters);
  }

  #composite({ position, components, required }: ElementPlan, value: DataObject): string {
    const table = this.#table?.parts[position] ?? NO_ELEMENTS;
    const parts: unknown[] = [];
    let last = collectValues(value, table, parts, SILENT);
    const text = (part: unknown, index: number): string =>
      plainText(components[index + 1], part, this.#writing.characters);
    const isEmpty = !parts.slice(1, last + 1).some((part, index) => text(part, index) !== '');
    if (required || !isEmpty) last = fillIn(table, parts, last);
    return joined(parts.slice(1, last + 1).map(text), COMPONENT);
  }
}

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
