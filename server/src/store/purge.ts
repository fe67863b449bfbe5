import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from './store.js';

/** Removes what is too old, in one transaction. @returns `most` where there may be more, and it is called again; else how many went. */
export type Purge = (tx: Transaction, now: number, most: number) => Promise<number>;

export const DAY_MS = 86_400_000;

/** Of groups, with about how many rows each has: the first ones, as many as have a portion of rows together, and one at least. */
export function withinPortion<Group extends { readonly version: number | string }>(
  groups: readonly Group[],
  most: number,
): readonly Group[] {
  let rows = 0;
  const end = groups.findIndex(({ version }) => {
    rows += Number(version);
    return rows > most;
  });
  return end < 0 ? groups : groups.slice(0, Math.max(1, end));
}

/** `limit`, where there is one. */
export function atMost(rows: number): RawBuilder<unknown> {
  return rows === Number.POSITIVE_INFINITY ? sql`` : sql`limit ${rows}`;
}
