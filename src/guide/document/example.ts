import { requireForm } from '../../model/check-options.js';
import type { Guide, RuleNode, SectionName } from '../../model/guide.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { DataOf } from '../../model/known-guide.js';
import { VALUE_FORMATS } from '../../model/value-format.js';
import { type CompileOptions, compileGuide } from '../compile/compile.js';
import {
  type ElementPlan,
  type GuidePlan,
  Kind,
  type LoopPlan,
  type SegmentPlan,
  type Slot,
  type SyntaxNotePlan,
} from '../plan/plan.js';
import { type Demands, demandedElements, demandsOf, NO_DEMANDS } from './example-demands.js';

/**
 * A minimal transaction set of a guide, as `generate` takes it: every required loop, segment and element once, with made-up values. ST, SE,
 * HL, LS and LE are left to the writer. Where rules of the guide ask for more than one thing at once, it may break one: `engine.check` says so.
 * @param options.dictionaries lists of codes for guides that have none of their own. Default: none.
 * @throws X12Error `X12_GUIDE_INVALID` when the guide breaks the dialect.
 * @example
 * ```ts
 * import { exampleOf } from 'ediloom';
 * import { guide } from 'ediloom/guides/850-004010';
 *
 * console.log(JSON.stringify(exampleOf(guide), undefined, 2));
 * ```
 */
export function exampleOf<Asked extends Guide>(
  guide: Asked,
  options: Pick<CompileOptions, 'dictionaries'> = {},
): DataOf<Asked> {
  requireForm('exampleOf', 'guide', guide, 'object');
  requireForm('exampleOf', 'options', options, 'object');
  return exampleOfPlan(compileGuide(guide, options)) as DataOf<Asked>; // made by the guide whose type that is
}

/** The same of a guide that is compiled. */
export function exampleOfPlan(plan: GuidePlan): Partial<Record<SectionName, JsonObject>> {
  const data: Partial<Record<SectionName, JsonObject>> = {};
  for (const section of plan.sections) data[section] = {};
  const demands = demandsOf(plan.root, NO_DEMANDS);
  for (const slot of plan.root.slots) {
    if (slot.section === undefined || !wanted(slot, demands)) continue;
    const section = data[slot.section];
    if (section !== undefined) section[slot.key] = several(slot, exampleSlot(slot, demands));
  }
  return data;
}

const DERIVED = new Set(['ST', 'SE', 'HL', 'LS', 'LE']);

function wanted(slot: Slot, demands: Demands): boolean {
  if (slot.kind === 'loop') return slot.required || demands.loops.has(slot.loopId);
  return slot.required && !DERIVED.has(slot.tag);
}

function several(slot: Slot, value: JsonObject): JsonValue {
  return slot.array ? Array.from({ length: Math.max(1, slot.min) }, () => value) : value;
}

function exampleSlot(slot: Slot, demands: Demands): JsonObject {
  return slot.kind === 'segment' ? exampleSegment(slot, slot, demands) : exampleLoop(slot, demandsOf(slot, demands));
}

function exampleLoop(loop: LoopPlan, demands: Demands): JsonObject {
  const object: JsonObject = {};
  for (const slot of loop.slots) {
    if (slot === loop.trigger) {
      if (!DERIVED.has(loop.trigger.tag) || loop.hlLevel === '')
        object[slot.key] = exampleSegment(loop.trigger, loop, demands);
    } else if (wanted(slot, demands)) object[slot.key] = several(slot, exampleSlot(slot, demands));
  }
  return object;
}

function exampleSegment(segment: SegmentPlan, told: Slot, demands: Demands): JsonObject {
  const chosen = new Map<number, string>();
  const discriminator = told.discriminator ?? segment.discriminator;
  const code = discriminator === undefined ? undefined : [...discriminator.codes.values][0];
  if (discriminator !== undefined && code !== undefined && discriminator.component === 0)
    chosen.set(discriminator.element, code);
  const object = exampleElements(segment.elements, segment.syntax, chosen, demandedElements(segment));
  for (const element of segment.elements) {
    if (element === undefined || object[element.key] === undefined) continue;
    if (demands.balanced.has(`${segment.tag}/${String(element.position).padStart(2, '0')}`)) object[element.key] = 0;
  }
  for (const rule of segment.rules) putFormat(rule, segment, object);
  if (segment.tag === 'HL') {
    for (const position of [1, 2, 4]) delete object[segment.elements[position]?.key ?? ''];
  }
  if (discriminator !== undefined && code !== undefined && discriminator.component > 0) {
    const element = segment.elements[discriminator.element];
    const parts = new Map([[discriminator.component, code]]);
    if (element !== undefined) object[element.key] = exampleElements(element.components, element.syntax, parts);
  }
  return object;
}

