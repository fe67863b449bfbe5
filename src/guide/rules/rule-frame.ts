import type { RuleProgram, Target } from '../plan/rules-plan.js';
import { DecimalSum } from './decimal-sum.js';

/** Where a segment stands in the set and the input. */
export interface SegmentPlace {
  /** Segments from ST = 1. */
  readonly ordinal: number;
  /** Bytes from the start of the interchange. */
  readonly offset: number;
}

/** Where something was counted: for the first time, or for the last if that was asked for. */
class CountRegister implements SegmentPlace {
  ordinal = 0;
  offset = 0;
  repetition = 0;
  target: Target | undefined;
}

/** A register that has counted. */
export type Counted = Omit<Readonly<CountRegister>, 'target'> & { readonly target: Target };

/** The registers of one open loop (or of one segment being judged). Reused: nothing grows with the data. */
export class RuleFrame {
  depth = 0;
  /** The frame of the same program around this one, where a loop contains itself. */
  outer: RuleFrame | undefined;
  /** Where the loop began. */
  readonly opened = { ordinal: 0, offset: 0 };
  readonly #counts: Int32Array;
  readonly #places: CountRegister[] = [];
  readonly sums: DecimalSum[] = [];
  readonly texts: (string | undefined)[] = [];

  constructor(program: RuleProgram) {
    this.#counts = new Int32Array(program.counts);
    for (let i = 0; i < program.counts; i++) this.#places.push(new CountRegister());
    for (let i = 0; i < program.sums; i++) this.sums.push(new DecimalSum());
    for (let i = 0; i < program.texts; i++) this.texts.push(undefined);
  }

  open(at: SegmentPlace, depth: number): void {
    this.depth = depth;
    this.opened.ordinal = at.ordinal;
    this.opened.offset = at.offset;
    for (let i = 0; i < this.#counts.length; i++) this.#counts[i] = 0;
    this.forget();
  }

  /** Lets go of values. */
  forget(): void {
    for (const sum of this.sums) sum.reset();
    for (let i = 0; i < this.texts.length; i++) this.texts[i] = undefined;
  }

  /** Counts one where its place is known already, which it has to be; false, having done nothing, where it is the first. */
  countOn(register: number): boolean {
    const count = this.#counts[register] ?? 0;
    if (count > 0) this.#counts[register] = count + 1;
    return count > 0;
  }

  /** Counts one; its place is kept if it is the first, or with `keepLast` in any case. */
  hit(register: number, target: Target | undefined, repetition: number, at: SegmentPlace, keepLast: boolean): void {
    const count = (this.#counts[register] ?? 0) + 1;
    this.#counts[register] = count;
    const place = this.#places[register];
    if (place === undefined || (count > 1 && !keepLast)) return;
    place.ordinal = at.ordinal;
    place.offset = at.offset;
    place.repetition = repetition;
    place.target = target;
  }

  countOf(register: number): number {
    return this.#counts[register] ?? 0;
  }

  /** A register with its place, if it has counted. */
  counted(register: number): Counted | undefined {
    // Hits set the target with the count.
    return this.countOf(register) === 0 ? undefined : (this.#places[register] as Counted);
  }
}
