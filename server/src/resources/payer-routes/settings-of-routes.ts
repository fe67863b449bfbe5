import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import type { ClaimSettings } from './claim-settings.js';
import { settingsOf } from './columns.js';

/** What routes say of claims, as they are now; a route that was deleted, or says nothing, is not in it. */
export async function settingsOfRoutes(
  db: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ClaimSettings>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('payer_routes')
    .select(['id', 'settings'])
    .where('id', 'in', listOf(db, ids))
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const { claims } = settingsOf(row);
      return claims === undefined ? [] : [[row.id, claims] as const];
    }),
  );
}
