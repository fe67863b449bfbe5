import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from './store.js';

/** As far as rows are counted for `/metrics`: on an embedded store requests wait meanwhile. */
export const MOST_COUNTED = 100_000;

/** How many rows there are, counted up to a bound. @param rows `select 1 from …`, by a condition that has an index. */
export async function countAtMost(
  db: Transaction,
  rows: RawBuilder<unknown>,
  most: number = MOST_COUNTED,
): Promise<number> {
  const found = await sql<{ readonly count: number | string }>`select count(*) as count from
    (${rows} limit ${most}) as counted`.execute(db);
  return Number(found.rows[0]?.count);
}
