/** Longer ones are rare, and made anew. */
const LONGEST = 16;
const LISTS: readonly null[][] = Array.from({ length: LONGEST + 1 }, (_, length) => nulls(length));

/**
 * An empty array for what is handed out, or kept for long: **not `[]`**. For each literal of an array V8 notes how long the first ones lived; where these outlived a collection
 * (a large set; or one that came in the middle of a small one), all later ones are made among the old objects, and whatever hangs below them stays in memory until those are collected.
 * Small inputs then take twice as long, in one process and not in the next. A copy has no such note. Literals of objects are alike: see `object-maker.ts`. bench: `parse 1 kB`, `its bytes to the answer`.
 */
export function freshList<T>(): T[] {
  return freshNulls(0) as unknown[] as T[]; // it has no members that could be something else
}

/** The same with one member. */
export function freshListOf<T>(only: T): T[] {
  const list = freshNulls(1) as unknown[] as T[]; // its one member is overwritten
  list[0] = only;
  return list;
}

/** The same with `length` members to be overwritten, and no room for more: pushing reserves room for 16. */
export function freshNulls(length: number): null[] {
  return LISTS[length]?.slice() ?? nulls(length);
}

// A literal would share its members with its copies until one of them is written; and one in which nothing ever was is taken for a list of small integers.
function nulls(length: number): null[] {
  const list: null[] = [];
  for (let i = 0; i <= length; i++) list.push(null);
  list.pop();
  return list;
}
