import fc from 'fast-check';
import {
  type ElementPlan,
  type GuidePlan,
  Kind,
  type LoopPlan,
  type SegmentPlan,
  type Slot,
  type SyntaxNotePlan,
} from '../../src/guide/plan/plan.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';

/** Written from nesting and counts when absent, so that reading leaves them out (HL) or computes them. */
const DERIVED: ReadonlySet<string> = new Set(['ST', 'SE', 'HL', 'LS', 'LE']);
/** Loops deeper than this get their required members only. */
const FREE_DEPTH = 4;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Numbers drawn one after another from a fast-check array, so that shrinking it makes the JSON plainer. */
class Choices {
  #next = 0;
  readonly #numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  below(limit: number): number {
    return (this.#numbers[this.#next++ % this.#numbers.length] ?? 0) % limit;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }
}

/** Guide JSON that keeps every rule of the guide's structure: slots, elements, codes, types, lengths and syntax notes. */
export function guideJson(plan: GuidePlan): fc.Arbitrary<JsonObject> {
  const numbers = fc.array(fc.nat({ max: 9_999 }), { minLength: 40, maxLength: 200 });
  return fc
    .tuple(numbers, fc.nat({ max: 40 }))
    .map(([made, optional]) => new Maker(new Choices(made), optional).set(plan));
}

class Maker {
  readonly #choices: Choices;
  /** Of a hundred optional things, so many are there. */
  readonly #optional: number;

  constructor(choices: Choices, optional: number) {
    this.#choices = choices;
    this.#optional = optional;
  }

  set(plan: GuidePlan): JsonObject {
    const data: JsonObject = {};
    for (const name of plan.sections) {
      const section: JsonObject = {};
      for (const slot of plan.root.slots) if (slot.section === name) this.#slot(slot, section, 0);
      if (Object.keys(section).length > 0) data[name] = section;
    }
    return data;
  }

  #slot(slot: Slot, into: JsonObject, depth: number): void {
    const tag = slot.kind === 'segment' ? slot.tag : slot.trigger?.tag;
    if (slot.kind === 'segment' && DERIVED.has(slot.tag)) return;
    // Bracketed loops need their LS, and an HL loop without level codes its own tree: both are built elsewhere.
    const free = depth < FREE_DEPTH && tag !== 'HL' && !(slot.kind === 'loop' && slot.bracketedBy !== undefined);
    if (!slot.required && !(free && this.#wanted())) return;
    const count = Math.max(1, slot.min) + (slot.array && slot.max > slot.min + 1 && this.#wanted() ? 1 : 0);
    const values = Array.from({ length: slot.array ? Math.min(count, slot.max) : 1 }, () => this.#value(slot, depth));
    into[slot.key] = slot.array ? values : (values[0] ?? {});
  }

  #value(slot: Slot, depth: number): JsonObject {
    if (slot.kind === 'segment') return this.#segment(slot, slot);
    const object: JsonObject = {};
    for (const child of slot.slots) {
      if (child !== slot.trigger) this.#slot(child, object, depth + 1);
      else if (!DERIVED.has(child.tag)) object[child.key] = this.#segment(slot.trigger, slot);
      else if (slot.hlLevel === '') object[child.key] = this.#level(slot, slot.trigger);
    }
    return object;
  }

  // The recursive form keeps HL03; the other elements come from nesting.
  #level(loop: LoopPlan, trigger: SegmentPlan): JsonObject {
    const whole = this.#segment(trigger, loop);
    const key = trigger.elements[3]?.key ?? '';
    return { [key]: whole[key] ?? '' };
  }

  #segment(segment: SegmentPlan, told: Slot): JsonObject {
    const { discriminator = segment.discriminator } = told;
    const fixed = new Map<number, string>();
    const code = discriminator === undefined ? undefined : this.#choices.pick([...discriminator.codes.values]);
    if (discriminator === undefined || code === undefined)
      return this.#elements(segment.elements, segment.syntax, fixed);
    if (discriminator.component === 0) {
      fixed.set(discriminator.element, code);
      return this.#elements(segment.elements, segment.syntax, fixed);
    }
    const object = this.#elements(segment.elements, segment.syntax, new Map([[discriminator.element, '']]));
    const composite = segment.elements[discriminator.element];
    if (composite !== undefined) {
      const parts = this.#elements(composite.components, composite.syntax, new Map([[discriminator.component, code]]));
      object[composite.key] = composite.array ? [parts] : parts;
    }
    return object;
  }

