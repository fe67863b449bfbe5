import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { USUAL_AT_ONCE } from './schemas.js';

/** How many deliveries may be under way to destinations at once. @returns by id; what is no destination is not in it. */
export async function concurrencyLimits(
  db: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly most: number }>> {
  // Over all accounts: jobs of all of them are looked for together. Ids are UUIDs, so that none is there twice.
  const rows = await db
    .selectFrom('destinations')
    .select(['id', 'concurrency_limit'])
    .where('id', 'in', listOf(db, ids))
    .execute();
  return new Map(rows.map((row) => [row.id, { most: row.concurrency_limit ?? USUAL_AT_ONCE }]));
}
