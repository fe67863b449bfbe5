import type { SectionName } from '../../model/guide.js';
import { asKey, type ElementTable, tableOf } from './element-table.js';
import { SEGMENT_RULES } from './image.js';
import type { Bracket, LoopPlan, SegmentPlan, Slot } from './plan.js';

// Classes, so that each kind of table has one hidden class: writing reads their members for every child.

/** A child of a loop with the table that writing it takes. */
export class SlotEntry {
  readonly slot: Slot;
  readonly key: string;
  /** Among the slots of its loop. */
  readonly index: number;
  /** Whether it opens its loop. */
  readonly trigger: boolean;
  readonly rank: number;
  /** Largest number of occurrences; Infinity when unbounded. */
  readonly max: number;
  /** Whether the data has a list there. */
  readonly array: boolean;
  /** ST or SE. */
  readonly envelope: boolean;
  /** The segment that the slot is, with the table of its elements; absent where it is a loop. */
  readonly segment: SegmentPlan | undefined;
  readonly elements: ElementTable | undefined;
  /** Of a segment. */
  readonly tag: string;
  /** Whether a rule looks at the segment. */
  readonly watched: boolean;
  /** The LS and LE around the loop, or that the segment is one of. */
  readonly bracket: Bracket | undefined;
  /** Matters also when the data has none: required, the trigger, LS or LE, the envelope of the set. */
  readonly needed: boolean;
  /** The child that came behind this one last time; the loop's first one is kept in the table. bench: `encode`. */
  follower: SlotEntry | undefined;
  readonly #loop: LoopPlan | undefined;
  #inner: LoopTable | undefined;

  /** The table of the loop that the slot is; undefined where it is a segment. */
  get inner(): LoopTable | undefined {
    if (this.#loop !== undefined) this.#inner ??= loopTableOf(this.#loop);
    return this.#inner;
  }

  constructor(slot: Slot, loop: LoopPlan) {
    const segment = slot.kind === 'segment' ? slot : undefined;
    this.slot = slot;
    this.key = asKey(slot.key);
    this.index = slot.index;
    this.trigger = slot === loop.trigger;
    this.rank = slot.rank;
    this.max = slot.max;
    this.array = slot.array;
    this.envelope = segment?.tag === 'ST' || segment?.tag === 'SE';
    this.#loop = slot.kind === 'loop' ? slot : undefined;
    this.segment = segment;
    this.elements = segment && tableOf(segment);
    this.tag = segment?.tag ?? '';
    this.watched = segment !== undefined && segment.image.words[segment.row + SEGMENT_RULES] !== 0;
    this.bracket = loop.brackets.find(({ header, trailer, loops }) =>
      segment === undefined ? loops.some((one) => one === slot) : header === slot || trailer === slot,
    );
    // The envelope of the set is always written, whatever the guide says of it.
    const isBracket = segment !== undefined && this.bracket !== undefined;
    this.needed = slot.required || slot === loop.trigger || this.envelope || isBracket;
    this.follower = undefined;
  }
}

/** What writing needs to know about the children of a loop. */
export class LoopTable {
  readonly loop: LoopPlan;
  /** The level of HL that it is; undefined of most. */
  readonly hlLevel: string | undefined;
  /** Children by key, older keys included, for each section; one without name below the top. */
  readonly bySection: ReadonlyMap<SectionName | undefined, ReadonlyMap<string, SlotEntry>>;
  /** Children below the top. */
  readonly entries: ReadonlyMap<string, SlotEntry>;
  /** Children that are needed, in order. */
  readonly needed: readonly SlotEntry[];
  /** Children that are levels of HL. */
  readonly levels: readonly SlotEntry[];
  /** The child that came first last time. */
  first: SlotEntry | undefined;
  /** Whether a rule speaks of the loop. */
  readonly ruled: boolean;

  constructor(loop: LoopPlan) {
    const entries = loop.slots.map((slot) => new SlotEntry(slot, loop));
    const sections = new Map<SectionName | undefined, Map<string, SlotEntry>>();
    for (const entry of entries) {
      const keys = sections.get(entry.slot.section) ?? new Map<string, SlotEntry>();
      sections.set(entry.slot.section, keys);
      for (const alias of entry.slot.aliases) if (!keys.has(alias)) keys.set(alias, entry);
    }
    for (const entry of entries) sections.get(entry.slot.section)?.set(entry.slot.key, entry);
    this.loop = loop;
    this.hlLevel = loop.hlLevel;
    this.bySection = sections;
    this.entries = sections.get(undefined) ?? new Map();
    this.needed = entries.filter(({ needed }) => needed);
    this.levels = entries.filter(({ slot }) => slot.kind === 'loop' && slot.hlLevel !== undefined);
    this.first = undefined;
    this.ruled = loop.ruleProgram !== undefined;
  }
}

const tables = new WeakMap<LoopPlan, LoopTable>();

/** The table of a loop, made once, when it is written for the first time: a loop may contain itself. */
export function loopTableOf(loop: LoopPlan): LoopTable {
  let table = tables.get(loop);
  if (table === undefined) {
    table = new LoopTable(loop);
    tables.set(loop, table);
  }
  return table;
}
