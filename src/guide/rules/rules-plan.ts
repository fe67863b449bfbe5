import type { Severity } from '../../model/finding.js';
import type { Reason } from '../../model/reasons.js';
import type { RuleBounds } from '../matcher.js';
import type { LoopPlan, SegmentPlan } from '../plan.js';
import type { Target } from './resolve-path.js';
import type { ValueTest } from './value-test.js';

/** The situational rules of a guide as work for {@link RuleRunner}: which segments to look at, which loops to judge. */
export interface RulesPlan {
  /** Segments that some rule looks at. */
  readonly watched: ReadonlySet<SegmentPlan>;
  /** Loops (the root among them) whose opening and closing some rule needs. */
  readonly ruled: ReadonlySet<LoopPlan>;
  /** Number of rules. */
  readonly count: number;
  readonly segments: ReadonlyMap<SegmentPlan, SegmentWork>;
  readonly loops: ReadonlyMap<LoopPlan, RuleProgram>;
  /** Number of programs; each has its index below it. */
  readonly programs: number;
  /** The sums of loops, by the tag codes of the segments that they add up. */
  readonly summed: ReadonlyMap<number, readonly Summed[]>;
  /** For a guide that a stranger wrote. */
  readonly bounds: RuleBounds | undefined;
}

/** The rules of one anchor with the registers that they read. A loop's registers live while the loop is open. */
export interface RuleProgram {
  readonly index: number;
  /** A rule of a segment: fed and judged with that one segment. */
  readonly ofSegment: boolean;
  readonly rules: CompiledRule[];
  /** How many registers of each kind it has. */
  counts: number;
  sums: number;
  texts: number;
  /** What its segment feeds into a rule of a segment. A loop's feeds are in {@link SegmentWork}. */
  readonly feeds: Feed[];
  /** Spares a rule of a segment: it holds for sure when one of these elements is present (or `present` false: when none is). */
  spare: { readonly elements: readonly number[]; readonly present: boolean } | undefined;
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
  /** Rules of the segment itself, by an element that decides whether they can matter. */
  readonly gates: Gate[];
  readonly always: RuleProgram[];
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

/** Spares most segments most rules: only those are run that the value of one element calls for. */
export interface Gate {
  readonly element: number;
  /** By the value, as `packCode` packs it. */
  readonly byValue: Map<number, RuleProgram[]>;
  /** Run when the element is present. */
  readonly present: RuleProgram[];
}

export interface Feed {
  readonly program: number;
  readonly target: Target;
  readonly action: FeedAction;
  /** Element of the target, and what every value there is counted in or added to: the registers, -1 for none. bench: `validate`. */
  readonly element: number;
  readonly counts: number;
  readonly adds: number;
  readonly sign: 1 | -1;
  readonly keepLast: boolean;
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
