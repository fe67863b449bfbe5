import type { SoundSet } from './sound-set.js';

/** One way to spoil sound sets: one row of the table. */
export interface Way {
  /** What is done, in a few words. */
  readonly name: string;
  /** Every place of the set where it fits, made only when drawn. */
  readonly spoil: (set: SoundSet) => readonly (() => Spoilt)[];
}

/** A text with one fault, and what the standard wants said about it. */
export interface Spoilt {
  readonly text: string;
  readonly wants: readonly Want[];
  /** What may be said beside it, as the standard allows or leaves open. */
  readonly allowed?: readonly Want[];
  /** Levels of which anything may be told beside it, for what stands there is of no known kind. */
  readonly open?: readonly Want['level'][];
}

/** A finding as the standard wants it. */
export interface Want {
  readonly level: 'interchange' | 'group' | 'transaction' | 'segment' | 'element' | 'content';
  /** Any of them is right; an empty list where the standard names none. */
  readonly codes: readonly string[];
  /** What of the place the standard fixes. */
  readonly at: WantedPlace;
}

export interface WantedPlace {
  readonly interchange?: number;
  readonly group?: number;
  readonly transaction?: number;
  /** Count from ST = 1. */
  readonly segment?: number;
  readonly segmentId?: string;
  /** Whole, as `2010AA`; told for implementation guides alone. */
  readonly loopId?: string | undefined;
  /** Any of them is right where several are named. */
  readonly element?: number | readonly number[];
  /** 0 = the whole element. */
  readonly component?: number | readonly number[];
  readonly repetition?: number;
}
