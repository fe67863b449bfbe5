import type { FoundLimits, Severity } from '../../model/finding.js';
import type { Reason } from '../../model/reasons.js';
import type { RuleBounds } from './matcher.js';
import type { CodeTable, ElementPlan, LoopPlan, SegmentPlan } from './plan.js';

/** One place that a path of a rule leads to: a segment, an element or a component. */
export interface Target {
  readonly loop: LoopPlan;
  readonly segment: SegmentPlan;
  /** 0 = the segment itself. */
  readonly element: number;
  /** 0 = the whole element. */
  readonly component: number;
  /** Definition of the element or component. */
  readonly plan: ElementPlan | undefined;
  /** True when the path named a loop: then the segment is its trigger. */
  readonly isLoop: boolean;
  readonly filters: readonly RuleFilter[];
}

export interface ElementStep {
  readonly element: number;
  /** 0 = the whole element. */
  readonly component: number;
}

export interface RuleFilter extends ElementStep {
  readonly test: ValueTest;
}

/** What a value must be to count. */
export type ValueTest =
  | {
      readonly table: CodeTable /** False: any value but these. */;
      readonly listed: boolean;
      readonly format?: undefined;
    }
  | {
      readonly table?: undefined;
      readonly test: (value: string) => boolean;
      /** Index of the format that a value has which does not pass. */
      readonly format?: number;
    };

/** The situational rules of a guide as work for {@link RuleRunner}: which segments to look at, which loops to judge. */
export interface RulesPlan {
  /** Number of rules. */
  readonly count: number;
  /** Segments that some rule looks at. */
  readonly segments: ReadonlyMap<SegmentPlan, SegmentWork>;
  /** By the index of each. */
  readonly programs: readonly RuleProgram[];
  /** What segments feed into loops, then into rules of segments, by the index of each. */
  readonly feeds: readonly Feed[];
  /** Words of the state of a walk in front of its frames: its head, and the registers of all programs. */
  readonly words: number;
  /** The sums of loops, by the tag codes of the segments that they add up. */
  readonly summed: ReadonlyMap<number, readonly Summed[]>;
  /** For a guide that a stranger wrote. */
  readonly bounds: RuleBounds | undefined;
}

/** The rules of one anchor with the registers that they read. A loop's registers live while the loop is open. */
export interface RuleProgram {
  readonly index: number;
  /** Where its registers lie in the state of a walk. */
  at: number;
  /** A rule of a segment: fed and judged with that one segment. */
  readonly ofSegment: boolean;
  readonly rules: CompiledRule[];
  /** How many registers of each kind it has. */
  counts: number;
  sums: number;
  texts: number;
  /** What its segment feeds into a rule of a segment. A loop's feeds are in {@link SegmentWork}. */
  readonly feeds: Feed[];
  /** True when rules of other anchors read its registers. */
  shared: boolean;
  /**
   * When all rules of a loop ask for values of one element of its trigger: those values. The loop's registers are opened
   * by its trigger, and only if it has one of them.
   */
  gate: LoopGate | undefined;
}

/** What to do when a segment arrives. */
export interface SegmentWork {
  /** Loops that this trigger opens, if it has the right value. */
  readonly opens: RuleProgram[];
  /** For open loops; groups that keep values come first. */
  readonly feeds: FeedGroup[];
  /** Rules of the segment itself, in the order in which they are judged. */
  readonly judged: Judged[];
}

/** A rule of a segment. Most segments are spared it: it matters only where one element has a value that calls for it. */
export interface Judged {
  readonly program: RuleProgram;
  /** 0 = always. */
  readonly element: number;
  /** As `packCode` packs them; `undefined`: any. */
  readonly values: readonly number[] | undefined;
}

/** A sum of a program. */
export interface Summed {
  readonly program: number;
  readonly sum: number;
}

/** Feeds of one program, by element in ascending order. */
export interface FeedGroup {
  readonly program: number;
  readonly keeps: boolean;
  readonly feeds: Feed[];
}

export interface LoopGate {
  readonly element: number;
  /** As `packCode` packs them. */
  readonly values: ReadonlySet<number>;
}

export interface Feed {
  /** Place in {@link RulesPlan.feeds}. */
  index: number;
  /** Index of the program that it feeds. */
  readonly program: number;
  /** The element of the target, which is looked at before all else. */
  readonly element: number;
  readonly target: Target;
  readonly action: FeedAction;
  /** The sum that cannot be known without the element, which must be there; -1 for none. */
  readonly needs: number;
}

export type FeedAction =
  /** Counts values that pass the test, and keeps the place of the first (or last) of them. */
  | {
      readonly kind: 'count';
      readonly register: number;
      readonly test: ValueTest | undefined;
      readonly keepLast: boolean;
    }
  /** Counts values for which "equals the kept text" is not as wanted. */
  | {
      readonly kind: 'compare';
      readonly register: number;
      readonly text: number;
      readonly equal: boolean;
      readonly other: Target;
    }
  /** Keeps the first value. */
  | { readonly kind: 'keep'; readonly text: number }
  | { readonly kind: 'add'; readonly sum: number; readonly sign: 1 | -1; readonly implied: number | undefined }
  /** Adds one for each occurrence. */
  | { readonly kind: 'tally'; readonly sum: number; readonly sign: 1 | -1 };

export interface CompiledRule {
  readonly id: string;
  readonly note: string | undefined;
  /** What it wants of a value, told with its finding. */
  readonly limits: FoundLimits | undefined;
  readonly severity: Severity | undefined;
  readonly when: readonly CompiledCondition[];
  /** The place of the condition that the gate of a segment's rule has already found to hold. */
  readonly gated: Target | undefined;
  /** True when the rule has conditions at all. */
  readonly conditional: boolean;
  readonly check: RuleCheck;
}

/** Holds when the register has counted something (`negate`: nothing). */
export interface CompiledCondition {
  readonly program: number;
  readonly register: number;
  readonly negate: boolean;
}

export type RuleCheck =
  /** Something must have been counted; `holder` counts the segment that should hold a missing element. */
  | { readonly kind: 'some'; readonly register: number; readonly holder: number | undefined; readonly missing: Missing }
  /** Nothing may have been counted. */
  | { readonly kind: 'none'; readonly register: number; readonly reason: Reason }
  | {
      readonly kind: 'range';
      readonly register: number;
      readonly min: number;
      readonly max: number;
      readonly few: Reason;
      readonly target: Target;
    }
  /** The sum must be zero; not judged unless `register` has counted. */
  | { readonly kind: 'balance'; readonly register: number; readonly sum: number };

export interface Missing {
  readonly target: Target;
  readonly reason: Reason;
  /** When the whole segment is missing; undefined: the guide's structure reports that already. */
  readonly segmentReason: Reason | undefined;
}