  #elements(
    elements: readonly (ElementPlan | undefined)[],
    notes: readonly SyntaxNotePlan[],
    fixed: ReadonlyMap<number, string>,
  ): JsonObject {
    const usable = elements.filter(
      (element): element is ElementPlan => element?.notUsed === false && hasPlainValue(element),
    );
    const there = new Set(fixed.keys());
    for (const { required, position } of usable) if (required || this.#wanted()) there.add(position);
    const first = usable[0];
    if (there.size === 0 && first !== undefined) there.add(first.position);
    satisfy(notes, there, usable);
    const object: JsonObject = {};
    for (const element of usable) {
      if (!there.has(element.position)) continue;
      const value = (): JsonValue => this.#element(element, fixed.get(element.position), object, elements);
      const least = Math.max(1, element.repeatMin);
      object[element.key] = element.array ? Array.from({ length: least }, value) : value();
    }
    return object;
  }

  #element(
    element: ElementPlan,
    fixed: string | undefined,
    siblings: JsonObject,
    plans: readonly (ElementPlan | undefined)[],
  ): JsonValue {
    if (fixed !== undefined && fixed !== '') return fixed;
    if (element.codes !== undefined) {
      // With a DE 1250 beside it, only forms that the value below knows.
      const known = plans.some((other) => other?.format === element.position);
      const codes = [...element.codes.values].filter((code) => !known || FORMATTED[code] !== undefined);
      return this.#choices.pick(codes) ?? [...element.codes.values][0] ?? '';
    }
    switch (element.kind) {
      case Kind.composite:
        return this.#elements(element.components, element.syntax, new Map());
      case Kind.integer:
        return this.#number(element, element.scale);
      case Kind.decimal:
        return this.#number(element, 2);
      case Kind.date:
        return `20${this.#two(10, 40)}-${this.#two(1, 12)}-${this.#two(1, 28)}`;
      case Kind.time:
        return element.min > 4 || (element.max > 4 && this.#wanted())
          ? `${this.#clock()}:${this.#two(0, 59)}`
          : this.#clock();
      case Kind.binary:
        return { base64: 'WH4qPg==' };
      default:
        return this.#formatted(element, siblings, plans) ?? this.#text(element);
    }
  }

  /** An Nn or R that JSON can say exactly: no zeros in front, none needed to reach the least number of digits. */
  #number(element: ElementPlan, scale: number): number {
    const { pattern } = element;
    if (pattern !== undefined)
      return (
        Number(PLAIN.find((text) => pattern.test(text)) ?? '1') / 10 ** (element.kind === Kind.integer ? scale : 0)
      );
    const most = Math.min(element.max, 7);
    const digits = Math.max(element.min, 1 + this.#choices.below(most));
    const whole = `${1 + this.#choices.below(9)}${String(this.#choices.below(10_000)).repeat(4)}`.slice(
      0,
      Math.min(digits, 15),
    );
    const number = Number(whole.padEnd(Math.max(element.min, 1), '7'));
    return element.kind === Kind.integer ? number / 10 ** scale : number;
  }

  #formatted(
    element: ElementPlan,
    siblings: JsonObject,
    plans: readonly (ElementPlan | undefined)[],
  ): string | undefined {
    if (element.format === 0) return undefined;
    const code = siblings[plans[element.format]?.key ?? ''];
    return typeof code === 'string' ? FORMATTED[code] : undefined;
  }

  #text({ min, max, pattern }: ElementPlan): string {
    if (pattern !== undefined) return PLAIN.find((text) => pattern.test(text)) ?? '';
    const length = Math.max(1, Math.min(max, Math.max(min, 1 + this.#choices.below(12))));
    let text = '';
    while (text.length < length) text += LETTERS.charAt(this.#choices.below(26));
    return text;
  }

  #clock(): string {
    return `${this.#two(0, 23)}:${this.#two(0, 59)}`;
  }

  #two(least: number, most: number): string {
    return String(least + this.#choices.below(most - least + 1)).padStart(2, '0');
  }

  #wanted(): boolean {
    return this.#choices.below(100) < this.#optional;
  }
}

/** Tried where a guide has a pattern. */
const PLAIN = ['A', '1', '1A', 'AB', '12', '123456789', '1234567890', 'A1B2C3', '20260131', '00501'];

/** Where no tried text fits its pattern, an element is left out. */
function hasPlainValue({ pattern, kind, required }: ElementPlan): boolean {
  return required || pattern === undefined || kind !== Kind.text || PLAIN.some((text) => pattern.test(text));
}

const FORMATTED: Readonly<Record<string, string>> = {
  D8: '20260131',
  RD8: '20260101-20260131',
  TM: '1200',
  DT: '202601311200',
  D6: '260131',
  RD6: '260101-260131',
};

/** Adds what notes ask for, and takes away what E (one at most) forbids, until all hold or nothing helps. */
function satisfy(notes: readonly SyntaxNotePlan[], there: Set<number>, usable: readonly ElementPlan[]): void {
  const allowed = new Set(usable.map(({ position }) => position));
  for (let round = 0; round < 10; round++) for (const note of notes) satisfyNote(note, { there, allowed, round });
}

// Which one is added changes from round to round: another note may take the first away again.
function satisfyNote(
  { letter, positions }: SyntaxNotePlan,
  { there, allowed, round }: { there: Set<number>; allowed: ReadonlySet<number>; round: number },
): void {
  const possible = positions.filter((position) => allowed.has(position));
  const present = possible.filter((position) => there.has(position));
  const [first = 0, ...others] = positions;
  const add = (wanted: readonly number[]): void => {
    for (const position of wanted) there.add(position);
  };
  if (letter === 'P' && present.length > 0) add(possible);
  else if (letter === 'R' && present.length === 0) add([possible[round % possible.length] ?? 0]);
  else if (letter === 'C' && there.has(first)) add(others.filter((position) => allowed.has(position)));
  else if (letter === 'L' && there.has(first) && present.length < 2)
    add([possible[1 + (round % Math.max(1, possible.length - 1))] ?? 0]);
  else if (letter === 'E') for (const position of present.slice(1)) there.delete(position);
}
