import type { Delimiters } from '../../model/delimiters.js';
import type { FoundLimits, Severity } from '../../model/finding.js';
import type { Reason } from '../../model/reasons.js';
import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import { hasKey, lookUp, SEGMENT_RULES } from '../plan/image.js';
import type { RuleBounds } from '../plan/matcher.js';
import type { LoopPlan, SegmentPlan } from '../plan/plan.js';
import {
  FEED_FEED,
  FEED_REST,
  GATE_CALLS,
  GATE_ELEMENT,
  GATE_ROWS,
  JUDGE_PROGRAM,
  OPEN_ELEMENT,
  OPEN_PROGRAM,
  OPEN_VALUES,
  ROW_GATE,
  ROW_JUDGE,
  ROW_OPEN,
  RULE_WORDS,
} from '../plan/rule-rows.js';
import type { CompiledRule, Feed, RuleProgram, RulesPlan, Target } from '../plan/rules-plan.js';
import { STATE_AWKWARD, STATE_KNOWN, STATE_WORDS, type WalkState, walkState } from '../plan/walk-state.js';
import { runRules } from '../walk/rules-on-bytes.js';
import { setSeparators } from '../walk/separators.js';
import { BatchSource, type ElementSource, NO_BYTES, type SegmentBytes } from './element-source.js';
import { feedOne } from './feed.js';
import { judge } from './judge.js';
import { type FilledSlots, missingPlace } from './missing-place.js';
import { OpenRegisters } from './open-registers.js';
import type { RuleFrame } from './rule-frame.js';
import { placeOf, type RulePlace } from './rule-place.js';
import { isSpared, rememberSpared } from './spared.js';

const SPLIT = SegmentFlag.component | SegmentFlag.repetition;

export interface RuleExtras {
  readonly rule: string;
  readonly note: string | undefined;
  readonly limits: FoundLimits | undefined;
  readonly severity: Severity | undefined;
  /** The place of the first condition that held by something present (999 CTX). */
  readonly trigger: RulePlace | undefined;
}

export type RuleReport = (reason: Reason, where: RulePlace, extras: RuleExtras) => void;

/** Runs the rules of one transaction set after the other while their segments pass. Memory is that of the open loops. */
export class RuleRunner {
  readonly #report: RuleReport;
  readonly #bounds: RuleBounds | undefined;
  readonly #programs: RulesPlan['programs'];
  readonly #feeds: RulesPlan['feeds'];
  readonly #state: WalkState;
  readonly #registers: OpenRegisters;
  // One of each, not an object a segment.
  readonly #at = { ordinal: 0, offset: 0 };
  readonly #placeOfMissing = (target: Target) => missingPlace(target, this.#closing, this.#slots, this.#at);
  #remembers = false;
  #closing: LoopPlan | undefined;
  #slots: FilledSlots | undefined;
  readonly #batch = new BatchSource();
  readonly #on: SegmentBytes = { ...NO_BYTES };

  /** @param state where registers lie; one of its own by default. */
  constructor(plan: RulesPlan, report: RuleReport, state: WalkState = walkState(plan.words)) {
    this.#report = report;
    this.#bounds = plan.bounds;
    this.#programs = plan.programs;
    this.#feeds = plan.feeds;
    this.#state = state;
    this.#registers = new OpenRegisters(plan, state);
  }

  /** Call before the loop's trigger segment, whose place this is; for the root (depth 0) before the first segment. */
  openLoop(loop: LoopPlan, depth: number, ordinal: number, offset: number): void {
    const program = loop.ruleProgram;
    if (program === undefined || program.gate !== undefined) return;
    this.#move(ordinal, offset);
    this.#registers.open(program, depth, this.#at);
  }

  /** Call for each segment that found its slot; `depth` is that of the loop that holds it. */
  segment(segment: SegmentPlan, depth: number, source: ElementSource, ordinal: number, offset: number): void {
    const rows = segment.image.words[segment.row + SEGMENT_RULES] ?? 0;
    this.#move(ordinal, offset);
    if (rows !== 0) this.#run(segment, depth, source, undefined, rows + 1);
  }

