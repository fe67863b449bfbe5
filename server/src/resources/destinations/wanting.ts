import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Destinations } from '../../store/exchange-tables.js';
import { prepared } from '../../store/prepared.js';
import { eventTypesOf } from './event-types-column.js';
import { lockDestination } from './lock-destination.js';

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

/** All of an account: those that are enabled, and those that the server has disabled, as nobody has said that they want nothing. */
export async function wantingDestinations(queries: AccountQueries): Promise<readonly WantingDestination[]> {
  const { rows } = await wanting(queries.tx, { accountId: queries.accountId });
  return rows.map((row) => ({
    id: row.id,
    mode: row.mode,
    asks: eventTypesOf(row),
    isHeld: row.status === 'DISABLED',
  }));
}

const wanting = prepared(
  (_, { accountId }: { readonly accountId: string }) => sql<Row>`select id, mode, event_types, status from destinations
    where account_id = ${accountId} and (status = 'ENABLED' or disabled_for is not null) order by created_at, id`,
);

/**
 * The same, so that it stays so until the transaction ends where it must: what is left to wait for a destination would wait for ever if that
 * were enabled at this moment.
 */
export async function wantedAtCommit(
  queries: AccountQueries,
  destinations: readonly WantingDestination[],
): Promise<readonly WantingDestination[]> {
  const held = destinations.filter(({ isHeld }) => isHeld);
  if (held.length === 0) return destinations;
  const locked = new Map<string, Destinations | undefined>();
  for (const { id } of held) locked.set(id, await lockDestination(queries, id));
  return destinations.map((one) => (one.isHeld ? { ...one, isHeld: locked.get(one.id)?.status !== 'ENABLED' } : one));
}
