import { anchors } from './diff-anchors.js';
import { type Budget, shortestChange } from './diff-shortest.js';
import type { Pause } from './pause.js';

/** A stretch of both sides. */
export interface Range {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/** `left` to `leftEnd` stands against `right` to `rightEnd`. */
export interface Run extends Range {
  readonly same: boolean;
}

/** Takes a stretch; those of one kind that follow each other make one run. */
export type Push = (same: boolean, range: Range) => void;

/** Two lists of numbers from 0, of which there are `ids`. */
export interface Sides {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly ids: number;
}

export interface DiffOptions {
  readonly budget: Budget;
  readonly pause?: Pause | undefined;
}

/**
 * Aligns two lists. Items that both sides have once hold the alignment; between them the shortest change is searched for as long
 * as the budget lasts, and stretches behind that differ as a whole: so the time is linear, whatever the files are.
 * @param onRun told each run, in order; runs cover both sides without a gap, and same and other ones take turns.
 */
export async function diff(sides: Sides, options: DiffOptions, onRun: (run: Run) => void): Promise<void> {
  const { pause } = options;
  const runs = new Runs(onRun);
  const { left, right } = sides;
  const whole = { left: 0, leftEnd: left.length, right: 0, rightEnd: right.length };
  const rest = trimmed(sides, whole, runs.push);
  let [at, other] = [rest.left, rest.right];
  const held = await anchors(sides, rest, pause);
  for (let i = 0; i < held.left.length; i++) {
    const [l, r] = [held.left[i] ?? 0, held.right[i] ?? 0];
    // Anchors inside of what was passed already, as equal neighbours, are not needed.
    if (l < at || r < other) continue;
    between(sides, { left: at, leftEnd: l, right: other, rightEnd: r }, options.budget, runs.push);
    [at, other] = [l, r];
    const due = pause?.turn();
    if (due !== undefined) await due;
  }
  between(sides, { ...rest, left: at, right: other }, options.budget, runs.push);
  runs.push(true, { left: rest.leftEnd, leftEnd: left.length, right: rest.rightEnd, rightEnd: right.length });
  runs.end();
}

/** The same for short lists, at once, with items of any size. */
export function diffShort(left: Int32Array, right: Int32Array, budget: Budget): readonly Run[] {
  const runs: Run[] = [];
  const joined = new Runs((run) => runs.push(run));
  const range = { left: 0, leftEnd: left.length, right: 0, rightEnd: right.length };
  between({ left, right, ids: 0 }, range, budget, joined.push);
  joined.end();
  return runs;
}

/** Joins stretches to runs. */
class Runs {
  #last: Run | undefined;
  readonly #onRun: (run: Run) => void;

  constructor(onRun: (run: Run) => void) {
    this.#onRun = onRun;
  }

  readonly push: Push = (same, range) => {
    if (range.left === range.leftEnd && range.right === range.rightEnd) return;
    const last = this.#last;
    if (last?.same === same) this.#last = { ...last, leftEnd: range.leftEnd, rightEnd: range.rightEnd };
    else {
      this.end();
      this.#last = { ...range, same };
    }
  };

  end(): void {
    if (this.#last !== undefined) this.#onRun(this.#last);
    this.#last = undefined;
  }
}

function between(sides: Sides, range: Range, budget: Budget, push: Push): void {
  const rest = trimmed(sides, range, push);
  shortestChange(sides, rest, budget, push);
  push(true, { left: rest.leftEnd, leftEnd: range.leftEnd, right: rest.rightEnd, rightEnd: range.rightEnd });
}

/** Reports the common beginning; what is left has neither a common beginning nor a common end. */
function trimmed({ left, right }: Sides, range: Range, push: Push): Range {
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
