import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { dialectOf } from '../../store/dialect-of.js';
import { LOCK } from '../../store/lock-row.js';
import type { Connections } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';

/** Reads a connection and locks it, as {@link LOCK} says: before something refers to it, and before it is deleted. */
export function lockConnection(queries: AccountQueries, id: string): Promise<Connections | undefined> {
  return queries.update('connections').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
}

/**
 * The same for what comes in over connections: whoever changes or deletes one waits for the transaction, and others who take files over it do not.
 * @returns the ids of those that are there.
 */
export async function keepConnections(
  { tx, accountId }: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const lock = dialectOf(tx) === 'postgres' ? sql`for share` : sql``;
  const { rows } = await sql<Pick<Connections, 'id'>>`select id from connections
    where account_id = ${accountId} and id in ${listOf(tx, ids)} order by id ${lock}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
