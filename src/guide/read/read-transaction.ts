import type { JsonObject } from '../../model/json.js';
import { DEFAULT_LIMITS } from '../../model/limits.js';
import { binaryLengthAt, segmentIdOf } from '../../model/position.js';
import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import { type BusinessUnits, businessUnitsOf } from '../plan/business-units.js';
import { SEGMENT_RULES } from '../plan/image.js';
import type { GuidePlan, LoopPlan, SegmentPlan } from '../plan/plan.js';
import { slotsOfTag } from '../plan/slots-of-tag.js';
import { levelCodes, stateOf, TAPE_DEPTH } from '../plan/walk-state.js';
import { RuleRunner } from '../rules/rule-runner.js';
import { setSeparators } from '../walk/separators.js';
import { Tenant } from '../walk/tenant.js';
import { hasWrongOctets } from './binary-length.js';
import { bracketIdAt, hasItsHeader, readBracket, reopenWithoutHeader } from './brackets.js';
import { HL, idAt, placeLevel } from './hierarchy.js';
import { HlLevels } from './hl-levels.js';
import { JsonTree } from './json-tree.js';
import { judgeUnplaced, mayFitGuessed } from './judge-unplaced.js';
import { LoopStack } from './loop-stack.js';
import { missingAbove, missingAround, missingTrigger } from './missing-levels.js';
import { noteAstray } from './missing-slots.js';
import { type Placement, placeSegment } from './place-segment.js';
import { SegmentReader } from './read-segment.js';
import { ShortWalk, type WantedPlaces } from './short-walk.js';
import type { TransactionRead, TransactionReaderOptions, Unplaced } from './transaction-read.js';
import { type TransactionPlace, WalkReport } from './walk-report.js';

/**
 * Walks the segments of one transaction set, ST to SE, through a compiled guide: one small loop over a stack of open
 * loops. Reports findings as it goes; builds guide JSON unless told to check only. Reusable: `begin` starts the next set.
 * Longer than our other files because it is one state machine.
 */
export class TransactionReader {
  readonly #plan: GuidePlan;
  readonly #options: TransactionReaderOptions;
  /** Where the numbers of the walk lie: every call from outside enters, and leaves. */
  readonly #tenant: Tenant;
  readonly #decode: boolean;
  readonly #report: WalkReport;
  readonly #units: BusinessUnits | undefined;
  readonly #segments: SegmentReader;
  readonly #runner: RuleRunner | undefined;
  readonly #open: LoopStack;
  /** The short way, where there is one. */
  readonly #quick: ShortWalk;
  readonly #tree: JsonTree;
  /** The tree, unless sets are only checked. */
  readonly #built: JsonTree | undefined;
  #unplaced: Unplaced[] = [];
  /** The set has nested levels of HL, so that one can be missing. */
  readonly #nests: boolean;
  /** A loop of HL may stand in itself. */
  readonly #recurs: boolean;
  readonly #levels: HlLevels;
  #placed: SegmentPlan | undefined;
  /** Depth of the loop that took the last segment, where loops in it stayed open. */
  #aside: number | undefined;
  #wanted: WantedPlaces | undefined;

