import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { dialectOf } from '../../store/dialect-of.js';
import { LOCK } from '../../store/lock-row.js';
import type { Partnerships } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';

/**
 * Reads a partnership and locks it, as {@link LOCK} says: before it gets a connection or a setting, and before it is
 * changed or deleted.
 */
export function lockPartnership(queries: AccountQueries, id: string): Promise<Partnerships | undefined> {
  return queries.update('partnerships').set(LOCK).where('partnership_id', '=', id).returningAll().executeTakeFirst();
}

/** The same for several, in the order of their ids, as everywhere. @returns the ids of those that are there. */
export async function lockPartnerships(
  { tx, accountId }: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const lock = dialectOf(tx) === 'postgres' ? sql`for no key update` : sql``;
  const { rows } = await sql<Pick<Partnerships, 'partnership_id'>>`select partnership_id from partnerships
    where account_id = ${accountId} and partnership_id in ${listOf(tx, ids)} order by partnership_id ${lock}`.execute(
    tx,
  );
  return new Set(rows.map(({ partnership_id }) => partnership_id));
}
