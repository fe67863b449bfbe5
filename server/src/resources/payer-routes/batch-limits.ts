import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

/**
 * How many checks of batches may be under way over routes at once.
 * @param placesOf what a route takes as it is now.
 * @returns by id; what is no route is not in it.
 */
export async function batchLimits(
  db: Transaction,
  ids: readonly string[],
  placesOf: (route: Pick<PayerRoutes, 'id' | 'settings'>) => number,
): Promise<ReadonlyMap<string, { readonly most: number }>> {
  const rows = await db
    .selectFrom('payer_routes')
    .select(['id', 'settings'])
    .where('id', 'in', listOf(db, ids))
    .execute();
  return new Map(rows.map((row) => [row.id, { most: placesOf(row) }]));
}
