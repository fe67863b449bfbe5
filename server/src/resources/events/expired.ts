import { sql } from 'kysely';
import { DAY_MS, type Purge } from '../../store/purge.js';

/** Days that an event can be sent again. */
const EVENT_DAYS = 30;

/** Removes old events of all accounts. */
export const purgeEvents: Purge = async (tx, now, most) => {
  const { rows } = await sql`delete from events where (account_id, id) in (
    select account_id, id from events where created_at < ${now - EVENT_DAYS * DAY_MS}
    order by created_at limit ${most}) returning 1 as gone`.execute(tx);
  return rows.length;
};
