import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '../../audit/write-audit.js';
import { uuid } from '../../ids.js';
import type { Platform } from '../../platform.js';
import { conflict, invalid, notFound, type ProblemDetail } from '../../problems.js';
import type { PayerRoutes, RoutePayers } from '../../store/clearinghouse-tables.js';
import type { Transaction } from '../../store/store.js';
import { findPayer, findPayers } from '../payers/find-payer.js';
import { demandCarrier } from './carrier.js';
import { settingsOf } from './columns.js';
import { demandKey, demandPassword } from './demand-secrets.js';
import { deleteRoute, findRoute, insertRoute, lockRoute, payersOf, replacePayers, updateRoute } from './rows.js';
import type { GivenRoute, GivenRoutePayer, StoredSettings } from './schemas.js';
import { findRouteQueries, routeQueries } from './secret-place.js';
import type { SoundRoute } from './sound-route.js';

type Needs = Pick<Platform, 'clock' | 'secrets'>;

/** What its secrets are for. */
export const ROUTE_SECRETS = 'payer-route';
const DEFAULT_POSITION = 100;

/** @returns its id. @throws Problem `invalid` for its payers, key or partnership; `conflict` for a name that another has. */
export async function createRoute(services: Needs, tx: Transaction, given: SoundRoute): Promise<string> {
  const now = services.clock.now();
  const id = uuid();
  await demandCarrier(tx, given);
  const inserted = await insertRoute(tx, { ...columnsOf(given), id, created_at: now, updated_at: now });
  if (!inserted) throw conflict('Another route has this name. Choose another, or replace that route.');
  await setSecrets(services, tx, id, given);
  await replacePayers(tx, id, await payerRows(tx, id, given.payers ?? []));
  await audited(services, tx, 'create', id);
  return id;
}

/**
 * Settings are replaced; secrets and payers that are not given stay. Where all is as it was, nothing is written.
 * @throws Problem as `createRoute`, and `not-found`.
 */
export async function replaceRoute(
  services: Needs,
  tx: Transaction,
  id: string,
  given: SoundRoute,
): Promise<'changed' | 'unchanged'> {
  const before = await lockRoute(tx, id);
  if (before === undefined) throw notFound('route');
  const same = await findRoute(tx, 'name', given.name);
  if (same !== undefined && same.id !== id) throw conflict('Another route has this name. Choose another.');
  await demandCarrier(tx, given);
  const columns = columnsOf(given);
  const payers = given.payers && (await payerRows(tx, id, given.payers));
  const hasSecrets = Object.keys(given.secrets ?? {}).length > 0;
  if (!hasSecrets && isSame(before, columns) && (payers === undefined || (await arePayers(tx, id, payers)))) {
    return 'unchanged';
  }
  // Never the same twice: other processes see a change by it.
  const updated_at = Math.max(services.clock.now(), before.updated_at + 1);
  await updateRoute(tx, { ...columns, id, updated_at });
  await setSecrets(services, tx, id, given);
  if (payers !== undefined) await replacePayers(tx, id, payers);
  await audited(services, tx, 'update', id);
  return 'changed';
}

export async function enableRoute(services: Needs, tx: Transaction, id: string, enabled: boolean): Promise<void> {
  const before = await lockRoute(tx, id);
  if (before === undefined) throw notFound('route');
  const { created_at: _, ...row } = before;
  const updated_at = Math.max(services.clock.now(), before.updated_at + 1);
  await updateRoute(tx, { ...row, enabled: enabled ? 1 : 0, updated_at });
  await audited(services, tx, enabled ? 'enable' : 'disable', id);
}

/** Checks that are under way over it go to their end. */
export async function removeRoute(services: Needs, tx: Transaction, id: string): Promise<void> {
  if ((await lockRoute(tx, id)) === undefined) throw notFound('route');
  const queries = await findRouteQueries(tx);
  if (queries !== undefined) await services.secrets.delete(queries, { purpose: ROUTE_SECRETS, ownerId: id });
  await deleteRoute(tx, id);
  await audited(services, tx, 'delete', id);
}

