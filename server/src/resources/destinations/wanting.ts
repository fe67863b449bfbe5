import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { dialectOf } from '../../store/dialect-of.js';
import type { Destinations } from '../../store/exchange-tables.js';
import { prepared } from '../../store/prepared.js';
import { listOf } from '../../store/value-list.js';
import { eventTypesOf } from './event-types-column.js';

/** A destination that gets what happens now. */
export interface WantingDestination {
  readonly id: string;
  readonly mode: Destinations['mode'];
  /** Names of types of events. */
  readonly asks: readonly string[];
  /** The server has disabled it: it gets what happens meanwhile once it is enabled. */
  readonly isHeld: boolean;
}

type Row = Pick<Destinations, 'id' | 'mode' | 'event_types' | 'status'>;

/**
 * All of an account that get what happens now, in the transaction that writes it: those that are enabled, and those that the server has
 * disabled, as nobody has said that they want nothing. That these are so stays so until the transaction ends: what is left to wait for a
 * destination would wait for ever if that were enabled or deleted at this moment.
 */
export async function wantingDestinations(queries: AccountQueries): Promise<readonly WantingDestination[]> {
  const { rows } = await wanting(queries.tx, { accountId: queries.accountId });
  return stillWanting(queries, rows);
}

const wanting = prepared(
  (_, { accountId }: { readonly accountId: string }) => sql<Row>`select id, mode, event_types, status from destinations
    where account_id = ${accountId} and (status = 'ENABLED' or disabled_for is not null) order by created_at, id`,
);

/** Those of these rows, read a moment ago, that get it: what waits for a destination is not waited for by others who write. */
export async function stillWanting(
  queries: AccountQueries,
  rows: readonly Row[],
): Promise<readonly WantingDestination[]> {
  const held = rows.flatMap(({ id, status }) => (status === 'DISABLED' ? id : []));
  const now = held.length === 0 ? new Map<string, Destinations['status']>() : await sharedStates(queries, held);
  return rows.flatMap((row) => {
    const status = row.status === 'ENABLED' ? row.status : now.get(row.id);
    if (status === undefined) return [];
    return { id: row.id, mode: row.mode, asks: eventTypesOf(row), isHeld: status === 'DISABLED' };
  });
}

/** Those that want it still, with their states. Whoever enables, disables or deletes one waits for this transaction; others who write do not. */
async function sharedStates(
  { tx, accountId }: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Destinations['status']>> {
  const lock = dialectOf(tx) === 'postgres' ? sql`for share` : sql``;
  const { rows } = await sql<Pick<Destinations, 'id' | 'status' | 'disabled_for'>>`select id, status, disabled_for
    from destinations where account_id = ${accountId} and id in ${listOf(tx, ids)} order by id ${lock}`.execute(tx);
  const wanted = rows.filter(({ status, disabled_for }) => status === 'ENABLED' || disabled_for !== null);
  return new Map(wanted.map(({ id, status }) => [id, status]));
}
