import type { Transaction } from '../../store/store.js';
import { settingsOf } from './columns.js';
import { listRoutes } from './rows.js';

/** The kind of routes whose files go as files of an account of the operator. */
const CARRIED: string = 'partnership';

/** Routes whose files partnerships of an account carry, enabled or not: ids of routes by that of the partnership. */
export async function routesCarriedBy(
  db: Transaction,
  accountId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const carried = new Map<string, readonly string[]>();
  for (const route of await listRoutes(db)) {
    if (route.kind !== CARRIED) continue;
    // As the schema of the kind has let it through.
    const carrier = settingsOf(route).connection as { readonly accountId?: string; readonly partnershipId?: string };
    if (carrier.accountId !== accountId || carrier.partnershipId === undefined) continue;
    carried.set(carrier.partnershipId, [...(carried.get(carrier.partnershipId) ?? []), route.id]);
  }
  return carried;
}