  constructor(plan: GuidePlan, options: TransactionReaderOptions) {
    this.#plan = plan;
    this.#nests = plan.root.slots.some((slot) => slot.kind === 'loop' && Boolean(slot.hlLevel));
    this.#recurs = hasRecursion(plan.root);
    this.#options = options;
    this.#decode = options.decode ?? true;
    const { text: texts, numbers = 'exact' } = options;
    const text = texts?.of(plan);
    this.#tree = new JsonTree(text);
    if (this.#decode) this.#built = this.#tree;
    const { onFinding, badValues = false, forAcknowledgment = false } = options;
    this.#units = forAcknowledgment ? businessUnitsOf(plan) : undefined;
    const unit = this.#units === undefined ? undefined : () => this.#open.unit();
    const loopId =
      forAcknowledgment && plan.guide.x12.kind === 'base'
        ? () => bracketIdAt(this.#open.frames, this.#open.top)
        : undefined;
    const report = new WalkReport({ onFinding, badValues, unit, loopId });
    this.#report = report;
    this.#segments = new SegmentReader(plan.standard, {
      decode: this.#decode,
      numbers,
      text,
      report: (reason, place) => report.sayElement(reason, place),
    });
    const { depth = DEFAULT_LIMITS.depth } = options;
    const stops = [...(this.#units?.keys() ?? [])].map(({ row }) => row);
    this.#tenant = new Tenant(stateOf(plan, depth, stops));
    const { state } = this.#tenant;
    const outer = this.#tenant.enter();
    try {
      if (plan.rules.count > 0)
        this.#runner = new RuleRunner(plan.rules, (...found) => report.sayRule(...found), state);
      this.#levels = new HlLevels(report, state, levelCodes(plan.root));
      const parts = { state, report, levels: this.#levels, tree: this.#tree, runner: this.#runner, options };
      this.#open = new LoopStack(plan, parts);
      const building = this.#decode ? { segments: this.#segments, tree: this.#tree } : undefined;
      this.#quick = new ShortWalk(this.#tenant, this.#open, { runner: this.#runner, units: this.#units, building });
    } finally {
      this.#tenant.exit(outer);
    }
  }

  /** The open loops, outermost first; `ordinal`, that of the trigger, tells one occurrence from the next. */
  get openLoops(): readonly { readonly loop: LoopPlan; readonly ordinal: number }[] {
    return this.#within(() =>
      this.#open.frames.slice(1, this.#open.top + 1).map(({ loop, ordinal }) => ({ loop, ordinal })),
    );
  }

  /** How many of them are around the last segment: all, unless it belonged further out. */
  get depth(): number {
    return this.#aside ?? this.#within(() => this.#open.top);
  }

  /** The loop of the last segment, as findings name it. */
  get loopId(): string | undefined {
    return this.#report.loopName;
  }

  /** The slot that took the last segment; undefined when none did. */
  get placed(): SegmentPlan | undefined {
    return this.#placed;
  }

  /** Starts a transaction set. */
  begin(place: TransactionPlace): void {
    this.#report.set = place;
    this.#report.ordinal = 1;
    this.#report.offset = 0;
    this.#report.cutAt = Number.POSITIVE_INFINITY;
    this.#unplaced = [];
    this.#aside = undefined;
    this.#within(() => {
      this.#levels.begin();
      this.#open.begin(this.#plan.root);
    });
  }

  /**
   * Takes segments `from` up to, not including, `to`; `firstOrdinal` counts from ST = 1.
   * @param wanted is told where one stands elsewhere.
   */
  segments(batch: SegmentBatch, from: number, to: number, firstOrdinal: number, wanted?: WantedPlaces): void {
    const outer = this.#tenant.enter();
    this.#wanted = wanted;
    this.#quick.wanted = wanted;
    try {
      this.#segments.window(batch, from, to);
      setSeparators(this.#tenant.state.words, batch.delimiters);
      for (let i = from; i < to; i++) {
        if (this.#isCalm()) i = this.#hurry(batch, i, to, firstOrdinal + i - from);
        if (i < to) this.#segment(batch, i, firstOrdinal + i - from);
      }
    } finally {
      this.#wanted = undefined;
      this.#quick.wanted = undefined;
      this.#quick.leave();
      this.#tenant.exit(outer);
    }
  }

  /** Takes the next segment. */
  segment(batch: SegmentBatch, index: number, ordinal: number): void {
    this.#within(() => {
      this.#segments.window(batch, index, index + 1);
      setSeparators(this.#tenant.state.words, batch.delimiters);
      this.#segment(batch, index, ordinal);
    });
  }

  /** Ends the set behind its last segment. */
  end(): TransactionRead {
    return this.#within(() => this.#end());
  }

  #end(): TransactionRead {
    this.#report.ordinal++;
    this.#return();
    this.#open.endAwaited();
    const last = this.#plan.root.slots.at(-1);
    if (last?.kind === 'segment' && last.tag === 'SE' && !this.#open.frame(0).has(last)) this.#runner?.breakOff();
    this.#open.end();
    this.#levels.end();
    const text = this.#options.text === undefined ? undefined : this.#tree.text(this.#open.frame(0));
    return { data: this.#tree.data, text, unplaced: this.#unplaced };
  }

  /** Lets go of all that was read, between sets: a reader that waits for its next input holds nothing of the last. */
  forget(): void {
    this.#within(() => {
      this.#open.forget();
      this.#runner?.forget();
      this.#tenant.forget(this.#plan.rules.words);
      this.#levels.begin();
    });
    if (this.#unplaced.length > 0) this.#unplaced = [];
    this.#segments.forget();
  }

  #within<T>(work: () => T): T {
    const outer = this.#tenant.enter();
    try {
      return work();
    } finally {
      this.#tenant.exit(outer);
    }
  }

  #hurry(batch: SegmentBatch, from: number, to: number, ordinal: number): number {
    const quick = this.#quick;
    if (this.#aside !== undefined) this.#return();
    const next = quick.take(batch, from, to, ordinal);
    if (next === from) return from;
    const report = this.#report;
    report.ordinal = quick.ordinal;
    report.offset = quick.offset;
    report.loopId = this.#open.frame(this.#open.top).loop.loopId;
    this.#placed = quick.last;
    return next;
  }

