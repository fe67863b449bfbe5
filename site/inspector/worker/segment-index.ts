import type { Delimiters } from 'ediloom';

/** What a row is, beside its place; bits of {@link SegmentIndex.kinds}. */
export const RowKind = {
  /** A region begins here: an interchange, group, set or loop. */
  opens: 1,
  /** SE, GE or IEA: drawn beside what it closes, folded with what is in it. */
  closes: 2,
  /** The guide has no place for it. */
  unplaced: 4,
  /** Elements are not to be split. */
  whole: 8,
  /** The input ended before its terminator. */
  truncated: 16,
} as const;

export interface IndexedInterchange {
  readonly firstSegment: number;
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly delimiters: Delimiters;
  readonly encoding: string;
  readonly newline: string;
}

export interface IndexedSet {
  readonly firstSegment: number;
  /** Of the GS around it; absent for a set outside any group. */
  readonly groupSegment: number | undefined;
  /** Index into {@link SegmentIndex.interchanges}. */
  readonly interchange: number;
  readonly guide: string;
}

const FIRST_ROOM = 1024;

/** Where the segments of a file are, and how deep: some fifteen bytes a segment, so that 100 MB fit. */
export class SegmentIndex {
  count = 0;
  /** Offsets from the start of the file. */
  starts = new Uint32Array(FIRST_ROOM);
  /** Without the terminator. */
  lengths = new Uint32Array(FIRST_ROOM);
  /** 0 an interchange, 1 a group, 2 a set, 3 and more what is in it. What closes a region is one deeper than what opens it. */
  levels = new Uint8Array(FIRST_ROOM);
  kinds = new Uint8Array(FIRST_ROOM);
  /** Into the list of segment definitions; 0 none. */
  plans = new Uint16Array(FIRST_ROOM);
  /** Into the list of loops, where one begins; 0 none. */
  loops = new Uint16Array(FIRST_ROOM);
  readonly interchanges: IndexedInterchange[] = [];
  readonly sets: IndexedSet[] = [];

  /** Adds a segment, to be placed later, and gives its number. */
  add(start: number, length: number): number {
    if (this.count === this.starts.length) this.#grow();
    this.starts[this.count] = start;
    this.lengths[this.count] = length;
    return this.count++;
  }

  /** Levels drawn to the left of the segment. */
  indent(segment: number): number {
    const level = this.levels[segment] ?? 0;
    return ((this.kinds[segment] ?? 0) & RowKind.closes) !== 0 ? level - 1 : level;
  }

  /** The first segment behind the region that begins here. */
  regionEnd(segment: number): number {
    const level = this.levels[segment] ?? 0;
    let end = segment + 1;
    while (end < this.count && (this.levels[end] ?? 0) > level) end++;
    return end;
  }

  /** The openers around a segment, from the outside in. */
  ancestors(segment: number): readonly number[] {
    const found: number[] = [];
    let level = this.levels[segment] ?? 0;
    for (let at = segment - 1; at >= 0 && level > 0; at--) {
      if ((this.levels[at] ?? 0) >= level || ((this.kinds[at] ?? 0) & RowKind.opens) === 0) continue;
      level = this.levels[at] ?? 0;
      found.push(at);
    }
    return found.reverse();
  }

  interchangeOf(segment: number): IndexedInterchange | undefined {
    return this.interchanges[lastAtMost(this.interchanges, segment)];
  }

  /** The set around a segment, or the last one before it; in front of all sets the first. */
  setOf(segment: number): IndexedSet | undefined {
    return this.sets[Math.max(lastAtMost(this.sets, segment), 0)];
  }

  /** The segment that holds, or follows last before, a byte of the file. */
  segmentAt(offset: number): number {
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return Math.max(low, 0);
  }

  #grow(): void {
    const room = this.starts.length * 2;
    this.starts = grown(this.starts, new Uint32Array(room));
    this.lengths = grown(this.lengths, new Uint32Array(room));
    this.levels = grown(this.levels, new Uint8Array(room));
    this.kinds = grown(this.kinds, new Uint8Array(room));
    this.plans = grown(this.plans, new Uint16Array(room));
    this.loops = grown(this.loops, new Uint16Array(room));
  }
}

/** Index of the last item that begins at a segment or before it; -1 where none does. */
function lastAtMost(items: readonly { readonly firstSegment: number }[], segment: number): number {
  let [low, high] = [-1, items.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((items[middle]?.firstSegment ?? 0) <= segment) low = middle;
    else high = middle - 1;
  }
  return low;
}

function grown<T extends Uint8Array | Uint16Array | Uint32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
