import { X12Error } from '../model/error.js';
import { type Finding, type FindingExtras, finding } from '../model/finding.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { type Position, segmentIdOf } from '../model/position.js';
import type { Reason } from '../model/reasons.js';
import { type SegmentBatch, SegmentFlag } from '../model/segments.js';
import { Frame } from './frame.js';
import { closeLevel, HL, openLevel, placeLevel } from './hierarchy.js';
import { HlIds } from './hl-ids.js';
import { placeSegment } from './place-segment.js';
import { type GuidePlan, Kind, type LoopPlan, type SegmentPlan, type Slot } from './plan.js';
import { type ElementPlace, SegmentReader } from './read-segment.js';
import type { NumberForm } from './read-value.js';
import { compileRules, type RulesPlan } from './rules/compile-rules.js';
import { type RulePlace, RuleRunner } from './rules/rule-runner.js';

/** A segment that found no place, as received; `after` counts from ST = 1, so that writing can put it back. */
export interface Unplaced {
  readonly segment: string;
  readonly after: number;
}

/** One occurrence of a streamed loop (DECISIONS A10). */
export interface LoopOccurrence {
  /** Ancestors from the outermost, as read so far and without streamed children. */
  readonly path: readonly { readonly loopId: string; readonly index: number; readonly data: JsonObject }[];
  readonly data: JsonObject;
  readonly at: Position;
}

export interface TransactionReaderOptions {
  /** False: check only, build no JSON. Default true. */
  readonly decode?: boolean;
  readonly numbers?: NumberForm;
  /** Loop id whose occurrences are handed out as they close, and not kept. */
  readonly streamLoop?: string | undefined;
  /** Largest depth of open loops. Default 100. */
  readonly depth?: number;
  /** Keep the bad value in element findings (IK404): patient data may get into them. Default false. */
  readonly badValues?: boolean;
  readonly onFinding: (found: Finding) => void;
  readonly onLoop?: (loop: LoopOccurrence) => void;
}

export interface TransactionPlace {
  readonly interchange: number;
  readonly group: number;
  readonly transaction: number;
}

export interface TransactionRead {
  /** Guide JSON; empty when nothing was decoded. */
  readonly data: JsonObject;
  readonly unplaced: readonly Unplaced[];
}

/**
 * Walks the segments of one transaction set, ST to SE, through a compiled guide: one small loop over a stack of open
 * loops. Reports findings as it goes; builds guide JSON unless told to check only. Reusable: `begin` starts the next set.
 */
export class TransactionReader {
  readonly #plan: GuidePlan;
  readonly #options: TransactionReaderOptions;
  readonly #decode: boolean;
  readonly #segments: SegmentReader;
  readonly #rules: RulesPlan;
  readonly #runner: RuleRunner | undefined;
  readonly #frames: Frame[];
  readonly #depthLimit: number;
  #top = 0;
  #place: TransactionPlace = { interchange: 1, group: 1, transaction: 1 };
  #data: JsonObject = {};
  #sections = new Map<string, JsonObject>();
  #unplaced: Unplaced[] = [];
  #ordinal = 0;
  #offset = 0;
  /** Tag of the segment being read, where it has the form of one. */
  #segmentId: string | undefined;
  #hlIds = new HlIds();
  #placed: SegmentPlan | undefined;

