import type { SegmentSink } from '../../model/segments.js';
import type { PutWindow } from './put-window.js';

/** Says whether anything is wrong with a set that is put into windows, as reading would tell. */
export interface SetJudge {
  /** At work: data whose getters write meanwhile have no judge. */
  readonly isBusy: boolean;
  /** Begins with a set. */
  begin(): void;
  /** Takes the segments of the window; `firstOrdinal` is that of the first, ST = 1. Whether they stand where they are meant to, and nothing is wrong so far. */
  take(window: PutWindow, firstOrdinal: number): boolean;
  /** Ends the set behind its SE. Whether nothing is wrong with it. */
  end(): boolean;
  /** Lets go of all that was put, right or wrong, and is free for the next set. */
  close(): void;
}

/** What writing a set the short way is asked for besides its data. */
export interface ShortOptions {
  /** ST02 and SE02, as it is to be written. */
  readonly controlNumber: string;
  /** A repair may cut zeros of decimals. */
  readonly trims: boolean;
  /** Loops in loops, at most. */
  readonly depth: number;
}

/** Writes a set of one guide. @returns the number of segments, ST and SE included; undefined, with nothing written, for a set that is for the long way. */
export type ShortWay = (data: unknown, sink: SegmentSink, options: ShortOptions) => number | undefined;