  #segment(batch: SegmentBatch, index: number, ordinal: number): void {
    const mark = batch.starts[index] ?? 0;
    const start = (batch.marks[mark] ?? 0) + 1;
    const stop = batch.marks[mark + 1] ?? 0;
    const tag = tagAt(batch.bytes, start, stop);
    this.#report.ordinal = ordinal;
    this.#report.offset = batch.baseOffset + start;
    this.#report.segmentId = undefined;
    this.#placed = undefined;
    if (this.#aside !== undefined) this.#return();
    const flags = batch.flags[index] ?? 0;
    if ((flags & SegmentFlag.truncated) !== 0) this.#report.cutAt = (batch.starts[index + 1] ?? 0) - mark - 2;
    const level = tag === HL && this.#recurs ? placeLevel(this.#open.frames, this.#open.top, batch, index) : undefined;
    let found = level ?? placeSegment(this.#open.frames, this.#open.top, tag, batch, index);
    if (found === undefined || found.problem !== 'none' || this.#levels.assumes)
      found = this.#placeBelowMissing(found, tag, batch, index);
    if (this.#open.headless > 0 && found?.problem !== 'none') found = this.#placeBehindStray(found, tag, batch, index);
    found ??= this.#placeBelowTrigger(tag, batch, index);
    if (this.#wanted !== undefined && this.#wanted.places[index] !== wordOf(found)) this.#wanted.areMet = false;
    if (found === undefined) this.#unplace(batch, index, tag);
    else if (this.#open.headless + this.#levels.skipped > 0 && this.#isLate(found, batch, index))
      this.#takeLate(found.depth + 1, batch, index);
    else if (found.slot.kind === 'loop') this.#openLoop(found.slot, found, batch, index);
    else this.#fill(found.slot, found, batch, index);
    if (
      found !== undefined &&
      hasWrongOctets(batch, index, found.slot.kind === 'loop' ? found.slot.trigger : found.slot)
    )
      this.#report.say('binary-length', binaryLengthAt(batch.tag(index)));
  }

  /** Nothing is missing or in doubt that a segment could be about. */
  #isCalm(): boolean {
    return this.#open.headless === 0 && !this.#levels.assumes && this.#open.awaited.isEmpty;
  }

  #fill(slot: SegmentPlan, { depth, problem }: Placement, batch: SegmentBatch, index: number): void {
    const report = this.#report;
    if (problem === 'late') this.#step(depth);
    else this.#closeBefore(slot, depth);
    const frame = this.#open.frame(depth);
    const count = frame.fill(slot, report.ordinal, report.offset);
    report.segmentId = slot.tag;
    this.#placed = slot;
    if (this.#units !== undefined) frame.noteUnit(this.#units, slot, batch, index);
    if (problem === 'over-maximum' && !hasItsHeader(slot, frame)) report.say('segment-over-maximum');
    if (problem === 'out-of-sequence' || problem === 'late') report.say('segment-out-of-sequence');
    report.guessed = frame.doubt?.guessed === true;
    const isBracket = slot.tag === 'LS' || slot.tag === 'LE';
    if (!isBracket && this.#tree.writes(frame, slot, count)) this.#segments.write(slot, batch, index);
    else {
      const object = this.#segments.read(slot, batch, index);
      if (isBracket) readBracket(slot, frame, batch.element(index, 1), { report, tree: this.#built, object });
      else if (this.#decode) this.#tree.attach(frame, slot, object, count);
    }
    report.guessed = false;
    if (this.#runner !== undefined) this.#watch(this.#runner, slot, batch, index);
  }

  // What the loop that ends lacks may come behind the segment; behind SE, or an LE, nothing comes.
  #closeBefore({ tag }: SegmentPlan, depth: number): void {
    if (tag === 'SE') this.#open.endAwaited();
    this.#open.closeTo(depth, this.#open.top === depth + 1 && tag !== 'SE' && tag !== 'LE');
  }

  // A segment that belongs to a loop around those at hand, which go on behind it.
  #step(depth: number): void {
    this.#aside = depth;
    this.#report.loopId = this.#open.frame(depth).loop.loopId;
  }

  #return(): void {
    this.#aside = undefined;
    this.#report.loopId = this.#open.frame(this.#open.top).loop.loopId;
  }

  #openLoop(loop: LoopPlan, { depth, problem }: Placement, batch: SegmentBatch, index: number): void {
    this.#open.endAwaited();
    // One loop closes because another kind begins.
    this.#open.closeTo(depth, this.#open.frames[depth + 1]?.loop !== loop && loop.hlLevel === undefined);
    const report = this.#report;
    const parent = this.#open.frame(depth);
    const count = parent.fill(loop, report.ordinal, report.offset);
    const trigger = loop.trigger;
    if (trigger === undefined) return;
    report.segmentId = trigger.tag;
    this.#placed = trigger;
    if (loop.bracketedBy !== undefined && count === 1 && !parent.has(loop.bracketedBy)) {
      report.say('loop-header-missing', { segmentId: loop.bracketedBy.tag });
      parent.doubted();
      if (this.#decode) this.#tree.lack(parent, loop.bracketedBy);
    } else if (problem === 'unbracketed' && reopenWithoutHeader(parent, loop, report))
      report.say('loop-header-missing', { segmentId: loop.bracketedBy?.tag });
    const frame = this.#open.push(loop, count);
    if (problem === 'wrong-qualifier' && slotsOfTag(parent.loop, trigger.tagCode).length > 1)
      frame.doubted().guessed = true;
    if (this.#units !== undefined) frame.noteUnit(this.#units, trigger, batch, index);
    if (problem === 'over-maximum') report.say('loop-over-maximum');
    if (problem === 'out-of-sequence') report.say('segment-out-of-sequence');
    frame.fill(trigger, report.ordinal, report.offset);
    this.#open.hang(frame, parent, count);
    this.#open.openRules(loop);
    if (parent.assumed) report.orphan = loop.hlLevel !== undefined;
    if (loop.hlLevel === undefined && this.#tree.writes(frame, trigger, 1)) this.#segments.write(trigger, batch, index);
    else {
      const object = this.#segments.read(trigger, batch, index);
      if (loop.hlLevel !== undefined) this.#openLevel(batch, index, object);
      else if (this.#decode) frame.object[trigger.key] = object;
    }
    if (parent.assumed) report.orphan = false;
    // An LS that begins a loop (834) has its LE in it.
    if (trigger.tag === 'LS') frame.bracketId = batch.element(index, 1);
    if (this.#runner !== undefined) this.#watch(this.#runner, trigger, batch, index);
  }

  /** The place of a segment above which levels are missing, once they are opened; `found` where none are. */
  #placeBelowMissing(
    found: Placement | undefined,
    tag: number,
    batch: SegmentBatch,
    index: number,
  ): Placement | undefined {
    if (!this.#nests) return found;
    const walk = { frames: this.#open.frames, top: this.#open.top, levels: this.#levels.opened };
    const missing =
      tag === HL ? missingAbove(walk, found, batch, index) : missingAround(walk, found, { tag, batch, index });
    if (missing === undefined) return found;
    this.#open.openMissing(missing, tag === HL ? idAt(batch, index, 2) : '');
    return placeSegment(this.#open.frames, this.#open.top, tag, batch, index);
  }

  // A loop whose trigger is missing is told as it closes: the trigger may have changed places with the segment at hand.
  #placeBelowTrigger(tag: number, batch: SegmentBatch, index: number): Placement | undefined {
    const walk = { frames: this.#open.frames, top: this.#open.top, levels: this.#levels.opened };
    const missing = missingTrigger(walk, { tag, batch, index });
    if (missing === undefined) return undefined;
    const { rank } = this.#open.frame(missing.depth);
    this.#open.openMissing(missing, '');
    this.#open.frame(this.#open.top).doubted().headless = { segment: batch.raw(index), rank };
    this.#open.headless++;
    return placeSegment(this.#open.frames, this.#open.top, tag, batch, index);
  }

  // A loop that one segment opened without its trigger, and behind which the loop around it goes on: that segment is astray.
  #placeBehindStray(
    placed: Placement | undefined,
    tag: number,
    batch: SegmentBatch,
    index: number,
  ): Placement | undefined {
    const { loop, doubt, ordinal, offset } = this.#open.frame(this.#open.top);
    const depth = this.#open.top - 1;
    if (doubt?.headless === undefined || ordinal !== this.#report.ordinal - 1 || tag === HL) return placed;
    const around = this.#open.frame(depth);
    const { rank } = around;
    const { segment } = doubt.headless;
    around.rank = doubt.headless.rank;
    const found = placeSegment(this.#open.frames, depth, tag, batch, index);
    if (found?.problem !== 'none' || found.depth < depth || found.slot.rank >= loop.rank) {
      around.rank = rank;
      // The placement at hand was overwritten.
      return placeSegment(this.#open.frames, this.#open.top, tag, batch, index);
    }
    this.#open.headless--;
    this.#open.top = depth;
    this.#report.loopId = around.loop.loopId;
    around.empty(loop);
    if (this.#decode && loop.loopId !== this.#options.streamLoop) this.#tree.detach(around, loop);
    if (this.#decode) this.#unplaced.push({ segment, after: ordinal - 1 });
    const segmentId = segment.split(batch.delimiters.element, 1)[0];
    this.#report.say('segment-unexpected', { segment: ordinal, segmentOffset: offset, segmentId });
    return found;
  }

  /** The trigger of an open loop that seemed to miss it. */
  #isLate({ slot, depth }: Placement, batch: SegmentBatch, index: number): boolean {
    if (slot.kind === 'segment' || depth >= this.#open.top) return false;
    const frame = this.#open.frame(depth + 1);
    if (frame.doubt?.headless !== undefined && frame.loop === slot) return true;
    return (
      slot.hlLevel !== undefined && this.#levels.isLate(this.#open.frames, depth + 1, this.#open.top, batch, index)
    );
  }

  // Two segments changed places: one level, not one without HL and one without the rest.
  #takeLate(depth: number, batch: SegmentBatch, index: number): void {
    this.#open.closeTo(depth);
    const report = this.#report;
    const frame = this.#open.frame(depth);
    const { loop } = frame;
    const { trigger } = loop;
    if (trigger === undefined) return;
    const isLevel = loop.hlLevel !== undefined;
    if (isLevel) this.#levels.skipped--;
    else this.#open.headless--;
    report.segmentId = trigger.tag;
    this.#placed = trigger;
    report.say('segment-out-of-sequence');
    frame.assumed = false;
    if (frame.doubt !== undefined) frame.doubt.headless = undefined;
    frame.begin(report.ordinal, report.offset);
    frame.fill(trigger, report.ordinal, report.offset);
    delete frame.object[trigger.key];
    this.#open.openRules(loop);
    const object = this.#segments.read(trigger, batch, index);
    if (isLevel) this.#openLevel(batch, index, object);
    else if (this.#decode) frame.object[trigger.key] = object;
    if (this.#runner !== undefined) this.#watch(this.#runner, trigger, batch, index);
  }

  #openLevel(batch: SegmentBatch, index: number, object: JsonObject): void {
    this.#levels.open(this.#open.frames, this.#open.top, batch, index, this.#decode ? object : undefined);
    this.#tree.openLevel(this.#open.frame(this.#open.top));
  }

  #unplace(batch: SegmentBatch, index: number, tag: number): void {
    if (this.#decode) this.#unplaced.push({ segment: batch.raw(index), after: this.#report.ordinal - 1 });
    this.#report.segmentId = segmentIdOf(batch.tag(index));
    this.#runner?.lack(tag);
    const segment = { batch, index, tag };
    if (this.#open.awaited.take(tag, batch, index)) return this.#report.say('segment-out-of-sequence');
    if (mayFitGuessed(this.#open.frames, this.#open.top, segment)) return;
    const { reason, at, value, depth } = judgeUnplaced(this.#plan, this.#open.frames, this.#open.top, segment);
    if (depth !== undefined) noteAstray(this.#open.frame(depth), tag);
    this.#report.say(reason, at, { badValue: this.#report.badValue(value) });
  }

  #watch(runner: RuleRunner, segment: SegmentPlan, batch: SegmentBatch, index: number): void {
    if (segment.image.words[segment.row + SEGMENT_RULES] === 0) return;
    runner.batchSegment(
      segment,
      this.#aside ?? this.#open.top,
      batch,
      index,
      this.#report.ordinal,
      this.#report.offset,
    );
  }
}

// As the tape of the hot loop has it.
function wordOf(found: Placement | undefined): number | undefined {
  return found && (found.depth << TAPE_DEPTH) | found.slot.index;
}

// The tag in one number, as `tagCode` has it.
function tagAt(bytes: Uint8Array, start: number, stop: number): number {
  // A leading NUL would vanish in the code, and a broken tag pass for a sound one.
  if (bytes[start] === 0) return 0;
  let tag = 0;
  if (stop - start <= 3) for (let i = start; i < stop; i++) tag = (tag << 8) | (bytes[i] ?? 0);
  else for (let i = start; i < stop; i++) tag = tag * 256 + (bytes[i] ?? 0);
  return tag;
}

function hasRecursion({ slots }: LoopPlan, seen = new Set<LoopPlan['slots']>()): boolean {
  if (seen.has(slots)) return false;
  seen.add(slots);
  return slots.some((slot) => slot.kind === 'loop' && (slot.hlLevel === '' || hasRecursion(slot, seen)));
}
