import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { dialectOf } from '../../store/dialect-of.js';
import { grouped } from '../../store/grouped.js';
import { listOf } from '../../store/value-list.js';
import { statesOfEvents } from '../destinations/deliveries.js';

/** Has events say what has become of their deliveries, after these were written in the same transaction. */
export async function settleEvents(queries: AccountQueries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { tx, accountId } = queries;
  if (dialectOf(tx) === 'postgres') {
    // Two that end deliveries of one event at the same time would each not see what the other has written.
    await sql`select id from events where account_id = ${accountId} and id in ${listOf(tx, ids)}
      order by id for update`.execute(tx);
  }
  const states = await statesOfEvents(queries, ids);
  for (const [status, own] of grouped([...states], ([, state]) => state)) {
    const settled = own.map(([id]) => id);
    await queries.update('events').set({ status }).where('id', 'in', listOf(tx, settled)).execute();
  }
}