function columnsOf({
  name,
  kind,
  enabled = true,
  position = DEFAULT_POSITION,
  secrets: _,
  payers: __,
  ...settings
}: GivenRoute) {
  const stored: StoredSettings = settings;
  return { name, kind, enabled: enabled ? 1 : 0, position, settings: JSON.stringify(stored) };
}

type Columns = ReturnType<typeof columnsOf>;

function isSame({ settings, ...before }: PayerRoutes, { settings: given, ...columns }: Columns): boolean {
  return (
    Object.entries(columns).every(([name, value]) => before[name as keyof typeof columns] === value) &&
    // Members of another order are the same settings.
    isDeepStrictEqual(settingsOf({ settings }), settingsOf({ settings: given }))
  );
}

async function arePayers(tx: Transaction, id: string, payers: readonly RoutePayers[]): Promise<boolean> {
  const byId = new Map(payers.map((row) => [row.payer_id, row]));
  const rows = await payersOf(tx, id);
  return rows.length === byId.size && rows.every((row) => isDeepStrictEqual({ ...row }, byId.get(row.payer_id)));
}

/** @throws Problem `invalid` where the route has no password for its username then, or not the key of its certificate. */
async function setSecrets({ secrets }: Needs, tx: Transaction, id: string, given: SoundRoute): Promise<void> {
  const queries = await routeQueries(tx);
  const place = (name: string) => ({ purpose: ROUTE_SECRETS, ownerId: id, name });
  for (const [name, value] of Object.entries(given.secrets ?? {})) {
    await (value === null ? secrets.delete(queries, place(name)) : secrets.put(queries, place(name), value));
  }
  const { clientCertificate, username } = given.connection ?? {};
  if (username !== undefined) demandPassword(await secrets.get(queries, place('password')));
  if (typeof clientCertificate !== 'string') return;
  demandKey(clientCertificate, await secrets.get(queries, place('clientKey')));
}

/** @throws Problem `invalid` that names every payer which cannot be found, by its place. */
async function payerRows(
  tx: Transaction,
  routeId: string,
  payers: readonly GivenRoutePayer[],
): Promise<readonly RoutePayers[]> {
  const rows = new Map<string, RoutePayers>();
  const problems: ProblemDetail[] = [];
  // Thousands of them: each looked up by itself would hold the transaction, and with it all other writes, for seconds.
  const known = await findPayers(
    tx,
    payers.map(({ payer }) => payer),
  );
  for (const [place, { payer, id, name, transactions = ['eligibility'], dependents = true }] of payers.entries()) {
    const found = known.get(payer) ?? (await findPayer(tx, payer));
    const path = `/payers/${place}/payer`;
    if (found.kind !== 'found') {
      const near = found.kind === 'ambiguous' ? found.candidates : found.near;
      const names = near.map(({ platformId, primaryPayerId }) => `${primaryPayerId} (${platformId})`).join(', ');
      problems.push({
        message: `${found.kind === 'ambiguous' ? 'Several payers have this id' : 'No payer has this id'}${names === '' ? '.' : `: ${names}.`}`,
        path,
      });
    } else if (rows.has(found.payer.platformId)) {
      problems.push({ message: 'The payer stands in the list twice.', path });
    } else {
      rows.set(found.payer.platformId, {
        ...{
          route_id: routeId,
          payer_id: found.payer.platformId,
          id_on_route: id ?? null,
          name_on_route: name ?? null,
        },
        ...{ transactions: JSON.stringify(transactions), dependents: dependents ? 1 : 0 },
      });
    }
    if (problems.length >= 100) break;
  }
  if (problems.length > 0)
    throw invalid('Some payers of the route cannot be found.', { code: 'VALIDATION_FAILED', errors: problems });
  return [...rows.values()];
}

async function audited({ clock }: Needs, tx: Transaction, action: string, objectId: string): Promise<void> {
  await writeAudit(await routeQueries(tx), clock, { action, objectKind: 'payer-route', objectId });
}
