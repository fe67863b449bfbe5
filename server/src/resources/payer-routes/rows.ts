import type { PayerRoutes, RoutePayers } from '../../store/clearinghouse-tables.js';
import { LOCK } from '../../store/lock-row.js';
import type { Transaction } from '../../store/store.js';

/** Rows of one statement: few enough for the parameters of either database. */
const AT_ONCE = 500;

/** Enabled routes that have this payer, or take any; with what they have of the payer. In the order in which they are asked. */
export function routesServing(db: Transaction, payerId: string) {
  return db
    .selectFrom('payer_routes as route')
    .leftJoin('route_payers as payer', (join) =>
      join.onRef('payer.route_id', '=', 'route.id').on('payer.payer_id', '=', payerId),
    )
    .selectAll('route')
    .select(['payer.payer_id', 'payer.id_on_route', 'payer.name_on_route', 'payer.transactions', 'payer.dependents'])
    .where('route.enabled', '=', 1)
    .orderBy('route.position')
    .orderBy('route.name')
    .execute();
}

export function listRoutes(db: Transaction): Promise<readonly PayerRoutes[]> {
  return db.selectFrom('payer_routes').selectAll().orderBy('position').orderBy('name').execute();
}

export function findRoute(db: Transaction, by: 'id' | 'name', value: string): Promise<PayerRoutes | undefined> {
  return db.selectFrom('payer_routes').selectAll().where(by, '=', value).executeTakeFirst();
}

/** Nobody else changes or deletes it until the transaction ends. */
export function lockRoute(tx: Transaction, id: string): Promise<PayerRoutes | undefined> {
  return tx.updateTable('payer_routes').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
}

export async function insertRoute(tx: Transaction, row: PayerRoutes): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payer_routes')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
}

export async function updateRoute(tx: Transaction, { id, ...columns }: Omit<PayerRoutes, 'created_at'>): Promise<void> {
  await tx.updateTable('payer_routes').set(columns).where('id', '=', id).execute();
}

export async function deleteRoute(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('route_payers').where('route_id', '=', id).execute();
  await tx.deleteFrom('payer_routes').where('id', '=', id).execute();
}

/** All payers of a route, in place of those it had. */
export async function replacePayers(tx: Transaction, routeId: string, rows: readonly RoutePayers[]): Promise<void> {
  await tx.deleteFrom('route_payers').where('route_id', '=', routeId).execute();
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await tx
      .insertInto('route_payers')
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
  }
}

/** The payers that a route names, by their platform ids. */
export function payersOf(db: Transaction, routeId: string): Promise<readonly RoutePayers[]> {
  return db.selectFrom('route_payers').selectAll().where('route_id', '=', routeId).orderBy('payer_id').execute();
}

/** How many payers each route names. */
export async function payerCounts(db: Transaction): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('route_payers')
    .select((row) => ['route_id', row.fn.countAll<string>().as('payers')])
    .groupBy('route_id')
    .execute();
  return new Map(rows.map(({ route_id, payers }) => [route_id, Number(payers)]));
}
