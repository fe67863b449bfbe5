import { X12Error } from '../model/error.js';
import type { SectionName } from '../model/guide.js';
import type { SegmentSink } from '../model/segments.js';
import type { UnplacedSegment } from './encode.js';
import { type EncodedLevel, HierarchyEncoder } from './encode-hierarchy.js';
import { EncodeLevel } from './encode-level.js';
import type { EncodeReport } from './encode-report.js';
import { SegmentEncoder, type SegmentOptions } from './encode-segment.js';
import { isDerivable, loopTable } from './encode-tables.js';
import type { GuidePlan, LoopPlan, SegmentPlan, Slot } from './plan.js';
import { type DataObject, isList, isObject, lengthOf, ownKeys, readProperty } from './safe-read.js';

const NO_DATA: DataObject = Object.freeze({});
const NO_KEYS: readonly (string | number)[] = [];

export interface TransactionEncoderOptions {
  readonly controlNumber: string;
  readonly unplaced?: readonly UnplacedSegment[] | undefined;
  readonly depth: number;
}

/** Walks plan and data together, loop by loop, and writes one transaction set. */
export class TransactionEncoder {
  readonly #plan: GuidePlan;
  readonly #sink: SegmentSink;
  readonly #report: EncodeReport;
  readonly #options: TransactionEncoderOptions;
  readonly #segments: SegmentEncoder;
  readonly #hierarchy = new HierarchyEncoder();
  readonly #levels: EncodeLevel[] = [];
  /** Objects of the open loops: data that contains itself is found here. */
  readonly #open: unknown[] = [];
  readonly #unplaced: readonly UnplacedSegment[];
  #nextUnplaced = 0;

  constructor(plan: GuidePlan, sink: SegmentSink, report: EncodeReport, options: TransactionEncoderOptions) {
    this.#plan = plan;
    this.#sink = sink;
    this.#report = report;
    this.#options = options;
    this.#segments = new SegmentEncoder(plan.standard, sink, report);
    this.#unplaced = [...(options.unplaced ?? [])].sort((a, b) => a.after - b.after);
  }

  write(data: unknown): void {
    const level = this.#level(0);
    if (isObject(data)) this.#collectSections(data, level);
    else this.#report.property('value-type', NO_KEYS);
    this.#writeChildren(this.#plan.root, level, 0, undefined);
    this.#putBack(Number.POSITIVE_INFINITY);
  }