// What a rule says is an NPI, or another public number, by the qualifier that was chosen.
function putFormat({ when = [], then }: RuleNode, { elements }: SegmentPlan, object: JsonObject): void {
  if (then.must !== 'conform') return;
  const keyAt = (path: string): string => elements[Number(path)]?.key ?? '';
  const valueAt = (path: string): string => String(object[keyAt(path)] ?? elements[Number(path)]?.single);
  const holds = when.every(({ path, is, not }) => not === true || is?.includes(valueAt(path)) === true);
  const key = keyAt(then.path);
  if (holds && typeof object[key] === 'string') object[key] = VALUE_FORMATS[then.format].example;
}

function exampleElements(
  elements: readonly (ElementPlan | undefined)[],
  syntax: readonly SyntaxNotePlan[],
  chosen: ReadonlyMap<number, string>,
  demanded: readonly number[] = [],
): JsonObject {
  const positions = new Set<number>([...chosen.keys(), ...demanded]);
  for (const element of elements) if (element?.required === true) positions.add(element.position);
  satisfy(syntax, positions, elements);
  // A segment or composite must hold something: its first usable element, where nothing is required.
  const usable = elements.find((element) => element?.notUsed === false);
  if (positions.size === 0 && usable !== undefined) positions.add(usable.position);
  const object: JsonObject = {};
  for (const position of [...positions].sort((a, b) => a - b)) {
    const element = elements[position];
    if (element === undefined) continue;
    const value = exampleValue(element, chosen.get(position), elements);
    object[element.key] = element.array ? Array.from({ length: Math.max(1, element.repeatMin) }, () => value) : value;
  }
  return object;
}

// Adds what syntax notes ask for, until nothing more is asked; each round adds a position, so it ends.
function satisfy(
  notes: readonly SyntaxNotePlan[],
  positions: Set<number>,
  elements: readonly (ElementPlan | undefined)[],
): void {
  for (let added = true; added; ) {
    added = false;
    for (const note of notes) {
      const usable = note.positions.filter((position) => elements[position]?.notUsed === false);
      const present = usable.filter((position) => positions.has(position));
      const first = note.positions[0] ?? 0;
      let add: readonly number[] = [];
      if (note.letter === 'R' && present.length === 0) add = usable.slice(0, 1);
      if (note.letter === 'P' && present.length > 0) add = usable;
      if (note.letter === 'C' && positions.has(first)) add = usable;
      if (note.letter === 'L' && positions.has(first) && present.length < 2) add = usable.slice(1, 2);
      for (const position of add) {
        if (positions.has(position)) continue;
        positions.add(position);
        added = true;
      }
    }
  }
}

function exampleValue(
  element: ElementPlan,
  chosen: string | undefined,
  siblings: readonly (ElementPlan | undefined)[],
): JsonValue {
  if (chosen !== undefined) return chosen;
  const code = element.codes === undefined ? undefined : [...element.codes.values][0];
  switch (element.kind) {
    case Kind.composite:
      return exampleElements(element.components, element.syntax, new Map());
    case Kind.integer:
    case Kind.decimal:
      return (
        Number(`1${'0'.repeat(Math.max(0, element.min - 1))}`) /
        10 ** (element.kind === Kind.integer ? element.scale : 0)
      );
    case Kind.date:
      return '2026-01-31';
    case Kind.time:
      return element.min > 4 ? '12:00:00' : '12:00';
    case Kind.binary:
      return { base64: 'WA==' };
    default:
      return code ?? formatted(element, siblings) ?? 'EXAMPLE'.padEnd(element.min, 'X').slice(0, element.max);
  }
}

// DE 1251 takes the form that the first code of its qualifier prescribes.
function formatted(element: ElementPlan, siblings: readonly (ElementPlan | undefined)[]): string | undefined {
  const qualifier = element.format === 0 ? undefined : [...(siblings[element.format]?.codes?.values ?? [])][0];
  if (qualifier === 'D8') return '20260131';
  if (qualifier === 'RD8') return '20260101-20260131';
  if (qualifier === 'TM') return '1200';
  if (qualifier === 'DT') return '202601311200';
  return undefined;
}
