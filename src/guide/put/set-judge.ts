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