  /** Says what separates segments of batches from now on, where no walk says so. */
  separate(delimiters: Delimiters): void {
    setSeparators(this.#state.words, delimiters);
  }

  /**
   * The same as {@link segment} for one of a batch.
   * @param from the row at which its rules go on, where those before it are done; 0 for all.
   */
  batchSegment(
    segment: SegmentPlan,
    depth: number,
    batch: SegmentBatch,
    index: number,
    ordinal: number,
    offset: number,
    from = 0,
  ): void {
    const rows = segment.image.words[segment.row + SEGMENT_RULES] ?? 0;
    if (rows === 0) return;
    this.#move(ordinal, offset);
    this.#batch.open(batch, index);
    const flags = batch.flags[index] ?? 0;
    const on = this.#on;
    on.bytes = batch.bytes;
    on.marks = batch.marks;
    on.first = batch.starts[index] ?? 0;
    on.count = this.#batch.count;
    on.split = (flags & SPLIT) !== 0;
    const awkward = this.#state.words[STATE_AWKWARD] ?? 0;
    const isUsual = awkward !== 0 && (flags & awkward) === 0;
    this.#run(segment, depth, this.#batch, isUsual ? on : undefined, from === 0 ? rows + 1 : from);
  }

  /**
   * Judges the loop's rules; the place is the one behind its last segment. There a missing segment would stand, unless
   * `slots` knows of one in this loop that belongs behind it.
   */
  closeLoop(loop: LoopPlan, depth: number, ordinal: number, offset: number, slots?: FilledSlots): void {
    const program = loop.ruleProgram;
    const frame = this.#registers.at(program, depth);
    if (program === undefined || frame === undefined) return;
    this.#move(ordinal, offset);
    this.#closing = loop;
    this.#slots = slots;
    this.#bounds?.begin();
    try {
      for (const rule of program.rules) this.#judge(rule, frame, loop, loop.trigger);
    } finally {
      this.#bounds?.end();
    }
    this.#slots = undefined;
    this.#registers.leave(program, frame);
  }

  /** Call for a segment that is missing or has no place: what the open loops would add up of it is not known. */
  lack(tagCode: number): void {
    this.#registers.lack(tagCode);
  }

  /** Call where the set breaks off: anything may be missing. */
  breakOff(): void {
    this.#registers.lackAll();
  }

  /** Closes a loop without judging it. */
  dropLoop(loop: LoopPlan, depth: number): void {
    const program = loop.ruleProgram;
    const frame = this.#registers.at(program, depth);
    if (program !== undefined && frame !== undefined) this.#registers.leave(program, frame);
  }

  /** Lets go of all values. */
  forget(): void {
    this.#batch.forget();
    // The numbers beside them are set with the next bytes, and no values.
    this.#on.bytes = NO_BYTES.bytes;
    this.#on.marks = NO_BYTES.marks;
    this.#registers.forget();
    if (this.#remembers) this.#state.words.fill(0, STATE_KNOWN, STATE_WORDS);
    this.#remembers = false;
  }

  #move(ordinal: number, offset: number): void {
    this.#at.ordinal = ordinal;
    this.#at.offset = offset;
  }

  #run(segment: SegmentPlan, depth: number, source: ElementSource, on: SegmentBytes | undefined, from: number): void {
    if (this.#bounds === undefined) return this.#rows(segment, depth, source, on, from);
    this.#bounds.begin();
    try {
      this.#rows(segment, depth, source, on, from);
    } finally {
      this.#bounds.end();
    }
  }

  // What shows on bytes is done there, row by row; what does not, by objects.
  #rows(segment: SegmentPlan, depth: number, source: ElementSource, on: SegmentBytes | undefined, from: number): void {
    const { words, reals } = this.#state;
    const image = segment.image.words;
    const { ordinal, offset } = this.#at;
    const rows = image[segment.row + SEGMENT_RULES] ?? 0;
    const end = rows + 1 + (image[rows] ?? 0) * RULE_WORDS;
    let at = from;
    while (at < end) {
      if (on !== undefined) {
        const { bytes, marks, first, count, split } = on;
        at = runRules(image, words, reals, bytes, marks, first, count, split, rows, at, depth, ordinal, offset);
        if (at === 0) return;
      }
      at = this.#row(image, at, segment, depth, source);
    }
  }

