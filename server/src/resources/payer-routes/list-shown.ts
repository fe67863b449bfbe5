import type { Platform } from '../../platform.js';
import { notFound } from '../../problems.js';
import type { Transaction } from '../../store/store.js';
import { findRoute, listRoutes, payerCounts } from './rows.js';
import { ROUTE_SECRETS } from './save-route.js';
import { findRouteQueries } from './secret-place.js';
import { type ShownRoute, showRoute } from './shown.js';

type Needs = Pick<Platform, 'secrets'>;

/** All routes as the operator sees them, in their order. */
export async function shownRoutes({ secrets }: Needs, db: Transaction): Promise<readonly ShownRoute[]> {
  const routes = await listRoutes(db);
  const queries = await findRouteQueries(db);
  const ids = routes.map(({ id }) => id);
  const names = queries === undefined ? undefined : await secrets.namesOf(queries, ROUTE_SECRETS, ids);
  const counts = await payerCounts(db);
  return routes.map((row) => showRoute(row, { secrets: names?.get(row.id) ?? [], payers: counts.get(row.id) ?? 0 }));
}

/** One of them. @throws Problem `not-found`. */
export async function shownRoute({ secrets }: Needs, db: Transaction, id: string): Promise<ShownRoute> {
  const row = await findRoute(db, 'id', id);
  if (row === undefined) throw notFound('route');
  const queries = await findRouteQueries(db);
  const names = queries === undefined ? [] : await secrets.names(queries, { purpose: ROUTE_SECRETS, ownerId: id });
  const counts = await payerCounts(db);
  return showRoute(row, { secrets: names, payers: counts.get(id) ?? 0 });
}
