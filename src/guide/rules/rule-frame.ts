import type { Feed, RuleProgram, Target } from '../plan/rules-plan.js';
import {
  COUNT_FEED,
  COUNT_NUMBER,
  COUNT_OFFSET,
  COUNT_ORDINAL,
  COUNT_REPETITION,
  COUNT_WORDS,
  PROGRAM_DEPTH,
  PROGRAM_OFFSET,
  PROGRAM_ORDINAL,
  PROGRAM_WORDS,
  SUM_WORDS,
  type WalkState,
} from '../plan/walk-state.js';
import { DecimalSum } from './decimal-sum.js';

/** Where a segment stands in the set and the input. */
export interface SegmentPlace {
  /** Segments from ST = 1. */
  readonly ordinal: number;
  /** Bytes from the start of the interchange. */
  readonly offset: number;
}

/** Where something was counted: for the first time, or for the last if that was asked for. */
export interface Counted extends SegmentPlace {
  readonly repetition: number;
  readonly target: Target;
}

/** What is put aside of a program whose loop stands in itself. */
export interface OuterRegisters {
  readonly words: Int32Array;
  readonly texts: readonly string[];
  readonly sums: readonly DecimalSum[];
}

/** Words of the registers of a program. */
export function registerWords({ counts, sums, texts }: Pick<RuleProgram, 'counts' | 'sums' | 'texts'>): number {
  return sums * SUM_WORDS + counts * COUNT_WORDS + texts + (texts % 2);
}

/**
 * The registers of one open loop (or of one segment being judged), which lie in the state of the walk at `program.at`: nothing grows with the data.
 * What numbers cannot hold is beside them.
 */
export class RuleFrame {
  readonly #program: RuleProgram;
  readonly #feeds: readonly Feed[];
  readonly #words: Int32Array;
  readonly #reals: Float64Array;
  #sums: readonly DecimalSum[];
  #texts: string[] = [];
  readonly #counts: number;
  readonly #kept: number;

  constructor(program: RuleProgram, feeds: readonly Feed[], { words, reals }: WalkState) {
    this.#program = program;
    this.#feeds = feeds;
    this.#words = words;
    this.#reals = reals;
    const sums = program.at + PROGRAM_WORDS;
    this.#sums = Array.from({ length: program.sums }, (_, at) => new DecimalSum(reals, (sums + at * SUM_WORDS) / 2));
    this.#counts = sums + program.sums * SUM_WORDS;
    this.#kept = this.#counts + program.counts * COUNT_WORDS;
  }

  get isOpen(): boolean {
    return (this.#words[this.#program.at + PROGRAM_DEPTH] ?? 0) > 0;
  }

  /** Of the loop, while it is open. */
  get depth(): number {
    return (this.#words[this.#program.at + PROGRAM_DEPTH] ?? 0) - 1;
  }

  /** Where the loop began. */
  get opened(): SegmentPlace {
    const { at } = this.#program;
    return {
      ordinal: this.#words[at + PROGRAM_ORDINAL] ?? 0,
      offset: this.#reals[(at + PROGRAM_OFFSET) / 2] ?? 0,
    };
  }

  open(place: SegmentPlace, depth: number): void {
    const { at } = this.#program;
    this.#words[at + PROGRAM_DEPTH] = depth + 1;
    this.#words[at + PROGRAM_ORDINAL] = place.ordinal;
    this.#reals[(at + PROGRAM_OFFSET) / 2] = place.offset;
    const end = at + PROGRAM_WORDS + registerWords(this.#program);
    for (let word = at + PROGRAM_WORDS; word < end; word++) this.#words[word] = 0;
  }

  close(): void {
    this.#words[this.#program.at + PROGRAM_DEPTH] = 0;
  }

  /** Puts aside what it holds, as the same loop opens inside of it. */
  putAside(): OuterRegisters {
    const { at } = this.#program;
    const words = this.#words.slice(at, at + PROGRAM_WORDS + registerWords(this.#program));
    const aside = { words, texts: this.#texts, sums: this.#sums };
    this.#texts = [];
    const sums = at + PROGRAM_WORDS;
    this.#sums = aside.sums.map((_, index) => new DecimalSum(this.#reals, (sums + index * SUM_WORDS) / 2));
    return aside;
  }

  /** Goes on with what was put aside. */
  takeBack({ words, texts, sums }: OuterRegisters): void {
    this.#words.set(words, this.#program.at);
    this.#texts = [...texts];
    this.#sums = sums;
  }

  /** Lets go of values, but for those in the words: {@link OpenRegisters.forget} wipes the words of all at once. */
  forget(): void {
    for (const sum of this.#sums) sum.reset();
    if (this.#texts.length > 0) this.#texts = [];
  }

  sum(index: number): DecimalSum | undefined {
    return this.#sums[index];
  }

  text(index: number): string | undefined {
    return this.#words[this.#kept + index] === 0 ? undefined : this.#texts[index];
  }

  /** Keeps a text, if none is kept. */
  keep(index: number, text: string): void {
    if (this.#words[this.#kept + index] !== 0) return;
    this.#words[this.#kept + index] = 1;
    this.#texts[index] = text;
  }

  /** Counts one; its place is kept if it is the first, or with `keepLast` in any case. */
  hit(register: number, feed: number, repetition: number, place: SegmentPlace, keepLast: boolean): void {
    const words = this.#words;
    const at = this.#counts + register * COUNT_WORDS;
    const count = (words[at + COUNT_NUMBER] ?? 0) + 1;
    words[at + COUNT_NUMBER] = count;
    if (count > 1 && !keepLast) return;
    words[at + COUNT_FEED] = feed;
    words[at + COUNT_REPETITION] = repetition;
    words[at + COUNT_ORDINAL] = place.ordinal;
    this.#reals[(at + COUNT_OFFSET) / 2] = place.offset;
  }

  countOf(register: number): number {
    return this.#words[this.#counts + register * COUNT_WORDS] ?? 0;
  }

  /** A register with its place, if it has counted. */
  counted(register: number): Counted | undefined {
    if (this.countOf(register) === 0) return undefined;
    const at = this.#counts + register * COUNT_WORDS;
    const { target } = this.#feeds[this.#words[at + COUNT_FEED] ?? 0] as Feed; // as it was hit
    return {
      ordinal: this.#words[at + COUNT_ORDINAL] ?? 0,
      offset: this.#reals[(at + COUNT_OFFSET) / 2] ?? 0,
      repetition: this.#words[at + COUNT_REPETITION] ?? 0,
      target,
    };
  }
}

/** The word at which a sum of a program lies. */
export function sumAt({ at }: RuleProgram, sum: number): number {
  return at + PROGRAM_WORDS + sum * SUM_WORDS;
}

/** The word at which a register of a program lies that counts. */
export function countAt({ at, sums }: RuleProgram, register: number): number {
  return at + PROGRAM_WORDS + sums * SUM_WORDS + register * COUNT_WORDS;
}
