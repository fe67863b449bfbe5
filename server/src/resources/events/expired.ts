import { sql } from 'kysely';
import { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import { DAY_MS, type Purge } from '../../store/purge.js';
import type { Events } from '../../store/tables.js';
import { deleteDeliveriesOf } from '../destinations/deliveries.js';

/** Days that an event is sent, and can be sent again. */
const EVENT_DAYS = 30;

type Gone = Pick<Events, 'account_id' | 'id'>;

/** Removes old events of all accounts, and what became of them. */
export const purgeEvents: Purge = async (tx, now, most) => {
  const { rows } = await sql<Gone>`delete from events where (account_id, id) in (
    select account_id, id from events where created_at < ${now - EVENT_DAYS * DAY_MS}
    order by created_at limit ${most}) returning account_id, id`.execute(tx);
  for (const [accountId, gone] of grouped(rows, ({ account_id }) => account_id)) {
    const ids = gone.map(({ id }) => id);
    await deleteDeliveriesOf(new AccountQueries(tx, accountId), ids);
  }
  return rows.length;
};
