import type { AccountQueries } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';
import { LOCK } from '../../store/lock-row.js';

/** In the order of their ids, so that two who move the same claims wait for each other and not forever. Those that are gone are left out. */
export async function lockClaims(queries: AccountQueries, ids: readonly string[]): Promise<readonly Claims[]> {
  const locked: Claims[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const row = await queries.update('claims').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
    if (row !== undefined) locked.push(row as Claims);
  }
  return locked;
}
