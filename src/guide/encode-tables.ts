import type { SectionName } from '../model/guide.js';
import { type ElementPlan, Kind, type LoopPlan, type SegmentPlan, type Slot } from './plan.js';

type Elements = readonly (ElementPlan | undefined)[];

/** What encoding needs to know about the elements of a segment or the components of a composite. */
export interface ElementTable {
  /** Position by key, older keys included. */
  readonly positions: ReadonlyMap<string, number>;
  /** Keys by position, for the common case that data comes in guide order. */
  readonly keys: readonly (string | undefined)[];
  /** Required positions that have one code only: written though absent (DECISIONS A12). */
  readonly derived: readonly ElementPlan[];
  /** True when every required position is derived, and there is one. */
  readonly derivable: boolean;
  /** True when some value has its format named by a sibling. */
  readonly formats: boolean;
}

/** What encoding needs to know about the children of a loop. */
export interface LoopTable {
  /** Slot by key, older keys included, for each section; one without name for a loop below the top. */
  readonly slots: ReadonlyMap<SectionName | undefined, ReadonlyMap<string, Slot>>;
  /** Slots that matter also when the data has none of them: required ones, the trigger, LS and LE. In order. */
  readonly needed: readonly Slot[];
}

const elementTables = new WeakMap<Elements, ElementTable>();
const loopTables = new WeakMap<LoopPlan, LoopTable>();

export function elementTable(elements: Elements): ElementTable {
  let table = elementTables.get(elements);
  if (table === undefined) {
    table = makeElementTable(elements);
    elementTables.set(elements, table);
  }
  return table;
}

export function loopTable(loop: LoopPlan): LoopTable {
  let table = loopTables.get(loop);
  if (table === undefined) {
    table = makeLoopTable(loop);
    loopTables.set(loop, table);
  }
  return table;
}

/** True for a segment that consists of single-code elements: it can be written without data. */
export function isDerivable(segment: SegmentPlan): boolean {
  return elementTable(segment.elements).derivable;
}

function makeElementTable(elements: Elements): ElementTable {
  const positions = new Map<string, number>();
  const present = elements.filter((element) => element !== undefined);
  for (const element of present) for (const alias of element.aliases) positions.set(alias, element.position);
  for (const element of present) positions.set(element.key, element.position);
  const required = present.filter((element) => element.required);
  const derived = required.filter(isDerivableElement);
  return {
    positions,
    keys: elements.map((element) => element?.key),
    derived,
    derivable: derived.length > 0 && derived.length === required.length,
    formats: present.some((element) => element.format !== 0),
  };
}

function isDerivableElement(element: ElementPlan): boolean {
  if (element.kind === Kind.composite) return elementTable(element.components).derivable;
  return element.single !== undefined;
}

function makeLoopTable(loop: LoopPlan): LoopTable {
  const slots = new Map<SectionName | undefined, Map<string, Slot>>();
  const keysOf = (slot: Slot): Map<string, Slot> => {
    let keys = slots.get(slot.section);
    if (keys === undefined) {
      keys = new Map();
      slots.set(slot.section, keys);
    }
    return keys;
  };
  for (const slot of loop.slots) for (const alias of slot.aliases) keysOf(slot).set(alias, slot);
  for (const slot of loop.slots) keysOf(slot).set(slot.key, slot);
  const needed = new Set<Slot>(loop.requiredSlots);
  if (loop.trigger !== undefined) needed.add(loop.trigger);
  for (const { header, trailer } of loop.brackets) needed.add(header).add(trailer);
  // The envelope of the set is always written, whatever the guide says of it.
  for (const slot of loop.slots)
    if (slot.kind === 'segment' && (slot.tag === 'ST' || slot.tag === 'SE')) needed.add(slot);
  return { slots, needed: loop.slots.filter((slot) => needed.has(slot)) };
}
