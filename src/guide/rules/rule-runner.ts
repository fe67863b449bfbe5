import type { Severity } from '../../model/finding.js';
import type { Reason } from '../../model/reasons.js';
import type { LoopPlan, SegmentPlan } from '../plan.js';
import { feedSegment, type SegmentAccess } from './feed.js';
import { judge } from './judge.js';
import { RuleFrame } from './rule-frame.js';
import { placeOf, type RulePlace } from './rule-place.js';
import type { CompiledRule, RuleProgram, RulesPlan } from './rules-plan.js';

export type { SegmentAccess } from './feed.js';
export type { RulePlace } from './rule-place.js';

export interface RuleExtras {
  readonly rule: string;
  readonly severity?: Severity;
  /** The place of the first condition that held by something present (999 CTX). */
  readonly trigger?: RulePlace;
}

export type RuleReport = (reason: Reason, where: RulePlace, extras: RuleExtras) => void;

/** Runs the rules of one transaction set after the other while their segments pass. Memory is that of the open loops. */
export class RuleRunner {
  readonly #plan: RulesPlan;
  readonly #report: RuleReport;
  /** The innermost open frame of each program. */
  readonly #open: (RuleFrame | undefined)[];
  readonly #idle: (RuleFrame | undefined)[];
  // One mutable place, not an object a segment.
  readonly #at = { ordinal: 0, offset: 0 };

  constructor(plan: RulesPlan, report: RuleReport) {
    this.#plan = plan;
    this.#report = report;
    this.#open = new Array<RuleFrame | undefined>(plan.programs).fill(undefined);
    this.#idle = new Array<RuleFrame | undefined>(plan.programs).fill(undefined);
  }

  /** Call before the loop's trigger segment, whose place this is; for the root (depth 0) before the first segment. */
  openLoop(loop: LoopPlan, depth: number, ordinal: number, offset: number): void {
    const program = this.#plan.loops.get(loop);
    if (program === undefined) return;
    const frame = this.#take(program, depth);
    frame.opened.ordinal = ordinal;
    frame.opened.offset = offset;
    frame.depth = depth;
    frame.outer = this.#open[program.index];
    this.#open[program.index] = frame;
  }

  /** Call for each segment that found its slot; `depth` is that of the loop that holds it. */
  segment(segment: SegmentPlan, depth: number, access: SegmentAccess, ordinal: number, offset: number): void {
    const work = this.#plan.segments.get(segment);
    if (work === undefined) return;
    this.#at.ordinal = ordinal;
    this.#at.offset = offset;
    for (const feed of work.feeds) {
      const frame = this.#open[feed.program];
      if (frame !== undefined && frame.depth <= depth) feedSegment(feed, frame, access, this.#at);
    }
    for (const gate of work.gates) {
      const value = access.element(gate.element);
      if (value === '') continue;
      const called = gate.byValue.get(value);
      if (called !== undefined) for (const program of called) this.#judgeSegment(program, segment, access);
      for (const program of gate.present) this.#judgeSegment(program, segment, access);
    }
    for (const program of work.always) this.#judgeSegment(program, segment, access);
  }

  /** Judges the loop's rules; the place is the one behind its last segment, where a missing segment would stand. */
  closeLoop(loop: LoopPlan, depth: number, ordinal: number, offset: number): void {
    const program = this.#plan.loops.get(loop);
    const frame = program && this.#open[program.index];
    if (program === undefined || frame === undefined || frame.depth !== depth) return;
    this.#at.ordinal = ordinal;
    this.#at.offset = offset;
    for (const rule of program.rules) this.#judge(rule, frame, loop.trigger && { loop, segment: loop.trigger });
    this.#open[program.index] = frame.outer;
    this.#release(frame);
  }

  // A frame at this depth or below that is still open belongs to a set that broke off: it is dropped unjudged.
  #take(program: RuleProgram, depth: number): RuleFrame {
    let open = this.#open[program.index];
    for (; open !== undefined && open.depth >= depth; open = open.outer) this.#open[program.index] = open.outer;
    const frame = this.#idle[program.index] ?? new RuleFrame(program);
    this.#idle[program.index] = frame.outer;
    frame.reset();
    return frame;
  }

  #release(frame: RuleFrame): void {
    frame.outer = this.#idle[frame.program.index];
    this.#idle[frame.program.index] = frame;
  }

  #judgeSegment(program: RuleProgram, segment: SegmentPlan, access: SegmentAccess): void {
    // No frame of a segment's rule outlives its segment: one is enough.
    const frame = this.#idle[program.index] ?? new RuleFrame(program);
    this.#idle[program.index] = frame;
    frame.reset();
    Object.assign(frame.opened, this.#at);
    for (const feed of program.feeds) feedSegment(feed, frame, access, this.#at);
    this.#open[program.index] = frame;
    const loop = program.feeds[0]?.target.loop;
    for (const rule of program.rules) this.#judge(rule, frame, loop && { loop, segment });
    this.#open[program.index] = undefined;
  }

  #judge(rule: CompiledRule, frame: RuleFrame, anchor: { loop: LoopPlan; segment: SegmentPlan } | undefined): void {
    for (const { program, register, negate } of rule.when) {
      if (((this.#open[program]?.countOf(register) ?? 0) > 0) === negate) return;
    }
    const broken = judge(rule.check, frame, this.#at);
    if (broken === undefined) return;
    const trigger = this.#trigger(rule, frame, anchor);
    this.#report(broken.reason, broken.where, {
      rule: rule.id,
      ...(rule.severity === undefined ? {} : { severity: rule.severity }),
      ...(trigger === undefined ? {} : { trigger }),
    });
  }

  // Where all conditions say that something is absent, the loop or segment that carries the rule is what made it fire.
  #trigger(rule: CompiledRule, frame: RuleFrame, anchor: { loop: LoopPlan; segment: SegmentPlan } | undefined): RulePlace | undefined {
    for (const { program, register, negate } of rule.when) {
      const at = negate ? undefined : this.#open[program]?.placeOf(register);
      if (at !== undefined) return placeOf(at.target, at, at.repetition);
    }
    if (rule.when.length === 0 || anchor === undefined) return undefined;
    return placeOf({ ...anchor, element: 0, component: 0, plan: undefined }, frame.opened);
  }
}
