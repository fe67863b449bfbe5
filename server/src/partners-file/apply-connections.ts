import { isDeepStrictEqual } from 'node:util';
import type { Services } from '../exchange/services.js';
import { isObject } from '../json.js';
import { conflict, invalid } from '../problems.js';
import { type ConnectionPlace, createConnection, settingsOf, updateConnection } from '../resources/connections/rows.js';
import { splitSecrets } from '../resources/connections/split-secrets.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { Connections } from '../store/tables.js';
import type { FileConnection } from './file-schema.js';
import { at, type Changes } from './report.js';

type Needs = Pick<Services, 'clock' | 'secrets'>;

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
  { connectionType: kind, ...members }: FileConnection,
  changes: Changes,
): Promise<void> {
  const name = `${partnershipId === undefined ? '' : `${partnershipId}/`}${members.name}`;
  const { given, unset } = withoutUnset(members);
  const place = { kind, partnershipId, mode: 'live' } as const;
  const before = await connectionNamed(queries, partnershipId, members.name);
  await demandKept(services, queries, before, unset);
  for (const { secret, variable } of unset) changes.keep(`${name} ${secret}`, variable);
  if (before === undefined) {
    await createConnection(services, queries, place, given);
    changes.add('connection', name, 'created');
    return;
  }
  if (before.kind !== kind) throw conflict(`The connection ${members.name} is of another type. Delete it first.`);
  if (await isSame(services, queries, { before, place, given })) {
    changes.add('connection', name, 'unchanged');
    return;
  }
  await updateConnection(services, queries, place, before.id, given);
  changes.add('connection', name, 'changed');
}

export async function connectionNamed(
  queries: AccountQueries,
  partnershipId: string | undefined,
  name: string,
): Promise<Connections | undefined> {
  return queries
    .from('connections')
    .selectAll()
    .where('partnership_id', partnershipId === undefined ? 'is' : '=', partnershipId ?? null)
    .where('name', '=', name)
    .executeTakeFirst();
}

type Members = Omit<FileConnection, 'connectionType'>;

interface Same {
  readonly before: Connections;
  readonly place: ConnectionPlace;
  readonly given: Members;
}

async function isSame(services: Needs, queries: AccountQueries, { before, place, given }: Same): Promise<boolean> {
  const { enabled = before.enabled === 1, test = before.test === 1 } = given;
  const stands = settingsOf(before);
  const { settings, secrets } = splitSecrets(place.kind, given, stands);
  if (enabled !== (before.enabled === 1) || test !== (before.test === 1)) return false;
  if (!isDeepStrictEqual(settings, stands)) return false;
  for (const [name, value] of secrets) {
    const secret = await services.secrets.get(queries, { purpose: 'connection', ownerId: before.id, name });
    if ((secret ?? null) !== value) return false;
  }
  return true;
}

interface UnsetSecret {
  /** As the connection names it: `password`, `localSigningPrivateKey`. */
  readonly secret: string;
  readonly variable: string;
}

/** Takes out secrets whose variable is not set, and tells them. */
function withoutUnset(members: Members): { readonly given: Members; readonly unset: readonly UnsetSecret[] } {
  const unset: UnsetSecret[] = [];
  const clean = (value: unknown, above: string): unknown => {
    if (!isObject(value)) return value;
    const kept = Object.entries(value).flatMap(([name, inner]) => {
      if (isObject(inner) && typeof inner.unset === 'string') {
        unset.push({ secret: secretName(above, name), variable: inner.unset });
        return [];
      }
      return [[name, clean(inner, name)] as const];
    });
    return Object.fromEntries(kept);
  };
  // What is taken out are members that may be absent.
  return { given: clean(members, '') as Members, unset };
}

/** As `splitSecrets` names it. */
function secretName(above: string, name: string): string {
  if (above === '') return name;
  return `${above}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
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
