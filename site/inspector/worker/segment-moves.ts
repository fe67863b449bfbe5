import type { Splice } from './edits.js';
import type { SegmentIndex } from './segment-index.js';

/** Segments `at` to `at + removed` gave way to `added` others; the revision is the one that they stand in. */
interface Move {
  readonly revision: number;
  readonly at: number;
  readonly removed: number;
  readonly added: number;
}

export interface SegmentRange {
  readonly first: number;
  /** Behind the last. */
  readonly end: number;
}

export interface MoveOptions {
  /** Bytes and segments before the change. */
  readonly bytes: Uint8Array;
  readonly index: SegmentIndex;
  readonly count: number;
}

const MOST_MOVES = 1_000;

/**
 * Where segments of an earlier revision stand now: whoever looks at the page acts on what it shows, and that may be older by
 * the changes that are under way.
 */
export class SegmentMoves {
  #moves: Move[] = [];
  #oldest = 0;

  /** Begins anew with a file: what was asked about another one has no place here. */
  reset(revision: number): void {
    this.#moves = [];
    this.#oldest = revision;
  }

  /** Remembers what a change made of the segments, of which there are `count` now. */
  add(revision: number, splice: Splice, { bytes, index, count }: MoveOptions): void {
    const { at, removed } = touched(splice, bytes, index);
    this.#moves.push({ revision, at, removed, added: Math.max(removed + count - index.count, 0) });
    if (this.#moves.length > MOST_MOVES) this.#oldest = this.#moves.shift()?.revision ?? revision;
  }

  /**
   * Where a run of segments stands now; empty where all of it was deleted. Undefined where it cannot be told, since it was
   * replaced together with others.
   */
  now(revision: number, first: number, count: number): SegmentRange | undefined {
    if (revision < this.#oldest) return undefined;
    let range: SegmentRange | undefined = { first, end: first + count };
    for (const move of this.#moves) if (move.revision > revision) range = range && moved(range, move);
    return range;
  }
}

function moved({ first, end }: SegmentRange, { at, removed, added }: Move): SegmentRange | undefined {
  const [behind, by] = [at + removed, added - removed];
  if (end <= at) return { first, end };
  if (first >= behind) return { first: first + by, end: end + by };
  // What was replaced reaches beyond the run: which of the new ones it is, nobody knows.
  return first <= at && end >= behind ? { first, end: end + by } : undefined;
}

type Segments = Pick<SegmentIndex, 'segmentAt' | 'starts'>;

/** The segments that a change touches: a set written anew has mostly the bytes that it had. */
function touched({ from, to, by }: Splice, bytes: Uint8Array, index: Segments): Pick<Move, 'at' | 'removed'> {
  let [start, end, byEnd] = [from, to, by.length];
  while (start < end && start - from < byEnd && bytes[start] === by[start - from]) start++;
  while (end > start && byEnd > start - from && bytes[end - 1] === by[byEnd - 1]) {
    end--;
    byEnd--;
  }
  const at = index.segmentAt(start);
  // Nothing is taken away, and what comes begins where a segment does: it stands before that.
  if (start === end && index.starts[at] === start) return { at, removed: 0 };
  return { at, removed: index.segmentAt(Math.max(end - 1, start)) - at + 1 };
}
