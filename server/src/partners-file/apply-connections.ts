import { isDeepStrictEqual } from 'node:util';
import type { Platform } from '../platform.js';
import { conflict, invalid } from '../problems.js';
import { requestedKind } from '../resources/connections/kinds/kind-table.js';
import { connectionNamed, createConnection, type KindPlace, updateConnection } from '../resources/connections/rows.js';
import { settingsOf } from '../resources/connections/settings-of.js';
import { splitGiven } from '../resources/connections/split-given.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { Connections } from '../store/tables.js';
import type { FileConnection } from './file-schema.js';
import { at, type Changes } from './report.js';
import { type UnsetSecret, withoutUnset } from './unset-secrets.js';

type Needs = Pick<Platform, 'clock' | 'secrets' | 'jobs'>;

/** Connections of a partnership, or (`undefined`) of all, by their names. */
export async function applyConnections(
  services: Needs,
  queries: AccountQueries,
  partnershipId: string | undefined,
  connections: readonly FileConnection[],
  { changes, pointer }: { readonly changes: Changes; readonly pointer: string },
): Promise<void> {
  for (const [index, connection] of connections.entries()) {
    await at(`${pointer}/connections/${index}`, () => applyOne(services, queries, partnershipId, connection, changes));
  }
}

async function applyOne(
  services: Needs,
  queries: AccountQueries,
  partnershipId: string | undefined,
  { connectionType, ...members }: FileConnection,
  changes: Changes,
): Promise<void> {
  const name = `${partnershipId === undefined ? '' : `${partnershipId}/`}${members.name}`;
  const kind = requestedKind(connectionType);
  const { given, unset } = withoutUnset(kind, members);
  const place = { kind, partnershipId, mode: 'live' } as const;
  const before = await connectionNamed(queries, partnershipId, members.name);
  await demandKept(services, queries, before, unset);
  for (const { secret, variable } of unset) changes.keep(`${name} ${secret}`, variable);
  if (before === undefined) {
    await createConnection(services, queries, place, given);
    changes.add('connection', name, 'created');
    return;
  }
  if (before.kind !== kind.name) throw conflict(`The connection ${members.name} is of another type. Delete it first.`);
  if (await isSame(services, queries, { before, place, given })) {
    changes.add('connection', name, 'unchanged');
    return;
  }
  await updateConnection(services, queries, place, before.id, given);
  changes.add('connection', name, 'changed');
}

type Members = Omit<FileConnection, 'connectionType'>;

interface Same {
  readonly before: Connections;
  readonly place: KindPlace;
  readonly given: Members;
}

async function isSame(services: Needs, queries: AccountQueries, { before, place, given }: Same): Promise<boolean> {
  const { enabled = before.enabled === 1, test = before.test === 1 } = given;
  const stands = settingsOf(before);
  const { settings, secrets } = splitGiven(place.kind, given, stands);
  if (enabled !== (before.enabled === 1) || test !== (before.test === 1)) return false;
  if (!isDeepStrictEqual(settings, stands)) return false;
  for (const [name, value] of secrets) {
    const secret = await services.secrets.get(queries, { purpose: 'connection', ownerId: before.id, name });
    if ((secret ?? null) !== value) return false;
  }
  return true;
}

async function demandKept(
  { secrets }: Needs,
  queries: AccountQueries,
  before: Connections | undefined,
  unset: readonly UnsetSecret[],
): Promise<void> {
  if (unset.length === 0) return;
  const names = before === undefined ? [] : await secrets.names(queries, { purpose: 'connection', ownerId: before.id });
  const missing = unset.find(({ secret }) => !names.includes(secret));
  if (missing !== undefined) throw invalid(`The environment has no variable ${missing.variable}. Set it.`);
}
