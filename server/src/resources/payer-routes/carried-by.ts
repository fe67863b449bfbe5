import { AccountQueries } from '../../store/account-queries.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import type { Transaction } from '../../store/store.js';
import { notedLastCarriers, notedLastRoutes, notedRoutes } from './claim-carriers.js';
import { settingsOf } from './columns.js';
import { findRoute, listRoutes } from './rows.js';

/** The kind of routes whose files go as files of an account of the operator. */
const CARRIED: string = 'partnership';

/**
 * Routes whose files partnerships of the account carry, enabled or not, or have carried, even if they are changed or deleted: ids of routes in their order,
 * by that of the partnership. What routes say counts beside what was noted: after a restore, a file may be out that nothing is noted of.
 */
export async function routesCarriedBy(
  queries: AccountQueries,
  partnershipIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return carriedOf(queries, partnershipIds, await notedRoutes(queries, partnershipIds));
}

/** Those whose files the partnership carries, or has been the last to carry: claims are its to speak of, too, of which nobody knows by whom they went. */
export async function routesLastCarriedBy(queries: AccountQueries, partnershipId: string): Promise<readonly string[]> {
  const carried = await carriedOf(queries, [partnershipId], await notedLastRoutes(queries, partnershipId));
  return carried.get(partnershipId) ?? [];
}

/** Routes that were noted, and those that say so. */
async function carriedOf(
  queries: AccountQueries,
  partnershipIds: readonly string[],
  noted: Awaited<ReturnType<typeof notedRoutes>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const carried = new Map(partnershipIds.map((id) => [id, new Set<string>()]));
  for (const { partnership_id, route_id } of noted) carried.get(partnership_id)?.add(route_id);
  for (const route of await listRoutes(queries.tx)) {
    const carrier = carrierOf(route);
    if (carrier?.account_id === queries.accountId) carried.get(carrier.partnership_id)?.add(route.id);
  }
  return new Map([...carried].map(([id, routes]) => [id, [...routes].sort()]));
}

/**
 * A route and those whose files a partnership carries, or has been the last to carry, that does so for it, too, by their ids: what a partner answers may be
 * about the claims of any of them. For answers that do not say themselves what they may be about. One that goes by itself is alone.
 */
export async function routesBeside(db: Transaction, routeId: string): Promise<readonly string[]> {
  const route = await findRoute(db, 'id', routeId);
  const now = route && carrierOf(route);
  const beside = new Set([routeId]);
  for (const { account_id, partnership_id } of [...(await notedLastCarriers(db, routeId)), ...(now ? [now] : [])]) {
    for (const id of await routesLastCarriedBy(new AccountQueries(db, account_id), partnership_id)) beside.add(id);
  }
  return [...beside].sort();
}

/** `undefined`: it goes by itself. */
function carrierOf(route: PayerRoutes): { readonly account_id: string; readonly partnership_id: string } | undefined {
  if (route.kind !== CARRIED) return undefined;
  // As the schema of the kind has let it through.
  const { accountId, partnershipId } = settingsOf(route).connection as {
    readonly accountId: string;
    readonly partnershipId: string;
  };
  return { account_id: accountId, partnership_id: partnershipId };
}