  constructor(plan: GuidePlan, options: TransactionReaderOptions) {
    this.#plan = plan;
    this.#options = options;
    this.#decode = options.decode ?? true;
    this.#depthLimit = options.depth ?? 100;
    this.#frames = [new Frame(plan.root)];
    this.#segments = new SegmentReader(plan, {
      decode: this.#decode,
      numbers: options.numbers ?? 'exact',
      report: (reason, place) => this.#sayElement(reason, place),
    });
    this.#rules = rulesOf(plan);
    this.#runner =
      this.#rules.count === 0
        ? undefined
        : new RuleRunner(this.#rules, (reason, where, { trigger, ...extras }) => {
            const at = ({ ordinal, offset, ...rest }: RulePlace): Position => ({
              ...this.#place,
              ...rest,
              segment: ordinal,
              segmentOffset: offset,
            });
            this.#options.onFinding(finding(reason, at(where), { ...extras, trigger: trigger && at(trigger) }));
          });
  }

  /** Loop ids of the open loops, outermost first. */
  get loopPath(): readonly string[] {
    return this.#frames.slice(1, this.#top + 1).map((frame) => frame.loop.loopId);
  }

  /** The open loops, outermost first; `ordinal`, that of the trigger, tells one occurrence from the next. */
  get openLoops(): readonly { readonly loop: LoopPlan; readonly ordinal: number }[] {
    return this.#frames.slice(1, this.#top + 1).map(({ loop, ordinal }) => ({ loop, ordinal }));
  }

  /** The slot that took the last segment; undefined when none did. */
  get placed(): SegmentPlan | undefined {
    return this.#placed;
  }

  /** Starts a transaction set. */
  begin(place: TransactionPlace): void {
    this.#place = place;
    this.#top = 0;
    this.#data = {};
    this.#sections = new Map();
    this.#unplaced = [];
    this.#hlIds = new HlIds();
    this.#root().open(this.#plan.root, 0, 1, 0);
    this.#root().object = {};
    if (this.#runner !== undefined && this.#rules.ruled.has(this.#plan.root))
      this.#runner.openLoop(this.#plan.root, 0, 1, 0);
  }

  /** Takes segments `from` up to, not including, `to`; `firstOrdinal` counts from ST = 1. */
  segments(batch: SegmentBatch, from: number, to: number, firstOrdinal: number): void {
    this.#segments.window(batch);
    for (let i = from; i < to; i++) this.#segment(batch, i, firstOrdinal + i - from);
  }

  /** Takes the next segment. */
  segment(batch: SegmentBatch, index: number, ordinal: number): void {
    this.#segments.window(batch);
    this.#segment(batch, index, ordinal);
  }

  #segment(batch: SegmentBatch, index: number, ordinal: number): void {
    const mark = batch.starts[index] ?? 0;
    const start = (batch.marks[mark] ?? 0) + 1;
    const stop = batch.marks[mark + 1] ?? 0;
    let tag = 0;
    for (let i = start; i < stop; i++) tag = tag * 256 + (batch.bytes[i] ?? 0);
    // A leading NUL would vanish in the code, and a broken tag pass for a sound one.
    if (batch.bytes[start] === 0) tag = 0;
    this.#ordinal = ordinal;
    this.#offset = batch.baseOffset + start;
    this.#segmentId = undefined;
    this.#placed = undefined;
    const flags = batch.flags[index] ?? 0;
    const level = tag === HL ? placeLevel(this.#frames, this.#top, batch, index) : undefined;
    const found = level ?? placeSegment(this.#frames, this.#top, tag, batch, index);
    if (found === undefined) return this.#unplace(batch, index, tag);
    const { slot, depth, problem } = found;
    this.#closeTo(depth);
    const frame = this.#frame(depth);
    const count = frame.fill(slot, ordinal, this.#offset);
    if (slot.kind === 'loop') {
      if (problem !== 'none' && problem !== 'wrong-qualifier')
        this.#say(
          problem === 'over-maximum' ? 'loop-over-maximum' : 'segment-out-of-sequence',
          slot.loopId,
          slot.trigger?.tag,
        );
      this.#openLoop(slot, frame, count, batch, index);
    } else {
      if (problem === 'over-maximum') this.#say('segment-over-maximum', frame.loop.loopId, slot.tag);
      if (problem === 'out-of-sequence') this.#say('segment-out-of-sequence', frame.loop.loopId, slot.tag);
      this.#segmentId = slot.tag;
      this.#placed = slot;
      const object = this.#segments.read(slot, batch, index);
      if (slot.tag === 'LS' || slot.tag === 'LE') this.#bracket(slot, frame, batch, index, count, object);
      else if (this.#decode) this.#attach(frame, slot, object, count);
      if (this.#runner !== undefined && this.#rules.watched.has(slot)) this.#watch(slot, depth, batch, index);
    }
    if ((flags & SegmentFlag.indented) !== 0) this.#say('segment-indented', this.#frame(this.#top).loop.loopId);
    if ((flags & SegmentFlag.binaryLength) !== 0)
      this.#options.onFinding(finding('binary-length', this.#at({ element: 1 })));
  }

  /** Ends the set behind its last segment, which had this ordinal. */
  end(): TransactionRead {
    this.#ordinal++;
    this.#closeTo(0);
    this.#close(this.#root(), 0);
    return { data: this.#data, unplaced: this.#unplaced };
  }

  #openLoop(loop: LoopPlan, parent: Frame, count: number, batch: SegmentBatch, index: number): void {
    if (this.#top + 1 > this.#depthLimit) {
      throw new X12Error(
        'X12_LIMIT_EXCEEDED',
        `More than ${this.#depthLimit} loops are nested. Raise limits.depth if this is meant.`,
        {
          details: { limit: 'depth', value: this.#depthLimit },
        },
      );
    }
    if (loop.bracketedBy !== undefined) this.#checkBracketed(loop.bracketedBy, loop, parent);
    this.#top++;
    let frame = this.#frames[this.#top];
    if (frame === undefined) {
      frame = new Frame(loop);
      this.#frames[this.#top] = frame;
    }
    frame.open(loop, count - 1, this.#ordinal, this.#offset);
    if (this.#decode) frame.object = new loop.create();
    const trigger = loop.trigger;
    if (trigger === undefined) return;
    frame.fill(trigger, this.#ordinal, this.#offset);
    this.#segmentId = trigger.tag;
    this.#placed = trigger;
    if (this.#decode && loop.loopId !== this.#options.streamLoop) this.#attach(parent, loop, frame.object, count);
    if (this.#runner !== undefined && this.#rules.ruled.has(loop))
      this.#runner.openLoop(loop, this.#top, this.#ordinal, this.#offset);
    const object = this.#segments.read(trigger, batch, index);
    if (loop.hlLevel !== undefined) this.#level(frame, batch, index, object);
    else if (this.#decode) frame.object[trigger.key] = object;
    if (this.#runner !== undefined && this.#rules.watched.has(trigger)) this.#watch(trigger, this.#top, batch, index);
  }

  #level(frame: Frame, batch: SegmentBatch, index: number, object: JsonObject): void {
    const id = batch.element(index, 1);
    const parent = this.#levelAbove(this.#top - 1);
    openLevel(
      frame,
      parent,
      { id, parentId: batch.element(index, 2), child: batch.element(index, 4), ...this.#hlIds.add(id) },
      this.#decode ? object : undefined,
      (reason, element) =>
        this.#options.onFinding(
          finding(reason, this.#at({ element, dataElement: frame.loop.trigger?.elements[element]?.number })),
        ),
    );
  }

  #levelAbove(depth: number): Frame | undefined {
    for (let at = depth; at > 0; at--) if (this.#frame(at).loop.hlLevel !== undefined) return this.#frame(at);
    return undefined;
  }

  // LS and LE say nothing that the loops between them do not, unless their ids differ or nothing stands between.
  #bracket(
    slot: SegmentPlan,
    frame: Frame,
    batch: SegmentBatch,
    index: number,
    count: number,
    object: JsonObject,
  ): void {
    const bracket = frame.loop.brackets.find((pair) => pair.header === slot || pair.trailer === slot);
    const id = batch.element(index, 1);
    if (slot.tag === 'LS') frame.bracketId = id;
    else if (frame.bracketId !== '' && id !== frame.bracketId) {
      this.#options.onFinding(
        finding('loop-identifier', this.#at({ element: 1, dataElement: slot.elements[1]?.number })),
      );
    }
    if (!this.#decode) return;
    const single = slot.elements[1]?.single;
    const derivable = bracket !== undefined && single === id && count === 1;
    const filled = slot.tag === 'LS' || bracket?.loops.some((loop) => frame.has(loop)) === true;
    if (!derivable || !filled) this.#attach(frame, slot, object, count);
    if (derivable && !filled && slot.tag === 'LE' && bracket !== undefined)
      frame.object[bracket.header.key] = { [slot.elements[1]?.key ?? '']: id };
  }

  #checkBracketed(header: SegmentPlan, loop: LoopPlan, parent: Frame): void {
    if (parent.has(header) || (parent.counts[loop.index] ?? 0) > 1) return;
    this.#options.onFinding(
      finding('loop-header-missing', this.#at({ segmentId: header.tag, loopId: parent.loop.loopId || undefined })),
    );
  }

  /** Closes the loops inside frame `depth`. */
  #closeTo(depth: number): void {
    for (; this.#top > depth; this.#top--) this.#close(this.#frame(this.#top), this.#top);
  }

  #close(frame: Frame, depth: number): void {
    const loop = frame.loop;
    for (const slot of loop.requiredSlots) {
      // A missing SE is the envelope's to report, as IK502 2.
      if (slot.kind === 'segment' && slot.tag === 'SE') continue;
      if ((frame.counts[slot.index] ?? 0) < slot.min) this.#missing(frame, slot);
    }
    for (const { header, trailer } of loop.brackets) {
      if (frame.has(header) && !frame.has(trailer)) {
        this.#options.onFinding(
          finding('loop-trailer-missing', this.#at({ segmentId: trailer.tag, loopId: loop.loopId || undefined })),
        );
      }
    }
    if (this.#runner !== undefined && this.#rules.ruled.has(loop))
      this.#runner.closeLoop(loop, depth, this.#ordinal, this.#offset);
    if (loop.hlLevel !== undefined) this.#closeLevel(frame);
    if (loop.loopId === this.#options.streamLoop && depth > 0) this.#handOut(frame, depth);
  }

  #closeLevel(frame: Frame): void {
    closeLevel(frame, (reason, element) => {
      const at = this.#at({ element, segmentId: 'HL', loopId: frame.loop.loopId });
      this.#options.onFinding(finding(reason, { ...at, segment: frame.ordinal, segmentOffset: frame.offset }));
    });
  }

  #handOut(frame: Frame, depth: number): void {
    const path = this.#frames
      .slice(1, depth)
      .map((open) => ({ loopId: open.loop.loopId, index: open.occurrence, data: open.object }));
    const at = {
      ...this.#place,
      loopId: frame.loop.loopId,
      segment: frame.ordinal,
      segmentOffset: frame.offset,
      segmentId: frame.loop.trigger?.tag,
    };
    this.#options.onLoop?.({ path, data: frame.object, at });
  }

  // IK302 of a missing segment: the position it would have had, that of the first segment behind its place (ack.md 4.5).
  #missing(frame: Frame, slot: Slot): void {
    let segment = this.#ordinal;
    let segmentOffset = this.#offset;
    for (const other of frame.loop.slots) {
      if (other.rank <= slot.rank || !frame.has(other)) continue;
      const ordinal = frame.firstOrdinals[other.index] ?? 0;
      if (ordinal >= segment) continue;
      segment = ordinal;
      segmentOffset = frame.firstOffsets[other.index] ?? 0;
    }
    const loopId = slot.kind === 'loop' ? slot.loopId : frame.loop.loopId || undefined;
    const segmentId = slot.kind === 'loop' ? slot.trigger?.tag : slot.tag;
    const reason = slot.mandatory
      ? 'segment-mandatory-missing'
      : slot.kind === 'loop'
        ? 'loop-under-minimum'
        : 'segment-under-minimum';
    this.#options.onFinding(finding(reason, { ...this.#place, segment, segmentOffset, segmentId, loopId }));
  }

  #unplace(batch: SegmentBatch, index: number, tag: number): void {
    this.#unplaced.push({ segment: batch.raw(index), after: this.#ordinal - 1 });
    const id = batch.tag(index);
    this.#segmentId = segmentIdOf(id);
    const frame = this.#frame(this.#top);
    const loopId = frame.loop.loopId || undefined;
    const variants = this.#variants(tag);
    if (variants !== undefined) return this.#unknownQualifier(variants, batch, index);
    if (frame.loop.notUsed.has(id)) return this.#say('segment-not-used', loopId);
    if (this.#plan.tags.has(tag)) {
      const full = frame.loop.byTag.get(tag)?.slots.some((slot) => slot.kind === 'segment') === true;
      return this.#say(full ? 'segment-over-maximum' : 'segment-unexpected', loopId);
    }
    this.#say(this.#plan.standard.knowsSegment(id) ? 'segment-not-in-set' : 'segment-unknown', loopId);
  }

  // Several variants of the tag stand here and none accepts the qualifier: the qualifier is what is wrong.
  #variants(tag: number): readonly Slot[] | undefined {
    for (let depth = this.#top; depth >= 0; depth--) {
      const frame = this.#frame(depth);
      const slots = frame.loop.byTag
        .get(tag)
        ?.slots.filter((slot) => slot.discriminator !== undefined && slot.rank >= frame.rank);
      if (slots !== undefined && slots.length > 0) return slots;
    }
    return undefined;
  }

  #unknownQualifier(variants: readonly Slot[], batch: SegmentBatch, index: number): void {
    const told = variants[0]?.discriminator;
    const first = variants[0];
    const plan = first?.kind === 'segment' ? first : first?.trigger;
    if (told === undefined || plan === undefined) return;
    const element = plan.elements[told.element];
    const part = told.component > 0 ? element?.components[told.component] : element;
    const text = batch.element(index, told.element);
    const value = told.component > 0 ? (text.split(batch.delimiters.component)[told.component - 1] ?? '') : text;
    const accepted = variants.some((slot) => slot.discriminator?.codes.values.has(value) === true);
    if (accepted) return this.#say('segment-over-maximum', this.#frame(this.#top).loop.loopId, plan.tag);
    const code = this.#plan.standard.codeError(part?.number ?? '', value);
    const at = this.#at({ element: told.element, component: told.component || undefined, dataElement: part?.number });
    const reason: Reason =
      value === '' ? 'element-mandatory-missing' : code === '7' ? 'element-code' : 'element-code-not-used';
    this.#options.onFinding(finding(reason, at, this.#badValue(value)));
  }

  #attach(frame: Frame, slot: Slot, value: JsonObject, count: number): void {
    const target = slot.section === undefined ? frame.object : this.#section(slot.section);
    if (count === 1) {
      const first: JsonValue = slot.array ? [value] : value;
      target[slot.key] = first;
      frame.values[slot.index] = first;
      return;
    }
    const before = frame.values[slot.index];
    // What stands there was put there above: an array, or the one object of a slot that should not repeat.
    const list = grown(Array.isArray(before) ? (before as JsonValue[]) : [before ?? {}], value);
    if (list !== before) {
      target[slot.key] = list;
      frame.values[slot.index] = list;
    }
  }

  #section(name: string): JsonObject {
    let section = this.#sections.get(name);
    if (section === undefined) {
      section = {};
      this.#sections.set(name, section);
      this.#data[name] = section;
    }
    return section;
  }

  #watch(slot: SegmentPlan, depth: number, batch: SegmentBatch, index: number): void {
    this.#runner?.batchSegment(slot, depth, batch, index, this.#ordinal, this.#offset);
  }

  #say(reason: Reason, loopId: string | undefined, segmentId = this.#segmentId): void {
    this.#options.onFinding(finding(reason, this.#at({ loopId: loopId || undefined, segmentId })));
  }

  #sayElement(reason: Reason, place: ElementPlace): void {
    const { element, component, repetition, plan } = place;
    const dataElement = plan === undefined || plan.kind === Kind.composite ? undefined : plan.number || undefined;
    const at = this.#at({
      element,
      component: component || undefined,
      repetition: repetition || undefined,
      dataElement,
    });
    this.#options.onFinding(finding(reason, at, this.#badValue(place.value)));
  }

  #badValue(value: string): FindingExtras {
    return this.#options.badValues === true && value !== '' ? { badValue: value } : {};
  }

  #at(more: Partial<Position>): Position {
    const loopId = this.#frame(this.#top).loop.loopId || undefined;
    const at = {
      ...this.#place,
      segmentOffset: this.#offset,
      segment: this.#ordinal,
      segmentId: this.#segmentId,
      loopId,
      ...more,
    };
    return Object.fromEntries(Object.entries(at).filter(([, value]) => value !== undefined)) as unknown as Position; // the required members are set above
  }

  #root(): Frame {
    return this.#frame(0);
  }

  #frame(depth: number): Frame {
    const frame = this.#frames[depth];
    if (frame === undefined) throw new RangeError(`no open loop at depth ${depth}`);
    return frame;
  }
}

// Pushing onto a short array reserves room for 16 more members; most of these arrays stay short.
function grown(list: JsonValue[], value: JsonValue): JsonValue[] {
  const [first = null, second = null, third = null] = list;
  if (list.length === 1) return [first, value];
  if (list.length === 2) return [first, second, value];
  if (list.length === 3) return [first, second, third, value];
  list.push(value);
  return list;
}

const rules = new WeakMap<GuidePlan, RulesPlan>();

function rulesOf(plan: GuidePlan): RulesPlan {
  let compiled = rules.get(plan);
  if (compiled === undefined) {
    compiled = compileRules(plan.root);
    rules.set(plan, compiled);
  }
  return compiled;
}
