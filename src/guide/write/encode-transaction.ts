import { DEFAULT_LIMITS } from '../../model/limits.js';
import type { Reason } from '../../model/reasons.js';
import type { SegmentSink } from '../../model/segments.js';
import { loopTableOf, type SlotEntry } from '../plan/loop-table.js';
import type { Bracket, GuidePlan, LoopPlan, SegmentPlan, Slot } from '../plan/plan.js';
import {
  type DataObject,
  isForeign,
  isList,
  isObject,
  lengthOf,
  NO_DATA,
  ownKeys,
  readMember,
  readProperty,
} from '../values/safe-read.js';
import { collectChildren, collectFrom } from './collect-children.js';
import type { EncodedTransaction, EncodeOptions } from './encode.js';
import { HierarchyEncoder } from './encode-hierarchy.js';
import { EncodeLevel } from './encode-level.js';
import { EncodeRules } from './encode-rules.js';
import type { SegmentOptions } from './encode-segment.js';
import { givenForm } from './given-form.js';
import { SetSegments } from './set-segments.js';
import { SetWriting } from './set-writing.js';

const NO_KEYS: readonly string[] = [];

/** Walks plan and data together, loop by loop, and writes one transaction set after the other. */
export class TransactionEncoder {
  readonly #plan: GuidePlan;
  readonly #writing: SetWriting;
  readonly #report: SetWriting['report'];
  readonly #segments: SetSegments;
  readonly #rules: EncodeRules | undefined;
  readonly #hierarchy = new HierarchyEncoder();
  readonly #levels: EncodeLevel[] = [];
  #depth = 0;
  #depthLimit = 0;

  constructor(plan: GuidePlan) {
    this.#plan = plan;
    this.#writing = new SetWriting(plan.standard);
    this.#report = this.#writing.report;
    this.#rules = plan.rules.count > 0 ? new EncodeRules(plan, this.#writing) : undefined;
    this.#segments = new SetSegments(plan, this.#writing, this.#rules);
    this.#report.locate = () => this.#trail();
  }

  /** After a throw the encoder is of no more use. */
  write(data: unknown, sink: SegmentSink, options: EncodeOptions): EncodedTransaction {
    const { limits = DEFAULT_LIMITS } = options;
    this.#depthLimit = limits.depth ?? DEFAULT_LIMITS.depth;
    this.#report.open(options.at, limits.findings ?? DEFAULT_LIMITS.findings);
    this.#report.asTyped = options.asTyped === true;
    this.#writing.open(sink, options.characters);
    try {
      this.#segments.open(options.controlNumber, options.unplaced);
      this.#hierarchy.open();
      this.#writeSet(data);
      this.#writing.handOver();
    } finally {
      this.#segments.close();
      this.#writing.close();
    }
    return { findings: this.#report.findings, segments: this.#report.segments };
  }

  #writeSet(data: unknown): void {
    const { root } = this.#plan;
    const level = this.#open(root, 0, NO_DATA);
    if (isObject(data) && !isForeign(data)) this.#collectSections(data, level);
    else this.#report.property('value-type', NO_KEYS);
    if (level.aliased) this.#sayRepeated(level);
    this.#rules?.openLoop(root, 0);
    this.#writeChildren(level);
    this.#segments.finish();
    level.key = '';
    this.#rules?.closeLoop(root, 0);
    level.close();
  }

  #collectSections(data: DataObject, level: EncodeLevel): void {
    for (const name of ownKeys(data)) {
      const section = this.#plan.sections.find((known) => known === name);
      const object = readProperty(data, name);
      if (section === undefined) this.#report.property('property-unknown', [name]);
      else if (isObject(object))
        collectFrom(object, level.table.bySection.get(section), level, { report: this.#report, path: [section] });
      else if (object !== undefined) this.#report.property('value-type', [name]);
    }
  }

  // Merges what the data has with what must be there in any case, both in rank order.
  #writeChildren(level: EncodeLevel): void {
    const { needed } = level.table;
    let next = 0;
    for (let i = level.needed === needed.length && !level.aliased ? needed.length : 0; i < needed.length; i++) {
      const entry = needed[i];
      if (entry === undefined) continue;
      for (; next < level.count && isBefore(level.entries[next], entry); next++) this.#writeEntry(level, next);
      if (!level.hasNear(entry, next)) this.#writeAbsent(level, entry);
    }
    for (; next < level.count; next++) this.#writeEntry(level, next);
  }

