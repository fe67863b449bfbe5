import type { LoopTable, SlotEntry } from '../plan/loop-table.js';
import type { Bracket, LoopPlan, Slot } from '../plan/plan.js';
import type { DataObject } from '../values/safe-read.js';
import type { EncodedLevel } from './encode-hierarchy.js';

/**
 * One open loop while encoding: what the data has for its children, sorted by rank; siblings of equal rank keep the
 * order of the data. Levels are reused: a set of a million loops makes no more of them than its depth.
 */
export class EncodeLevel {
  loop: LoopPlan;
  table: LoopTable;
  readonly depth: number;
  /** The object of the loop: data that contains itself is found by it. */
  object: DataObject | undefined;
  /** HL level that the loop is or stands in. */
  hl: EncodedLevel | undefined;
  count = 0;
  readonly entries: SlotEntry[] = [];
  readonly values: unknown[] = [];
  readonly keys: string[] = [];
  /** Children in whose place the data has an empty list. */
  readonly missing: Slot[] = [];
  /** How many of the needed children the data has. */
  needed = 0;
  /** Whether it has some that stand between LS and LE, or one of these. */
  bracketed = false;
  /** Some child stands under an older key: it may stand under its own one, too. */
  aliased = false;
  // Where the writing is, for pointers: the child at hand, at the top with its section, and the 0-based member of a list.
  key = '';
  section: string | undefined;
  member = -1;

  constructor(loop: LoopPlan, table: LoopTable, depth: number) {
    this.loop = loop;
    this.table = table;
    this.depth = depth;
  }

  open(loop: LoopPlan, table: LoopTable, object: DataObject): void {
    this.loop = loop;
    this.table = table;
    this.object = object;
    if (this.missing.length > 0) this.missing.length = 0;
    this.restart();
    this.aliased = false;
    this.key = '';
    this.member = -1;
  }

  /** Forgets the children: they are sought anew. */
  restart(): void {
    this.count = 0;
    this.needed = 0;
    this.bracketed = false;
  }

  close(): void {
    for (let i = 0; i < this.count; i++) this.values[i] = undefined;
    this.count = 0;
    this.object = undefined;
    this.hl = undefined;
  }

  add(entry: SlotEntry, value: unknown, key: string): void {
    if (key !== entry.key) this.aliased = true;
    if (entry.needed) this.needed++;
    if (entry.bracket !== undefined) this.bracketed = true;
    let at = this.count++;
    const { rank } = entry;
    for (; at > 0 && (this.entries[at - 1]?.rank ?? 0) > rank; at--) this.#copy(at - 1, at);
    this.entries[at] = entry;
    this.values[at] = value;
    this.keys[at] = key;
  }

  /** True when the data has the child; children of its rank stand right before and behind index `at`. */
  hasNear(entry: SlotEntry, at: number): boolean {
    const { entries, count } = this;
    for (let i = at - 1; i >= 0 && entries[i]?.rank === entry.rank; i--) if (entries[i] === entry) return true;
    for (let i = at; i < count && entries[i]?.rank === entry.rank; i++) if (entries[i] === entry) return true;
    return false;
  }

  /** Indices of children that stand there under another key before. */
  repeated(): number[] {
    const entries = this.entries.slice(0, this.count);
    return entries.flatMap((entry, at) => (entries.indexOf(entry) < at ? [at] : []));
  }

  /** The value under a slot; undefined when the data has none. */
  valueOf(slot: Slot): unknown {
    for (let i = 0; i < this.count; i++) if (this.entries[i]?.slot === slot) return this.values[i];
    return undefined;
  }

  /** True when the data has some loop between LS and LE. */
  hasWithin(bracket: Bracket): boolean {
    for (let i = 0; i < this.count; i++) {
      const entry = this.entries[i];
      if (entry?.bracket === bracket && entry.segment === undefined) return true;
    }
    return false;
  }

  /** True when an HL level stands below. */
  hasLevel(): boolean {
    for (let i = 0; i < this.count; i++) {
      const slot = this.entries[i]?.slot;
      if (slot?.kind === 'loop' && slot.hlLevel !== undefined) return true;
    }
    return false;
  }

  #copy(from: number, to: number): void {
    const entry = this.entries[from];
    if (entry === undefined) return;
    this.entries[to] = entry;
    this.values[to] = this.values[from];
    this.keys[to] = this.keys[from] ?? '';
  }
}
