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

/**
 * Writes a set of one guide.
 * @returns the number of segments, ST and SE included; for a set that is for the long way, of which nothing is written, 0 less those that were put in vain.
 */
export type ShortWay = (data: unknown, sink: SegmentSink, options: ShortOptions) => number;

/** Which way all takes that is written: `short` is tried for each set, `long` puts nothing at all. For tests. */
export type ForcedWay = 'short' | 'long';

let forced: ForcedWay | undefined;

export function forcedWay(): ForcedWay | undefined {
  return forced;
}

/** Has all take one way from now on; `undefined` is the usual choice. For tests alone. */
export function forceWay(way: ForcedWay | undefined): void {
  forced = way;
}
