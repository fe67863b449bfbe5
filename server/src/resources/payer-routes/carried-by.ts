import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import type { Transaction } from '../../store/store.js';
import { settingsOf } from './columns.js';
import { findRoute, listRoutes } from './rows.js';

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
    const carrier = carrierOf(route);
    if (carrier.accountId !== accountId || carrier.partnershipId === undefined) continue;
    carried.set(carrier.partnershipId, [...(carried.get(carrier.partnershipId) ?? []), route.id]);
  }
  return carried;
}

/**
 * A route and those whose files the same partnership carries, by their ids: what its partner answers may be about the claims of any of them. One that is not
 * there any more, or goes by itself, is alone.
 */
export async function routesBeside(db: Transaction, routeId: string): Promise<readonly string[]> {
  const route = await findRoute(db, 'id', routeId);
  if (route?.kind !== CARRIED) return [routeId];
  const { accountId = '', partnershipId = '' } = carrierOf(route);
  const carried = await routesCarriedBy(db, accountId);
  return [...new Set([routeId, ...(carried.get(partnershipId) ?? [])])].sort();
}

/** As the schema of the kind has let it through. */
function carrierOf(route: PayerRoutes): { readonly accountId?: string; readonly partnershipId?: string } {
  return settingsOf(route).connection as ReturnType<typeof carrierOf>;
}
