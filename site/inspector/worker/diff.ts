/** A run of both sides: `left` to `leftEnd` stands against `right` to `rightEnd`. */
export interface Run {
  readonly same: boolean;
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

type Items = ArrayLike<number>;

interface Range {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/** Steps of the exact search in one stretch; where sides differ more than that, they are told to differ as a whole. */
const MOST_STEPS = 400;

/**
 * Aligns two lists of numbers. Items that both sides have once hold the alignment; between them the shortest change is
 * searched for, within bounds: so the time stays near linear, whatever the files are.
 */
export function diff(left: Items, right: Items): readonly Run[] {
  const runs: Run[] = [];
  const push = (same: boolean, range: Range): void => {
    if (range.left === range.leftEnd && range.right === range.rightEnd) return;
    const last = runs.at(-1);
    if (last?.same !== same) runs.push({ same, ...range });
    else runs[runs.length - 1] = { ...last, leftEnd: range.leftEnd, rightEnd: range.rightEnd };
  };
  const whole = { left: 0, leftEnd: left.length, right: 0, rightEnd: right.length };
  const rest = trimmed(left, right, whole, push);
  let [at, other] = [rest.left, rest.right];
  for (const [l, r] of [...anchors(left, right, rest), [rest.leftEnd, rest.rightEnd] as const]) {
    // Anchors inside of what was passed already, as equal neighbours, are not needed.
    if (l < at || r < other) continue;
    between(left, right, { left: at, leftEnd: l, right: other, rightEnd: r }, push);
    [at, other] = [l, r];
  }
  const tail = { left: rest.leftEnd, leftEnd: left.length, right: rest.rightEnd, rightEnd: right.length };
  push(true, tail);
  return runs;
}

type Push = (same: boolean, range: Range) => void;

function between(left: Items, right: Items, range: Range, push: Push): void {
  const rest = trimmed(left, right, range, push);
  shortest(left, right, rest, push);
  push(true, { left: rest.leftEnd, leftEnd: range.leftEnd, right: rest.rightEnd, rightEnd: range.rightEnd });
}

/** Reports the common beginning; what is left has neither a common beginning nor a common end. */
function trimmed(left: Items, right: Items, range: Range, push: Push): Range {
  let { left: l, right: r, leftEnd, rightEnd } = range;
  while (l < leftEnd && r < rightEnd && left[l] === right[r]) {
    l++;
    r++;
  }
  push(true, { left: range.left, leftEnd: l, right: range.right, rightEnd: r });
  while (leftEnd > l && rightEnd > r && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd--;
    rightEnd--;
  }
  return { left: l, leftEnd, right: r, rightEnd };
}

/** Places of items that both sides have exactly once, as many as go in the same order on both. */
function anchors(left: Items, right: Items, range: Range): readonly (readonly [number, number])[] {
  const once = new Map<number, number>();
  for (let i = range.left; i < range.leftEnd; i++) {
    const item = left[i] ?? 0;
    once.set(item, once.has(item) ? -1 : i);
  }
  const twice = new Set<number>();
  const places = new Map<number, number>();
  for (let i = range.right; i < range.rightEnd; i++) {
    const item = right[i] ?? 0;
    if ((once.get(item) ?? -1) < 0) continue;
    if (places.has(item)) twice.add(item);
    else places.set(item, i);
  }
  const pairs: [number, number][] = [];
  for (const [item, r] of places) if (!twice.has(item)) pairs.push([once.get(item) ?? 0, r]);
  pairs.sort((a, b) => a[0] - b[0]);
  return longestRise(pairs);
}

/** The longest choice of pairs whose second places rise as well. */
function longestRise(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [i, pair] of pairs.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    before[i] = low === 0 ? -1 : (tops[low - 1] ?? -1);
    tops[low] = i;
  }
  const chosen: (readonly [number, number])[] = [];
  for (let i = tops.at(-1) ?? -1; i >= 0; i = before[i] ?? -1) {
    const pair = pairs[i];
    if (pair !== undefined) chosen.push(pair);
  }
  return chosen.reverse();
}

/** Myers' greedy search, forwards, with the whole trace kept: the bound on its steps bounds that as well. */
function shortest(left: Items, right: Items, range: Range, push: Push): void {
  const [n, m] = [range.leftEnd - range.left, range.rightEnd - range.right];
  if (n === 0 || m === 0) return push(false, range);
  const most = Math.min(n + m, MOST_STEPS);
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    trace.push(reach.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(reach, most, k - 1) < at(reach, most, k + 1));
      let x = down ? at(reach, most, k + 1) : at(reach, most, k - 1) + 1;
      while (x < n && x - k < m && left[range.left + x] === right[range.right + x - k]) x++;
      reach[most + 1 + k] = x;
      if (x >= n && x - k >= m) return retrace(trace, { d, most, range }, push);
    }
  }
  push(false, range);
}

function at(reach: Int32Array, most: number, k: number): number {
  return reach[most + 1 + k] ?? 0;
}

function retrace(
  trace: readonly Int32Array[],
  { d: steps, most, range }: { readonly d: number; readonly most: number; readonly range: Range },
  push: Push,
): void {
  const found: { readonly same: boolean; readonly from: [number, number]; readonly to: [number, number] }[] = [];
  let [x, y] = [range.leftEnd - range.left, range.rightEnd - range.right];
  for (let d = steps; d >= 0; d--) {
    const reach = trace[d] ?? new Int32Array(0);
    const k = x - y;
    const down = k === -d || (k !== d && at(reach, most, k - 1) < at(reach, most, k + 1));
    const beforeX = d === 0 ? 0 : at(reach, most, down ? k + 1 : k - 1);
    const beforeY = d === 0 ? 0 : beforeX - (down ? k + 1 : k - 1);
    const [stepX, stepY] = d === 0 ? [0, 0] : [down ? beforeX : beforeX + 1, down ? beforeY + 1 : beforeY];
    if (x > stepX) found.push({ same: true, from: [stepX, stepY], to: [x, y] });
    if (d > 0) found.push({ same: false, from: [beforeX, beforeY], to: [stepX, stepY] });
    [x, y] = [beforeX, beforeY];
  }
  for (const { same, from, to } of found.reverse()) {
    push(same, {
      left: range.left + from[0],
      leftEnd: range.left + to[0],
      right: range.right + from[1],
      rightEnd: range.right + to[1],
    });
  }
}
