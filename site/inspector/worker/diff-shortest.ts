import type { Push, Range, Sides } from './diff.js';

/** Steps of the exact search in one stretch; where sides differ more than that, they are told to differ as a whole. */
const MOST_CHANGES = 400;

/** Steps that all searches of one comparison may take together. */
export class Budget {
  #left: number;
  /** Stretches that were not searched to the end for want of steps. */
  cut = 0;

  constructor(steps: number) {
    this.#left = steps;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  spend(steps: number): void {
    this.#left -= steps;
  }
}

/**
 * Myers' greedy search, forwards, with the whole trace kept: the bound on its changes bounds that as well.
 * Of each round the trace has the reach on the diagonals -d - 1 to d + 1, which are all that the round looks at.
 */
export function shortestChange(sides: Sides, range: Range, budget: Budget, push: Push): void {
  const { left, right } = sides;
  const [n, m] = [range.leftEnd - range.left, range.rightEnd - range.right];
  if (n === 0 || m === 0) return push(false, range);
  const most = Math.min(n + m, MOST_CHANGES);
  const zero = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most && !budget.isSpent; d++) {
    trace.push(reach.slice(zero - d - 1, zero + d + 2));
    budget.spend(2 * d + 3);
    for (let k = -d; k <= d; k += 2) {
      const [below, above] = [reach[zero + k - 1] ?? 0, reach[zero + k + 1] ?? 0];
      let x = k === -d || (k !== d && below < above) ? above : below + 1;
      const from = x;
      while (x < n && x - k < m && left[range.left + x] === right[range.right + x - k]) x++;
      budget.spend(x - from);
      reach[zero + k] = x;
      if (x >= n && x - k >= m) return retrace(trace, range, push);
    }
  }
  if (budget.isSpent) budget.cut++;
  push(false, range);
}

interface Step {
  readonly same: boolean;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

function retrace(trace: readonly Int32Array[], range: Range, push: Push): void {
  const found: Step[] = [];
  let [x, y] = [range.leftEnd - range.left, range.rightEnd - range.right];
  for (let d = trace.length - 1; d > 0; d--) {
    const k = x - y;
    const reach = trace[d] ?? new Int32Array(0);
    const [below, above] = [reach[d + k] ?? 0, reach[d + k + 2] ?? 0];
    const isDown = k === -d || (k !== d && below < above);
    const beforeX = isDown ? above : below;
    const before: [number, number] = [beforeX, beforeX - (isDown ? k + 1 : k - 1)];
    const step: [number, number] = isDown ? [beforeX, before[1] + 1] : [beforeX + 1, before[1]];
    if (x > step[0]) found.push({ same: true, from: step, to: [x, y] });
    found.push({ same: false, from: before, to: step });
    [x, y] = before;
  }
  if (x > 0) found.push({ same: true, from: [0, 0], to: [x, y] });
  for (const { same, from, to } of found.reverse()) {
    push(same, {
      left: range.left + from[0],
      leftEnd: range.left + to[0],
      right: range.right + from[1],
      rightEnd: range.right + to[1],
    });
  }
}