  #writeEntry(level: EncodeLevel, index: number): void {
    const entry = level.entries[index];
    const value = level.values[index];
    if (entry === undefined || this.#report.full) return;
    level.key = level.keys[index] ?? '';
    level.section = entry.slot.section;
    level.member = -1;
    // What collectChildren lets in is a list or an object.
    if (isList(value)) return this.#writeList(level, entry, value);
    this.#writeOne(level, entry, value as DataObject);
    if (entry.slot.min > 1) this.#sayUnder(level, entry.slot, NO_KEYS);
  }

  #writeList(level: EncodeLevel, entry: SlotEntry, list: readonly unknown[]): void {
    const { slot } = entry;
    const length = lengthOf(list);
    let count = 0;
    let refused = 0;
    for (let i = 0; i < length && !this.#report.full; i++) {
      const value = readMember(list, i);
      level.member = i;
      if (!isObject(value)) {
        this.#report.property('value-type', NO_KEYS, givenForm(value));
        refused++;
        continue;
      }
      if (count++ === slot.max)
        this.#say(slot.kind === 'loop' ? 'loop-over-maximum' : 'segment-over-maximum', level, slot, NO_KEYS);
      this.#writeOne(level, entry, value);
    }
    level.member = -1;
    if (count + refused < slot.min) this.#sayUnder(level, slot, NO_KEYS);
    else if (refused > 0 && slot.kind === 'segment') this.#rules?.lack(slot);
  }

  #writeOne(level: EncodeLevel, entry: SlotEntry, value: DataObject): void {
    const { slot } = entry;
    if (slot.kind === 'loop') this.#writeLoop(slot, value);
    else this.#segments.write(entry, level.depth, value, this.#levelOptions(level, entry, value));
  }

  #writeLoop(loop: LoopPlan, object: DataObject): void {
    const outer = this.#levels[this.#depth];
    if (this.#contains(object)) return this.#report.property('value-type', NO_KEYS);
    if (this.#depth >= this.#depthLimit) return this.#report.property('loop-nesting', NO_KEYS);
    const level = this.#open(loop, this.#depth + 1, object);
    collectChildren(object, level, this.#report);
    if (level.aliased) this.#sayRepeated(level);
    level.hl = loop.hlLevel === undefined ? outer?.hl : this.#openHl(loop, outer?.hl, level);
    if (level.table.ruled) this.#rules?.openLoop(loop, this.#depth);
    this.#writeChildren(level);
    level.key = '';
    if (level.table.ruled) this.#rules?.closeLoop(loop, this.#depth);
    level.close();
    this.#depth--;
    this.#report.loopId = outer?.loop.loopId || undefined;
  }

  #openHl(loop: LoopPlan, outer: EncodeLevel['hl'], level: EncodeLevel): EncodeLevel['hl'] {
    const key = loop.trigger?.key;
    const hl = key === undefined || level.object === undefined ? undefined : readProperty(level.object, key);
    return this.#hierarchy.openLevel(loop, outer, level.hasLevel(), hl);
  }

  #open(loop: LoopPlan, depth: number, object: DataObject): EncodeLevel {
    const table = loopTableOf(loop);
    let level = this.#levels[depth];
    if (level === undefined) {
      level = new EncodeLevel(loop, table, depth);
      this.#levels[depth] = level;
    }
    level.open(loop, table, object);
    this.#depth = depth;
    this.#report.loopId = loop.loopId || undefined;
    return level;
  }

  #contains(object: DataObject): boolean {
    for (let depth = this.#depth; depth > 0; depth--) if (this.#levels[depth]?.object === object) return true;
    return false;
  }

  #levelOptions(level: EncodeLevel, entry: SlotEntry, object: DataObject): SegmentOptions | undefined {
    const { hl } = level;
    if (hl === undefined || entry.elements === undefined || hl.loop !== level.loop || hl.loop.trigger !== entry.slot)
      return undefined;
    return this.#hierarchy.describe(hl, entry.elements, object);
  }

  #writeAbsent(level: EncodeLevel, entry: SlotEntry): void {
    const { slot, bracket } = entry;
    if (this.#report.full || (bracket !== undefined && slot.kind === 'segment' && !level.bracketed)) return;
    if (slot.kind === 'loop') return this.#sayUnder(level, slot, pathOf(slot));
    const options = this.#levelOptions(level, entry, NO_DATA);
    if (bracket !== undefined) this.#writeBracket(level, entry, slot, bracket);
    else if (options !== undefined && level.hl?.id === '') this.#sayUnder(level, slot, pathOf(slot));
    else if (options !== undefined || entry.envelope || (isBracket(slot) && !level.missing.includes(slot)))
      this.#writeMade(level, entry, options);
    else this.#sayUnder(level, slot, pathOf(slot));
  }

  /** Writes a segment that the data has not, under the key that it would have. */
  #writeMade(level: EncodeLevel, entry: SlotEntry, options?: SegmentOptions): void {
    level.key = entry.slot.key;
    level.section = entry.slot.section;
    level.member = -1;
    this.#segments.write(entry, level.depth, NO_DATA, options);
    level.key = '';
  }

  // LS and LE come with the loops between them, LE also with an LS of the data; LE01 repeats LS01. An empty list in place of
  // one says that it was missing when the set was read.
  #writeBracket(level: EncodeLevel, entry: SlotEntry, segment: SegmentPlan, bracket: Bracket): void {
    const header = level.valueOf(bracket.header);
    const isHeader = segment === bracket.header;
    if (!level.hasWithin(bracket)) {
      if (isHeader && level.valueOf(bracket.trailer) !== undefined)
        return this.#say('loop-header-missing', level, segment, pathOf(segment));
      if (isHeader || header === undefined) return;
    }
    const code = (isHeader ? undefined : idOf(bracket.header, header)) ?? segment.elements[1]?.single;
    if (code !== undefined && !level.missing.includes(segment))
      return this.#writeMade(level, entry, { given: [undefined, code] });
    this.#say(isHeader ? 'loop-header-missing' : 'loop-trailer-missing', level, segment, pathOf(segment));
  }

  #sayUnder(level: EncodeLevel, slot: Slot, keys: readonly string[]): void {
    // Below the minimum of a repetition the standard is not broken; nor does it know a loop without its first segment.
    const mandatory = keys.length > 0 && (slot.mandatory || slot === level.loop.trigger);
    if (keys.length > 0) level.key = '';
    if (slot.kind === 'segment') this.#rules?.lack(slot);
    if (mandatory) this.#say('segment-mandatory-missing', level, slot, keys);
    else this.#say(slot.kind === 'loop' ? 'loop-under-minimum' : 'segment-under-minimum', level, slot, keys);
  }

  // Each of two would be counted against the maximum by itself.
  #sayRepeated(level: EncodeLevel): void {
    for (const at of level.repeated()) {
      const section = level.entries[at]?.slot.section;
      const key = level.keys[at] ?? '';
      this.#report.property('property-repeated', section === undefined ? [key] : [section, key]);
    }
  }

  #say(reason: Reason, level: EncodeLevel, slot: Slot, keys: readonly string[]): void {
    const loopId = slot.kind === 'loop' ? slot.loopId : level.loop.loopId;
    const tag = slot.kind === 'loop' ? slot.trigger?.tag : slot.tag;
    if (keys.length > 0) level.key = '';
    this.#report.segment(reason, tag, loopId || undefined, keys);
  }

  /** Keys and indexes from the top of the data to the child at hand. */
  #trail(): (string | number)[] {
    const trail: (string | number)[] = [];
    for (let depth = 0; depth <= this.#depth; depth++) {
      const level = this.#levels[depth];
      if (level === undefined || level.key === '') continue;
      if (level.section !== undefined) trail.push(level.section);
      trail.push(level.key);
      if (level.member >= 0) trail.push(level.member);
    }
    return trail;
  }
}

function isBefore(entry: SlotEntry | undefined, needed: SlotEntry): boolean {
  if (entry === undefined) return false;
  return entry.rank < needed.rank || (entry.rank === needed.rank && entry.slot.index <= needed.slot.index);
}

// Where LS is the trigger of its loop (834), both are segments like any other.
function isBracket({ tag }: SegmentPlan): boolean {
  return tag === 'LS' || tag === 'LE';
}

function idOf(header: SegmentPlan, value: unknown): string | undefined {
  const object = isList(value) ? readMember(value, 0) : value;
  const id = isObject(object) ? readProperty(object, header.elements[1]?.key ?? '') : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

// A missing child of the top is sought in its section.
function pathOf(slot: Slot): string[] {
  return slot.section === undefined ? [slot.key] : [slot.section, slot.key];
}
