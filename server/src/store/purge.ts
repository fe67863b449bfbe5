import type { Transaction } from './store.js';

/** Removes what is too old, in one transaction. @returns `most` where there may be more, and it is called again; else how many went. */
export type Purge = (tx: Transaction, now: number, most: number) => Promise<number>;

export const DAY_MS = 86_400_000;

/** When what is kept for so many days goes, in milliseconds since 1970. @param days `undefined`: for ever. */
export function expiryAfter(days: number | undefined, from: number): number | undefined {
  return days === undefined ? undefined : from + days * DAY_MS;
}

/** What a group costs beside its rows, counted in rows: it takes statements of its own. */
const ROWS_OF_GROUP = 10;
/** Of one statement, so that others have their turn between two. */
const ROWS_OF_STATEMENT = 500;

/** How many groups may be in a portion of rows, and one more that shows there are others. */
export function groupsAtMost(most: number): number {
  return Math.ceil(most / ROWS_OF_GROUP) + 1;
}

/** Of groups, with about how many rows each has: the first ones, as many as have a portion of rows together, and one at least. */
export function withinPortion<Group extends { readonly version: number | string }>(
  groups: readonly Group[],
  most: number,
): readonly Group[] {
  let rows = 0;
  const end = groups.findIndex(({ version }) => {
    rows += ROWS_OF_GROUP + Number(version);
    return rows > most;
  });
  return end < 0 ? groups : groups.slice(0, Math.max(1, end));
}

/**
 * Deletes rows some at a time.
 * @param deleteSome deletes so many at most, and says how many it found.
 * @returns how many went: `most` where there may be more.
 */
export async function deleteRows(most: number, deleteSome: (rows: number) => Promise<number>): Promise<number> {
  let gone = 0;
  while (gone < most) {
    const asked = Math.min(most - gone, ROWS_OF_STATEMENT);
    const found = await deleteSome(asked);
    gone += found;
    if (found < asked) break;
  }
  return gone;
}
