import type { SectionName } from '../model/guide.js';
import { type Bracket, type ElementPlan, Kind, type LoopPlan, type SegmentPlan, type Slot } from './plan.js';
import type { RulesPlan } from './rules/rules-plan.js';

export type KeyPrefix = 'element' | 'component';
/** Positions a mask holds. */
export const POSITION_BITS = 30;
type Elements = readonly (ElementPlan | undefined)[];

// Classes, so that each kind of table has one hidden class: encoding reads their members for every value.

/** What encoding needs to know about the elements of a segment or the components of a composite. */
export class ElementTable {
  readonly elements: Elements;
  /** What keys of surplus values begin with. */
  readonly prefix: KeyPrefix;
  /** Position by key, older keys included. */
  readonly positions: ReadonlyMap<string, number>;
  /** Keys by position, for the common case that data comes in guide order. */
  readonly keys: readonly (string | undefined)[];
  /** The elements that are plain values: used, no composite, no array, no octets. */
  readonly plain: Elements;
  /** Tables of the composites. */
  readonly parts: readonly (ElementTable | undefined)[];
  /** Required positions that have one code only: written though absent. */
  readonly derived: readonly ElementPlan[];
  /** The same as bits 1-30 and 31-60. */
  readonly derivedLow: number;
  readonly derivedHigh: number;
  /** True when every required position is derived, and there is one. */
  readonly derivable: boolean;
  /** True when some value has its format named by a sibling. */
  readonly formats: boolean;
  /** By position, which one came behind it last time: objects of one kind mostly look alike. bench: `encode`. */
  readonly followers: Int32Array;

  constructor(elements: Elements, prefix: KeyPrefix) {
    const known = elements.filter((element) => element !== undefined);
    const required = known.filter((element) => element.required);
    this.elements = elements;
    this.prefix = prefix;
    this.positions = new Map([
      ...known.flatMap((element) => element.aliases.map((alias) => [alias, element.position] as const)),
      ...known.map((element) => [element.key, element.position] as const),
    ]);
    this.keys = elements.map((element) => (element === undefined ? undefined : asKey(element.key)));
    this.plain = elements.map((element) => (element !== undefined && isPlain(element) ? element : undefined));
    this.parts = elements.map((element) => partsOf(element));
    this.derived = required.filter(
      (element) => element.single !== undefined || this.parts[element.position]?.derivable === true,
    );
    this.derivable = this.derived.length > 0 && this.derived.length === required.length;
    this.formats = known.some((element) => element.format !== 0);
    [this.derivedLow, this.derivedHigh] = positionBits(this.derived);
    this.followers = Int32Array.from({ length: elements.length + 1 }, (_, position) => position + 1);
  }
}

/** Positions 1-60 as bits 1-30 of two words. */
function positionBits(elements: readonly ElementPlan[]): [number, number] {
  let low = 0;
  let high = 0;
  for (const { position } of elements) {
    if (position <= POSITION_BITS) low |= 1 << position;
    else high |= 1 << (position - POSITION_BITS);
  }
  return [low, high];
}

/** A child of a loop with the table that writing it takes. */
export class SlotEntry {
  readonly slot: Slot;
  readonly key: string;
  readonly rank: number;
  /** ST or SE. */
  readonly envelope: boolean;
  /** Where the slot is a segment. */
  readonly elements: ElementTable | undefined;
  /** Whether a rule looks at the segment. */
  readonly watched: boolean;
  /** The child that came behind this one last time; the loop's first one is kept in the table. bench: `encode`. */
  follower: SlotEntry | undefined;
  readonly #rules: RulesPlan;
  #children: LoopTable | undefined;

  constructor(slot: Slot, rules: RulesPlan) {
    this.slot = slot;
    this.key = asKey(slot.key);
    this.rank = slot.rank;
    this.envelope = slot.kind === 'segment' && isEnvelope(slot);
    this.elements = slot.kind === 'segment' ? new ElementTable(slot.elements, 'element') : undefined;
    this.watched = slot.kind === 'segment' && rules.watched.has(slot);
    this.follower = undefined;
    this.#rules = rules;
    this.#children = undefined;
  }

  /** Table of a loop; made on first use, since a loop may contain itself. */
  childrenOf(loop: LoopPlan): LoopTable {
    this.#children ??= loopTable(loop, this.#rules);
    return this.#children;
  }
}

/** What encoding needs to know about the children of a loop. */
export class LoopTable {
  /** Children by key, older keys included, for each section; one without name below the top. */
  readonly bySection: ReadonlyMap<SectionName | undefined, ReadonlyMap<string, SlotEntry>>;
  /** Children below the top. */
  readonly entries: ReadonlyMap<string, SlotEntry>;
  /** Children that matter also when the data has none of them: required ones, the trigger, LS and LE. In order. */
  readonly needed: readonly SlotEntry[];
  readonly brackets: readonly Bracket[];
  /** The child that came first last time. */
  first: SlotEntry | undefined;
  /** Whether a rule speaks of the loop. */
  readonly ruled: boolean;

  constructor(loop: LoopPlan, rules: RulesPlan) {
    const entries = loop.slots.map((slot) => new SlotEntry(slot, rules));
    const sections = new Map<SectionName | undefined, Map<string, SlotEntry>>();
    for (const entry of entries) {
      const keys = sections.get(entry.slot.section) ?? new Map<string, SlotEntry>();
      sections.set(entry.slot.section, keys);
      for (const alias of entry.slot.aliases) if (!keys.has(alias)) keys.set(alias, entry);
    }
    for (const entry of entries) sections.get(entry.slot.section)?.set(entry.slot.key, entry);
    this.bySection = sections;
    this.entries = sections.get(undefined) ?? new Map();
    this.needed = entries.filter(({ slot }) => isNeeded(slot, loop));
    this.brackets = loop.brackets;
    this.first = undefined;
    this.ruled = rules.ruled.has(loop);
  }
}

const loopTables = new WeakMap<LoopPlan, LoopTable>();

/** The table of a loop of the plan that has these rules, made once. */
export function loopTable(loop: LoopPlan, rules: RulesPlan): LoopTable {
  let table = loopTables.get(loop);
  if (table === undefined) {
    table = new LoopTable(loop, rules);
    loopTables.set(loop, table);
  }
  return table;
}

/** For an element that no definition covers. */
export const NO_ELEMENTS = new ElementTable([], 'component');

// Keys are compared by identity where both strings are ones that the platform keeps for keys.
function asKey(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}

function isPlain(element: ElementPlan): boolean {
  return !element.notUsed && !element.array && element.kind !== Kind.composite && element.kind !== Kind.binary;
}

function partsOf(element: ElementPlan | undefined): ElementTable | undefined {
  return element?.kind === Kind.composite ? new ElementTable(element.components, 'component') : undefined;
}

function isNeeded(slot: Slot, loop: LoopPlan): boolean {
  if (slot.required || slot === loop.trigger) return true;
  // The envelope of the set is always written, whatever the guide says of it.
  return (
    slot.kind === 'segment' &&
    (isEnvelope(slot) || loop.brackets.some(({ header, trailer }) => header === slot || trailer === slot))
  );
}

function isEnvelope(segment: SegmentPlan): boolean {
  return segment.tag === 'ST' || segment.tag === 'SE';
}
