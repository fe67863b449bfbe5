import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Providers } from '../../store/enrollment-tables.js';

/** Enrollments that one provider may have: a new name goes to all of them in one commit. */
export const MOST_OF_PROVIDER = 10_000;

/** Whether a provider has any. */
export async function hasEnrollments(queries: AccountQueries, providerId: string): Promise<boolean> {
  const row = await queries
    .from('provider_enrollments')
    .select('id')
    .where('provider_id', '=', providerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a provider has as many as it may have. */
export async function isFull(queries: AccountQueries, providerId: string): Promise<boolean> {
  const row = await queries
    .from('provider_enrollments')
    .select('id')
    .where('provider_id', '=', providerId)
    .orderBy('id')
    .offset(MOST_OF_PROVIDER - 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a provider's enrollments its new name, for lists alone: their own times stay. @param provider as it is from now on. */
export async function renameInEnrollments(
  queries: AccountQueries,
  provider: Pick<Providers, 'id' | 'name' | 'search'>,
): Promise<void> {
  await queries
    .update('provider_enrollments')
    .set({
      provider_name: provider.name,
      // As `searchOf` makes it.
      search: sql`${provider.search} || ' ' || lower(payer_id)`,
    })
    .where('provider_id', '=', provider.id)
    .execute();
}
