import type { Caller } from '../../caller.js';
import type { Clock } from '../../clock.js';
import { conflict } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { findDestination } from '../destinations/rows.js';
import { detailColumn } from './detail.js';
import { shownEventId } from './event-id.js';
import { type EventServices, writeEventFor } from './rows.js';

/**
 * Has a destination sent a test.
 * @returns the id of the event, as destinations have it.
 * @throws Problem `not-found`; `conflict` for one that is disabled: the test would wait until it is enabled.
 */
export async function pingDestination(
  services: EventServices & { readonly clock: Clock },
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  destinationId: string,
): Promise<string> {
  const { mode, status } = await findDestination(queries, caller, destinationId);
  if (status === 'DISABLED') throw conflict('The destination is disabled. Enable it first.', 'DESTINATION_DISABLED');
  const id = await writeEventFor(services, queries, destinationId, {
    type: 'event.ping',
    mode,
    resourceKind: 'destination',
    resourceId: destinationId,
    detail: detailColumn({}),
    at: services.clock.now(),
  });
  return shownEventId(id);
}
