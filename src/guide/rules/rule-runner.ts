import type { Severity } from '../../model/finding.js';
import type { Reason } from '../../model/reasons.js';
import type { SegmentBatch } from '../../model/segments.js';
import type { RuleBounds } from '../matcher.js';
import type { LoopPlan, SegmentPlan, Slot } from '../plan.js';
import { BatchSource, type ElementSource } from './element-source.js';
import { feedAll } from './feed.js';
import { judge } from './judge.js';
import type { Target } from './resolve-path.js';
import { RuleFrame, type SegmentPlace } from './rule-frame.js';
import { placeOf, type RulePlace } from './rule-place.js';
import type { CompiledRule, Gate, RuleProgram, RulesPlan, SegmentWork } from './rules-plan.js';

export type { RulePlace } from './rule-place.js';

export interface RuleExtras {
  readonly rule: string;
  readonly note?: string;
  readonly severity?: Severity;
  /** The place of the first condition that held by something present (999 CTX). */
  readonly trigger?: RulePlace;
}

export type RuleReport = (reason: Reason, where: RulePlace, extras: RuleExtras) => void;

/** Runs the rules of one transaction set after the other while their segments pass. Memory is that of the open loops. */
export class RuleRunner {
  readonly #report: RuleReport;
  readonly #bounds: RuleBounds | undefined;
  readonly #summed: RulesPlan['summed'];
  /** The innermost open frame of each program. */
  readonly #open: (RuleFrame | undefined)[];
  readonly #idle: (RuleFrame | undefined)[];
  /** The frames that may hold values. */
  readonly #holders: RuleFrame[] = [];
  // One of each, not an object a segment.
  readonly #at = { ordinal: 0, offset: 0 };
  readonly #placeOfMissing = (target: Target) => missingPlace(target, this.#closing, this.#slots, this.#at);
  #closing: LoopPlan | undefined;
  #slots: FilledSlots | undefined;
  readonly #batch = new BatchSource();

  constructor(plan: RulesPlan, report: RuleReport) {
    this.#report = report;
    this.#bounds = plan.bounds;
    this.#summed = plan.summed;
    this.#open = new Array<RuleFrame | undefined>(plan.programs).fill(undefined);
    this.#idle = new Array<RuleFrame | undefined>(plan.programs).fill(undefined);
  }

  /** Call before the loop's trigger segment, whose place this is; for the root (depth 0) before the first segment. */
  openLoop(loop: LoopPlan, depth: number, ordinal: number, offset: number): void {
    const program = loop.ruleProgram;
    if (program === undefined || program.gate !== undefined) return;
    this.#move(ordinal, offset);
    this.#openProgram(program, depth);
  }

  /** Call for each segment that found its slot; `depth` is that of the loop that holds it. */
  segment(segment: SegmentPlan, depth: number, source: ElementSource, ordinal: number, offset: number): void {
    const work = segment.ruleWork;
    if (work === undefined) return;
    this.#move(ordinal, offset);
    this.#take(work, segment, depth, source);
  }

  /** The same for a segment of a batch, without making strings. */
  batchSegment(
    segment: SegmentPlan,
    depth: number,
    batch: SegmentBatch,
    index: number,
    ordinal: number,
    offset: number,
  ): void {
    const work = segment.ruleWork;
    if (work === undefined) return;
    this.#move(ordinal, offset);
    this.#batch.open(batch, index);
    this.#take(work, segment, depth, this.#batch);
  }

  /**
   * Judges the loop's rules; the place is the one behind its last segment. There a missing segment would stand, unless
   * `slots` knows of one in this loop that belongs behind it.
   */
  closeLoop(loop: LoopPlan, depth: number, ordinal: number, offset: number, slots?: FilledSlots): void {
    const program = loop.ruleProgram;
    const frame = program && this.#open[program.index];
    if (program === undefined || frame === undefined || frame.depth !== depth) return;
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
    this.#leave(program, frame);
  }

  /** Call for a segment that is missing or has no place: what the open loops would add up of it is not known. */
  lack(tagCode: number): void {
    for (const { program, sum } of this.#summed.get(tagCode) ?? []) this.#open[program]?.sums[sum]?.break();
  }

  /** Call where the set breaks off: anything may be missing. */
  breakOff(): void {
    for (const tagCode of this.#summed.keys()) this.lack(tagCode);
  }

  /** Closes a loop without judging it. */
  dropLoop(loop: LoopPlan, depth: number): void {
    const program = loop.ruleProgram;
    const frame = program && this.#open[program.index];
    if (program !== undefined && frame?.depth === depth) this.#leave(program, frame);
  }

  /** Lets go of all values, between sets. */
  forget(): void {
    this.#batch.forget();
    for (const frame of this.#holders) frame.forget();
  }

  #frameOf(program: RuleProgram): RuleFrame {
    const idle = this.#idle[program.index];
    if (idle !== undefined) return idle;
    const frame = new RuleFrame(program);
    if (program.sums + program.texts > 0) this.#holders.push(frame);
    return frame;
  }

  #leave(program: RuleProgram, frame: RuleFrame): void {
    this.#open[program.index] = frame.outer;
    frame.outer = this.#idle[program.index];
    this.#idle[program.index] = frame;
  }

  #move(ordinal: number, offset: number): void {
    this.#at.ordinal = ordinal;
    this.#at.offset = offset;
  }

