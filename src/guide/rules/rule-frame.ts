import { DecimalSum } from './decimal-sum.js';
import type { Target } from './resolve-path.js';
import type { RuleProgram } from './rules-plan.js';

/** Where a segment stands in the set and the input. */
export interface SegmentPlace {
  /** Segments from ST = 1. */
  readonly ordinal: number;
  /** Bytes from the start of the interchange. */
  readonly offset: number;
}

/** How often something occurred, and where: for the first time, or for the last if that was asked for. */
class CountRegister implements SegmentPlace {
  count = 0;
  ordinal = 0;
  offset = 0;
  repetition = 0;
  target: Target | undefined;
}

/** A register that has counted. */
export type Counted = Omit<Readonly<CountRegister>, 'target'> & { readonly target: Target };

/** The registers of one open loop (or of one segment being judged). Reused: nothing grows with the data. */
export class RuleFrame {
  readonly program: RuleProgram;
  depth = 0;
  /** The frame of the same program around this one, where a loop contains itself. */
  outer: RuleFrame | undefined;
  /** Where the loop began. */
  readonly opened = { ordinal: 0, offset: 0 };
  readonly #counts: CountRegister[] = [];
  readonly sums: DecimalSum[] = [];
  readonly texts: (string | undefined)[] = [];

  constructor(program: RuleProgram) {
    this.program = program;
    for (let i = 0; i < program.counts; i++) this.#counts.push(new CountRegister());
    for (let i = 0; i < program.sums; i++) this.sums.push(new DecimalSum());
    for (let i = 0; i < program.texts; i++) this.texts.push(undefined);
  }

  open(at: SegmentPlace, depth: number): void {
    this.depth = depth;
    this.opened.ordinal = at.ordinal;
    this.opened.offset = at.offset;
    for (const register of this.#counts) register.count = 0;
    this.forget();
  }

  /** Lets go of values. */
  forget(): void {
    for (const sum of this.sums) sum.reset();
    for (let i = 0; i < this.texts.length; i++) this.texts[i] = undefined;
  }

  /** Counts one; its place is kept if it is the first, or with `keepLast` in any case. */
  hit(register: number, target: Target, repetition: number, at: SegmentPlace, keepLast: boolean): void {
    const counter = this.#counts[register];
    if (counter === undefined) return;
    counter.count++;
    if (counter.count > 1 && !keepLast) return;
    counter.ordinal = at.ordinal;
    counter.offset = at.offset;
    counter.repetition = repetition;
    counter.target = target;
  }

  countOf(register: number): number {
    return this.#counts[register]?.count ?? 0;
  }

  /** A register with its place, if it has counted. */
  counted(register: number): Counted | undefined {
    const counter = this.#counts[register];
    // Hits set the target with the count.
    return counter === undefined || counter.count === 0 ? undefined : (counter as Counted);
  }
}
