import { randomUUID } from 'node:crypto';
import type { Services } from '../../src/exchange/services.js';
import { eventTypesColumn } from '../../src/resources/destinations/event-types-column.js';
import { makeSecret } from '../../src/resources/destinations/signing-secrets.js';
import type { AccountQueries } from '../../src/store/account-queries.js';

/** One more destination of production, however many the account has. @returns its id. */
export async function insertDestination(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  queries: AccountQueries,
  url: string,
  eventTypes: readonly string[] = ['file.failed'],
): Promise<string> {
  const id = `dst_${randomUUID()}`;
  const now = clock.now();
  const none = {
    disabled_for: null,
    concurrency_limit: null,
    mapping_id: null,
    previous_secret_until: null,
    secret_version: 1,
  };
  await queries
    .insert('destinations', {
      ...{ id, mode: 'production', name: 'one', description: '', url, event_types: eventTypesColumn(eventTypes) },
      ...{ ...none, status: 'ENABLED', failing_since: null, last_delivery_at: null, created_at: now, updated_at: now },
    })
    .execute();
  await makeSecret(secrets, queries, id);
  return id;
}