  #collectSections(data: DataObject, level: EncodeLevel): void {
    const { sections, root } = this.#plan;
    for (const name of ownKeys(data)) {
      const section = sections.find((known) => known === name);
      const object = readProperty(data, name);
      if (section === undefined) this.#report.property('property-unknown', [name]);
      else if (isObject(object)) {
        this.#report.trail.push(name);
        this.#collect(root, object, level, section);
        this.#report.trail.pop();
      } else if (object !== undefined) this.#report.property('value-type', [name]);
    }
  }

  // Values that are as good as absent leave no entry: then what is missing shows as missing.
  #collect(loop: LoopPlan, object: DataObject, level: EncodeLevel, section: SectionName | undefined): void {
    const slots = loopTable(loop).slots.get(section);
    for (const key of ownKeys(object)) {
      const slot = slots?.get(key);
      if (slot === undefined) {
        this.#report.property('property-unknown', [key]);
        continue;
      }
      const value = readProperty(object, key);
      if (value === undefined || (isList(value) && lengthOf(value) === 0)) continue;
      if (isObject(value) || isList(value)) level.add(slot, value, key, section);
      else this.#report.property('value-type', [key]);
    }
  }

  // Merges what the data has with what must be there in any case, both in rank order.
  #writeChildren(loop: LoopPlan, level: EncodeLevel, depth: number, hl: EncodedLevel | undefined): void {
    const { needed } = loopTable(loop);
    let next = 0;
    for (const slot of needed) {
      for (; next < level.count && isBefore(level.slots[next], slot); next++)
        this.#writeEntry(loop, level, next, depth, hl);
      if (!level.has(slot)) this.#writeAbsent(loop, slot, level, hl);
    }
    for (; next < level.count; next++) this.#writeEntry(loop, level, next, depth, hl);
  }

  #writeEntry(loop: LoopPlan, level: EncodeLevel, index: number, depth: number, hl: EncodedLevel | undefined): void {
    const slot = level.slots[index];
    const value = level.values[index];
    if (slot === undefined || this.#report.full) return;
    const { trail } = this.#report;
    const section = level.sections[index];
    if (section !== undefined) trail.push(section);
    trail.push(level.keys[index] ?? slot.key);
    if (isList(value)) this.#writeList(loop, slot, value, { depth, hl });
    else if (isObject(value)) {
      this.#writeOne(loop, slot, value, { depth, hl });
      if (slot.min > 1) this.#tooFew(loop, slot);
    }
    trail.pop();
    if (section !== undefined) trail.pop();
  }

  #writeList(loop: LoopPlan, slot: Slot, list: readonly unknown[], context: Context): void {
    const { trail } = this.#report;
    const length = lengthOf(list);
    let count = 0;
    for (let i = 0; i < length && !this.#report.full; i++) {
      const value = readProperty(list, i);
      trail.push(i);
      if (isObject(value)) {
        if (count++ === slot.max) this.#tooMany(loop, slot);
        this.#writeOne(loop, slot, value, context);
      } else this.#report.property('value-type', NO_KEYS);
      trail.pop();
    }
    if (count < slot.min) this.#tooFew(loop, slot);
  }

  #writeOne(loop: LoopPlan, slot: Slot, object: DataObject, context: Context): void {
    if (slot.kind === 'loop') this.#writeLoop(slot, object, context.depth + 1, context.hl);
    else
      this.#writeSegment(
        slot,
        object,
        slot === loop.trigger ? this.#levelOptions(slot, object, context.hl) : undefined,
      );
  }

  #writeLoop(loop: LoopPlan, object: DataObject, depth: number, parent: EncodedLevel | undefined): void {
    if (depth > this.#options.depth) {
      throw new X12Error(
        'X12_LIMIT_EXCEEDED',
        `More than ${this.#options.depth} loops are nested. Raise limits.depth if this is meant.`,
        {
          details: { limit: 'depth', value: this.#options.depth },
        },
      );
    }
    if (this.#open.includes(object)) return this.#report.property('value-type', NO_KEYS);
    this.#open.push(object);
    const outer = this.#report.loopId;
    this.#report.loopId = loop.loopId || undefined;
    const level = this.#level(depth);
    this.#collect(loop, object, level, undefined);
    const hl = loop.hlLevel === undefined ? parent : this.#hierarchy.open(loop, parent, level.some(isLevel));
    this.#writeChildren(loop, level, depth, hl);
    level.clear();
    this.#report.loopId = outer;
    this.#open.pop();
  }

  #levelOptions(segment: SegmentPlan, object: DataObject, hl: EncodedLevel | undefined): SegmentOptions | undefined {
    return hl?.loop.trigger === segment ? this.#hierarchy.describe(hl, object) : undefined;
  }

  #writeSegment(segment: SegmentPlan, object: DataObject, options?: SegmentOptions): void {
    this.#putBack(this.#report.segments);
    if (segment.tag === 'ST') return this.#segments.write(segment, object, { given: this.#header(segment, object) });
    if (segment.tag === 'SE') return this.#writeTrailer(segment);
    this.#segments.write(segment, object, options);
  }

  // ST03 is filled in for a set that brings no ST at all; one that was read without it keeps doing without.
  #header(segment: SegmentPlan, object: DataObject): (string | undefined)[] {
    const { transactionSet, implementation } = this.#plan.guide.x12;
    const given: (string | undefined)[] = [undefined, undefined, this.#options.controlNumber];
    if (object !== NO_DATA) return given;
    given[1] = transactionSet;
    const third = segment.elements[3];
    if (third !== undefined && !third.notUsed) given[3] = implementation;
    return given;
  }

  // Everything that is put back stands before SE, and SE01 counts it.
  #writeTrailer(segment: SegmentPlan): void {
    this.#putBack(Number.POSITIVE_INFINITY);
    const count = String(this.#report.segments + 1);
    this.#segments.write(segment, NO_DATA, { given: [undefined, count, this.#options.controlNumber] });
  }

  #writeAbsent(loop: LoopPlan, slot: Slot, level: EncodeLevel, hl: EncodedLevel | undefined): void {
    if (this.#report.full) return;
    if (slot.kind === 'loop') return this.#missing(loop, slot);
    if (slot.tag === 'ST' || slot.tag === 'SE') return this.#writeMade(slot);
    if (slot === loop.trigger && hl?.loop === loop) return this.#writeMade(slot, this.#levelOptions(slot, NO_DATA, hl));
    const bracket = loop.brackets.find(({ header, trailer }) => header === slot || trailer === slot);
    if (bracket !== undefined) return this.#writeBracket(loop, slot, bracket, level);
    if (isDerivable(slot)) this.#writeMade(slot);
    else this.#missing(loop, slot);
  }

  /** Writes a segment that the data has not, with the path that it would have. */
  #writeMade(segment: SegmentPlan, options?: SegmentOptions): void {
    const { trail } = this.#report;
    const depth = trail.length;
    if (segment.section !== undefined) trail.push(segment.section);
    trail.push(segment.key);
    this.#writeSegment(segment, NO_DATA, options);
    trail.length = depth;
  }

  // LS and LE come with the loops between them, LE also with an LS of the data; LE01 repeats LS01.
  #writeBracket(loop: LoopPlan, slot: SegmentPlan, bracket: LoopPlan['brackets'][number], level: EncodeLevel): void {
    const header = level.valueOf(bracket.header);
    const filled = level.some((other) => other.kind === 'loop' && bracket.loops.includes(other));
    if (!filled && (slot === bracket.header || header === undefined)) return;
    const id = slot === bracket.trailer ? this.#headerId(bracket.header, header) : undefined;
    const code = id ?? slot.elements[1]?.single;
    if (code !== undefined) return this.#writeMade(slot, { given: [undefined, code] });
    const reason = slot === bracket.header ? 'loop-header-missing' : 'loop-trailer-missing';
    this.#report.segment(reason, slot.tag, loop.loopId || undefined, pathOf(slot));
  }

  #headerId(segment: SegmentPlan, value: unknown): string | undefined {
    const object = isList(value) ? readProperty(value, 0) : value;
    const id = isObject(object) ? readProperty(object, segment.elements[1]?.key ?? '') : undefined;
    return typeof id === 'string' && id !== '' ? id : undefined;
  }

  #missing(loop: LoopPlan, slot: Slot): void {
    // The first segment of a loop makes the loop (X12.6): without it the rest is out of place by the standard itself.
    const mandatory = slot.mandatory || slot === loop.trigger;
    if (mandatory) this.#say('segment-mandatory-missing', loop, slot, pathOf(slot));
    else this.#say(slot.kind === 'loop' ? 'loop-under-minimum' : 'segment-under-minimum', loop, slot, pathOf(slot));
  }

  #tooFew(loop: LoopPlan, slot: Slot): void {
    this.#say(slot.kind === 'loop' ? 'loop-under-minimum' : 'segment-under-minimum', loop, slot, NO_KEYS);
  }

  #tooMany(loop: LoopPlan, slot: Slot): void {
    this.#say(slot.kind === 'loop' ? 'loop-over-maximum' : 'segment-over-maximum', loop, slot, NO_KEYS);
  }

  #say(
    reason: Parameters<EncodeReport['segment']>[0],
    loop: LoopPlan,
    slot: Slot,
    keys: readonly string[] | readonly (string | number)[],
  ): void {
    const loopId = slot.kind === 'loop' ? slot.loopId : loop.loopId;
    const tag = slot.kind === 'loop' ? slot.trigger?.tag : slot.tag;
    this.#report.segment(reason, tag, loopId || undefined, keys);
  }

  /** Puts back the segments that stood behind the first `count`. */
  #putBack(count: number): void {
    for (;;) {
      const unplaced = this.#unplaced[this.#nextUnplaced];
      if (unplaced === undefined || unplaced.after > Math.max(count, this.#report.segments)) return;
      this.#nextUnplaced++;
      this.#sink.raw(unplaced.segment);
      this.#report.segments++;
    }
  }

  #level(depth: number): EncodeLevel {
    let level = this.#levels[depth];
    if (level === undefined) {
      level = new EncodeLevel();
      this.#levels[depth] = level;
    }
    return level;
  }
}

/** Where a child stands. */
interface Context {
  readonly depth: number;
  readonly hl: EncodedLevel | undefined;
}

function isBefore(entry: Slot | undefined, needed: Slot): boolean {
  if (entry === undefined) return false;
  return entry.rank < needed.rank || (entry.rank === needed.rank && entry.index <= needed.index);
}

function isLevel(slot: Slot): boolean {
  return slot.kind === 'loop' && slot.hlLevel !== undefined;
}

// A missing child of the top is sought in its section.
function pathOf(slot: Slot): string[] {
  return slot.section === undefined ? [slot.key] : [slot.section, slot.key];
}