  // Returns the row behind it, and behind those that it stands for.
  #row(words: Int32Array, at: number, segment: SegmentPlan, depth: number, source: ElementSource): number {
    switch (words[at]) {
      case ROW_JUDGE:
        this.#judgeRow(words, at, segment, source);
        return at + RULE_WORDS;
      case ROW_GATE: {
        const rows = words[at + GATE_ROWS] ?? 0;
        const element = words[at + GATE_ELEMENT] ?? 0;
        const calls = words[at + GATE_CALLS] ?? 0;
        // A gate of more rows than bits has all of them set.
        let bits = calls === 0 ? (source.has(element) ? -1 : 0) : lookUp(words, calls, source.packed(element));
        for (let row = 1; row <= rows && bits !== 0; row++, bits >>= 1)
          if ((bits & 1) !== 0) this.#judgeRow(words, at + row * RULE_WORDS, segment, source);
        return at + (rows + 1) * RULE_WORDS;
      }
      case ROW_OPEN: {
        const program = this.#programs[words[at + OPEN_PROGRAM] ?? 0];
        const value = source.packed(words[at + OPEN_ELEMENT] ?? 0);
        if (program !== undefined && hasKey(words, words[at + OPEN_VALUES] ?? 0, value))
          this.#registers.open(program, depth, this.#at);
        return at + RULE_WORDS;
      }
      default: {
        const feed = this.#feeds[words[at + FEED_FEED] ?? 0] as Feed; // as the row was laid out
        const frame = this.#registers.opened(feed.program);
        if (frame === undefined || frame.depth > depth) return at + (1 + (words[at + FEED_REST] ?? 0)) * RULE_WORDS;
        feedOne(feed, frame, source, this.#at);
        return at + RULE_WORDS;
      }
    }
  }

  #judgeRow(words: Int32Array, at: number, segment: SegmentPlan, source: ElementSource): void {
    const program = this.#programs[words[at + JUDGE_PROGRAM] ?? 0];
    if (program === undefined) return;
    if (!isSpared(words, at, program, source)) this.#judgeSegment(program, segment, source);
    else if (rememberSpared(words, at, source, this.#state.words)) this.#remembers = true;
  }

  #judgeSegment(program: RuleProgram, segment: SegmentPlan, source: ElementSource): void {
    const frame = this.#registers.of(program);
    frame.open(this.#at, 0);
    const { count } = source;
    for (const feed of program.feeds)
      if (feed.element <= count || feed.needs >= 0) feedOne(feed, frame, source, this.#at);
    for (const rule of program.rules) this.#judge(rule, frame, program.feeds[0]?.target.loop, segment);
    frame.close();
  }

  #judge(rule: CompiledRule, frame: RuleFrame, loop: LoopPlan | undefined, segment: SegmentPlan | undefined): void {
    for (const { program, register, negate } of rule.when) {
      if (this.#registers.countOf(program, register) > 0 === negate) return;
    }
    const broken = judge(rule.check, frame, this.#placeOfMissing);
    if (broken === undefined) return;
    const trigger = this.#trigger(rule, frame, loop, segment);
    const { id, note, limits, severity } = rule;
    this.#report(broken.reason, broken.where, { rule: id, note, limits, severity, trigger });
  }

  // Where all conditions say that something is absent, the loop or segment that carries the rule is what made it fire.
  #trigger(
    rule: CompiledRule,
    frame: RuleFrame,
    loop: LoopPlan | undefined,
    segment: SegmentPlan | undefined,
  ): RulePlace | undefined {
    if (rule.gated !== undefined) return placeOf(rule.gated, this.#at);
    for (const { program, register, negate } of rule.when) {
      const at = negate ? undefined : this.#registers.counted(program, register);
      if (at !== undefined) return placeOf(at.target, at, at.repetition);
    }
    if (!rule.conditional || loop === undefined || segment === undefined) return undefined;
    return placeOf({ loop, segment, element: 0, component: 0, plan: undefined }, frame.opened);
  }
}
