import { DecimalSum } from './decimal-sum.js';
import type { Target } from './resolve-path.js';
import type { RuleProgram } from './rules-plan.js';

// Numbers of one count register: how many, then where the kept one stands.
const STRIDE = 4;

/** Where a segment stands in the set and the input. */
export interface SegmentPlace {
  /** Segments from ST = 1. */
  readonly ordinal: number;
  /** Bytes from the start of the interchange. */
  readonly offset: number;
}

/** The registers of one open loop (or of one segment being judged). Reused: nothing grows with the data. */
export class RuleFrame {
  readonly program: RuleProgram;
  depth = 0;
  /** The frame of the same program around this one, where a loop contains itself. */
  outer: RuleFrame | undefined;
  /** Where the loop began. */
  readonly opened = { ordinal: 0, offset: 0 };
  readonly #numbers: Float64Array;
  readonly #targets: (Target | undefined)[];
  readonly sums: readonly DecimalSum[];
  readonly texts: (string | undefined)[];

  constructor(program: RuleProgram) {
    this.program = program;
    this.#numbers = new Float64Array(program.counts * STRIDE);
    this.#targets = new Array<Target | undefined>(program.counts).fill(undefined);
    this.sums = Array.from({ length: program.sums }, () => new DecimalSum());
    this.texts = new Array<string | undefined>(program.texts).fill(undefined);
  }

  reset(): void {
    this.#numbers.fill(0);
    for (const sum of this.sums) sum.reset();
    this.texts.fill(undefined);
  }

  /** Counts one; its place is kept if it is the first, or with `keepLast` in any case. */
  hit(register: number, target: Target, repetition: number, at: SegmentPlace, keepLast: boolean): void {
    const base = register * STRIDE;
    const count = this.countOf(register) + 1;
    this.#numbers[base] = count;
    if (count > 1 && !keepLast) return;
    this.#numbers[base + 1] = at.ordinal;
    this.#numbers[base + 2] = at.offset;
    this.#numbers[base + 3] = repetition;
    this.#targets[register] = target;
  }

  countOf(register: number): number {
    return this.#numbers[register * STRIDE] ?? 0;
  }

  /** The kept place of a register that has counted. */
  placeOf(register: number): (SegmentPlace & { readonly target: Target; readonly repetition: number }) | undefined {
    const target = this.#targets[register];
    if (target === undefined || this.countOf(register) === 0) return undefined;
    const base = register * STRIDE;
    return {
      target,
      ordinal: this.#numbers[base + 1] ?? 0,
      offset: this.#numbers[base + 2] ?? 0,
      repetition: this.#numbers[base + 3] ?? 0,
    };
  }
}
