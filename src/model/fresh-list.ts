const NONE: unknown[] = filled(0);
const ONE: unknown[] = filled(1);

/**
 * An empty array for what is handed out, or kept for long: **not `[]`**. For each literal of an array V8 notes how long the first ones lived; where these outlived a collection
 * (a large set; or one that came in the middle of a small one), all later ones are made among the old objects, and whatever hangs below them stays in memory until those are collected.
 * Small inputs then take twice as long, in one process and not in the next. A copy has no such note. bench: `parse 1 kB`, `its bytes to the answer`.
 */
export function freshList<T>(): T[] {
  return NONE.slice() as T[]; // it has no members that could be something else
}

/** The same with one member. */
export function freshListOf<T>(only: T): T[] {
  const list = ONE.slice() as T[]; // its one member is overwritten
  list[0] = only;
  return list;
}

/** A list of `length` nulls, to be copied. A literal would share its members with its copies until one is written. */
export function filled(length: number): null[] {
  const list: null[] = [];
  for (let i = 0; i < length; i++) list.push(null);
  return list;
}
