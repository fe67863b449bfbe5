import { createSecureContext } from 'node:tls';
import { writeAudit } from '../../audit/write-audit.js';
import { uuid } from '../../ids.js';
import type { Platform } from '../../platform.js';
import { conflict, invalid, notFound, type ProblemDetail } from '../../problems.js';
import { checkOf } from '../../schemas/check-shape.js';
import type { RoutePayers } from '../../store/clearinghouse-tables.js';
import type { Transaction } from '../../store/store.js';
import { findPayer } from '../payers/find-payer.js';
import { demandOverlay } from './demand-overlay.js';
import { deleteRoute, findRoute, insertRoute, lockRoute, replacePayers, updateRoute } from './rows.js';
import { CONNECTIONS, type GivenRoute, type GivenRoutePayer, type StoredSettings } from './schemas.js';
import { findRouteQueries, routeQueries } from './secret-place.js';

type Needs = Pick<Platform, 'clock' | 'secrets'>;

/** What its secrets are for. */
export const ROUTE_SECRETS = 'payer-route';
const DEFAULT_POSITION = 100;

const checks = Object.fromEntries(
  Object.entries(CONNECTIONS).map(([kind, { schema }]) => [kind, checkOf(schema, { kind: 'body', name: 'body' })]),
);

/** @returns its id. @throws Problem `invalid`; `conflict` for a name that another has. */
export async function createRoute(services: Needs, tx: Transaction, given: GivenRoute): Promise<string> {
  demandSound(given);
  await demandOverlay(given);
  const now = services.clock.now();
  const id = uuid();
  const inserted = await insertRoute(tx, { ...columnsOf(given), id, created_at: now, updated_at: now });
  if (!inserted) throw conflict('Another route has this name. Choose another, or replace that route.');
  await setParts(services, tx, id, given);
  await audited(services, tx, 'create', id);
  return id;
}

/** Settings are replaced; secrets and payers that are not given stay. @throws Problem as `createRoute`, and `not-found`. */
export async function replaceRoute(services: Needs, tx: Transaction, id: string, given: GivenRoute): Promise<void> {
  demandSound(given);
  await demandOverlay(given);
  const before = await lockRoute(tx, id);
  if (before === undefined) throw notFound('route');
  const same = await findRoute(tx, 'name', given.name);
  if (same !== undefined && same.id !== id) throw conflict('Another route has this name. Choose another.');
  // Never the same twice: other processes see a change by it.
  const updated_at = Math.max(services.clock.now(), before.updated_at + 1);
  await updateRoute(tx, { ...columnsOf(given), id, updated_at });
  await setParts(services, tx, id, given);
  await audited(services, tx, 'update', id);
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

/** Beside the schema: what the kind wants, and what only programs can tell. */
function demandSound(given: GivenRoute): void {
  const { kind, connection = {}, secrets = {}, hours, delimiters } = given;
  checks[kind]?.(connection);
  const known: readonly string[] = CONNECTIONS[kind].secrets;
  const problems: ProblemDetail[] = Object.keys(secrets)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      message:
        known.length === 0
          ? `The kind ${kind} has no secrets.`
          : `The kind ${kind} has no such secret. It has: ${known.join(', ')}.`,
      path: `/secrets/${name}`,
    }));
  if (hours !== undefined && !isTimeZone(hours.timeZone)) {
    problems.push({
      message: 'There is no such time zone. Give an IANA name, such as America/New_York.',
      path: '/hours/timeZone',
    });
  }
  const characters = Object.values(delimiters ?? {});
  if (new Set(characters).size !== characters.length || characters.some((one) => /[A-Za-z0-9 ]/.test(one))) {
    problems.push({
      message: 'Delimiters are four different characters, and no letter, digit or blank.',
      path: '/delimiters',
    });
  }
  const { clientCertificate } = connection;
  if (typeof clientCertificate === 'string' && !isCertificate(clientCertificate, secrets.clientKey)) {
    problems.push({
      message: 'The certificate is no PEM, or the key does not belong to it.',
      path: '/connection/clientCertificate',
    });
  }
  if (problems.length > 0)
    throw invalid('The route cannot be used as it is.', { code: 'VALIDATION_FAILED', errors: problems });
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

function isCertificate(cert: string, key: string | null | undefined): boolean {
  try {
    createSecureContext({ cert, ...(typeof key === 'string' ? { key } : {}) });
    return true;
  } catch {
    return false;
  }
}

async function setParts({ secrets }: Needs, tx: Transaction, id: string, given: GivenRoute): Promise<void> {
  const queries = await routeQueries(tx);
  for (const [name, value] of Object.entries(given.secrets ?? {})) {
    const place = { purpose: ROUTE_SECRETS, ownerId: id, name };
    await (value === null ? secrets.delete(queries, place) : secrets.put(queries, place, value));
  }
  if (given.payers !== undefined) await replacePayers(tx, id, await payerRows(tx, id, given.payers));
}

/** @throws Problem `invalid` that names every payer which cannot be found, by its place. */
async function payerRows(
  tx: Transaction,
  routeId: string,
  payers: readonly GivenRoutePayer[],
): Promise<readonly RoutePayers[]> {
  const rows = new Map<string, RoutePayers>();
  const problems: ProblemDetail[] = [];
  for (const [place, { payer, id, name, transactions = ['eligibility'], dependents = true }] of payers.entries()) {
    const found = await findPayer(tx, payer);
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