  #openProgram(program: RuleProgram, depth: number): void {
    const { index } = program;
    // A frame at this depth or below that is still open belongs to a set that broke off: it is dropped unjudged.
    let around = this.#open[index];
    while (around !== undefined && around.depth >= depth) around = around.outer;
    const frame = this.#frameOf(program);
    this.#idle[index] = frame.outer;
    frame.open(this.#at, depth);
    frame.outer = around;
    this.#open[index] = frame;
  }

  #take(work: SegmentWork, segment: SegmentPlan, depth: number, source: ElementSource): void {
    if (this.#bounds === undefined) {
      this.#run(work, segment, depth, source);
      return;
    }
    this.#bounds.begin();
    try {
      this.#run(work, segment, depth, source);
    } finally {
      this.#bounds.end();
    }
  }

  #run(work: SegmentWork, segment: SegmentPlan, depth: number, source: ElementSource): void {
    if (work.opens.length > 0) this.#openGated(work.opens, depth, source);
    const { feeds: groups, gates } = work;
    for (let i = 0; i < groups.length; i++) {
      const group = groups[i];
      const frame = group && this.#open[group.program];
      if (frame !== undefined && frame.depth <= depth) feedAll(group?.feeds ?? [], frame, source, this.#at);
    }
    if (gates.length > 0) this.#passGates(gates, segment, source);
    if (work.always.length > 0) this.#judgeAll(work.always, segment, source);
  }

  #openGated(programs: readonly RuleProgram[], depth: number, source: ElementSource): void {
    for (const program of programs) {
      if (program.gate?.values.has(source.packed(program.gate.element))) this.#openProgram(program, depth);
    }
  }

  #passGates(gates: readonly Gate[], segment: SegmentPlan, source: ElementSource): void {
    for (const gate of gates) {
      if (!source.has(gate.element)) continue;
      if (gate.byValue.size > 0) this.#judgeAll(gate.byValue.get(source.packed(gate.element)), segment, source);
      this.#judgeAll(gate.present, segment, source);
    }
  }

  #judgeAll(programs: readonly RuleProgram[] | undefined, segment: SegmentPlan, source: ElementSource): void {
    if (programs === undefined) return;
    for (const program of programs) {
      if (program.spare !== undefined && isSpared(program.spare, source)) continue;
      // No frame of a segment's rule outlives its segment: one is enough.
      const frame = this.#frameOf(program);
      this.#idle[program.index] = frame;
      frame.open(this.#at, 0);
      feedAll(program.feeds, frame, source, this.#at);
      this.#open[program.index] = frame;
      for (const rule of program.rules) this.#judge(rule, frame, program.feeds[0]?.target.loop, segment);
      this.#open[program.index] = undefined;
    }
  }

  #judge(rule: CompiledRule, frame: RuleFrame, loop: LoopPlan | undefined, segment: SegmentPlan | undefined): void {
    for (const { program, register, negate } of rule.when) {
      if ((this.#open[program]?.countOf(register) ?? 0) > 0 === negate) return;
    }
    const broken = judge(rule.check, frame, this.#placeOfMissing);
    if (broken === undefined) return;
    const trigger = this.#trigger(rule, frame, loop, segment);
    this.#report(broken.reason, broken.where, {
      rule: rule.id,
      ...(rule.note === undefined ? {} : { note: rule.note }),
      ...(rule.severity === undefined ? {} : { severity: rule.severity }),
      ...(trigger === undefined ? {} : { trigger }),
    });
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
      const at = negate ? undefined : this.#open[program]?.counted(register);
      if (at !== undefined) return placeOf(at.target, at, at.repetition);
    }
    if (!rule.conditional || loop === undefined || segment === undefined) return undefined;
    return placeOf({ loop, segment, element: 0, component: 0, plan: undefined }, frame.opened);
  }
}

/** What a loop holds so far; a frame of the walk. */
export interface FilledSlots {
  placeBefore(slot: Slot, end: SegmentPlace): SegmentPlace;
}

// The slot in this very loop that the missing segment, or the loop that it opens, would have filled.
function missingPlace(
  target: Target,
  loop: LoopPlan | undefined,
  slots: FilledSlots | undefined,
  end: SegmentPlace,
): SegmentPlace {
  const slot = loop?.slots.find((one) => one === target.segment || (target.isLoop && one === target.loop));
  return slot === undefined || slots === undefined ? end : slots.placeBefore(slot, end);
}

function isSpared({ elements, present }: NonNullable<RuleProgram['spare']>, source: ElementSource): boolean {
  for (const element of elements) if (source.has(element)) return present;
  return !present;
}
