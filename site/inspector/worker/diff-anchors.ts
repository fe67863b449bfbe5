import type { Range, Sides } from './diff.js';
import { GrownList } from './grown-list.js';
import type { Pause } from './pause.js';

/** Steps between two looks at the clock. */
const LOOK = 1 << 14;
const [NONE, TWICE] = [-1, -2];

/** Places that stand against each other: the same index on both sides, rising on both. */
export interface Anchors {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** Places of items that both sides have exactly once, as many as go in the same order on both. */
export async function anchors({ left, right, ids }: Sides, range: Range, pause?: Pause): Promise<Anchors> {
  const inLeft = placesOf(left, range.left, range.leftEnd, ids);
  await pause?.turn();
  const inRight = placesOf(right, range.right, range.rightEnd, ids);
  await pause?.turn();
  const pairs = { left: new GrownList(), right: new GrownList() };
  for (let i = range.left; i < range.leftEnd; i++) {
    const item = left[i] ?? 0;
    const place = inRight[item] ?? NONE;
    if (place < 0 || inLeft[item] !== i) continue;
    pairs.left.push(i);
    pairs.right.push(place);
  }
  return longestRise({ left: pairs.left.values(), right: pairs.right.values() }, pause);
}

/** Where each item is, by its number; {@link TWICE} where that is more than one place. */
function placesOf(items: Int32Array, from: number, to: number, ids: number): Int32Array {
  const places = new Int32Array(ids).fill(NONE);
  for (let i = from; i < to; i++) {
    const item = items[i] ?? 0;
    places[item] = places[item] === NONE ? i : TWICE;
  }
  return places;
}

/** The longest choice of pairs whose places on the right rise as well: by the tops of rises of every length. */
async function longestRise({ left, right }: Anchors, pause: Pause | undefined): Promise<Anchors> {
  const tops = new Int32Array(right.length);
  const before = new Int32Array(right.length);
  let length = 0;
  for (let i = 0; i < right.length; i++) {
    const place = right[i] ?? 0;
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((right[tops[middle] ?? 0] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[i] = low === 0 ? NONE : (tops[low - 1] ?? NONE);
    tops[low] = i;
    length = Math.max(length, low + 1);
    if (i % LOOK === 0) await pause?.turn();
  }
  const chosen = { left: new Int32Array(length), right: new Int32Array(length) };
  let i = length === 0 ? NONE : (tops[length - 1] ?? NONE);
  for (let at = length - 1; at >= 0 && i >= 0; at--) {
    chosen.left[at] = left[i] ?? 0;
    chosen.right[at] = right[i] ?? 0;
    i = before[i] ?? NONE;
  }
  return chosen;
}
