import type { Caller } from '../../caller.js';
import type { Services } from '../../exchange/services.js';
import { ulid } from '../../ids.js';
import { conflict, denied, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { lockPartnership } from '../partnerships/lock-partnership.js';
import { demandSettings } from './demand-settings.js';
import type { OpenKind } from './kinds.js';
import type { GivenConnection } from './schemas.js';
import { type SplitConnection, splitSecrets } from './split-secrets.js';

type Needs = Pick<Services, 'clock' | 'secrets'>;
type Mode = Caller['mode'];

/** Where a connection belongs: to a partnership, or (`undefined`) to all of the account. */
export interface ConnectionPlace {
  readonly kind: OpenKind;
  readonly partnershipId: string | undefined;
  /** Test keys see and make test connections only. */
  readonly mode: Mode;
}

/** @throws Problem `invalid`, `denied` for a live connection by a test key, `not-found` for the partnership, `conflict`. */
export async function createConnection(
  { clock, secrets }: Needs,
  queries: AccountQueries,
  place: ConnectionPlace,
  given: GivenConnection,
): Promise<Connections> {
  const { kind, partnershipId, mode } = place;
  const { name = '', enabled = true, test = mode === 'test' } = given;
  demandMode(mode, test);
  if (partnershipId !== undefined && (await lockPartnership(queries, partnershipId)) === undefined) {
    throw notFound('partnership');
  }
  await demandFree(queries, place, name);
  const split = splitSecrets(kind, given);
  await demandSettings(queries, kind, split);
  const now = clock.now();
  const row = await queries
    .insert('connections', {
      id: ulid(clock),
      partnership_id: partnershipId ?? null,
      kind,
      name,
      enabled: Number(enabled),
      test: Number(test),
      settings: JSON.stringify(split.settings),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeSecrets(secrets, queries, row.id, split.secrets);
  return row;
}

/** Replaces the settings; secrets that are not given stay. @throws as {@link createConnection}. */
export async function updateConnection(
  { clock, secrets }: Needs,
  queries: AccountQueries,
  place: ConnectionPlace,
  connectionId: string,
  given: GivenConnection,
): Promise<Connections> {
  const before = await findConnection(queries, place, connectionId);
  const { name = before.name, enabled = before.enabled === 1, test = before.test === 1 } = given;
  if (name !== before.name) throw invalid('The name of a connection cannot change. Create another connection.');
  demandMode(place.mode, test);
  const split = splitSecrets(place.kind, given, settingsOf(before));
  await demandSettings(queries, place.kind, split);
  const row = await queries
    .update('connections')
    .set({
      enabled: Number(enabled),
      test: Number(test),
      settings: JSON.stringify(split.settings),
      updated_at: clock.now(),
    })
    .where('id', '=', connectionId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeSecrets(secrets, queries, connectionId, split.secrets);
  return row;
}

/** @throws Problem `not-found`, also where the key may not see it. */
export async function findConnection(
  queries: AccountQueries,
  place: { readonly kind?: OpenKind | undefined; readonly partnershipId: string | undefined; readonly mode: Mode },
  connectionId: string,
): Promise<Connections> {
  const row = await queries.from('connections').selectAll().where('id', '=', connectionId).executeTakeFirst();
  const isThere = row !== undefined && (row.partnership_id ?? undefined) === place.partnershipId;
  if (!isThere || (place.kind ?? row.kind) !== row.kind || !isVisible(row, place.mode)) throw notFound('connection');
  return row;
}

export function isVisible({ test }: Connections, mode: Mode): boolean {
  return mode === 'live' || test === 1;
}

/** Settings are JSON that a schema has let through. */
export function settingsOf({ settings }: Connections): Readonly<Record<string, unknown>> {
  return JSON.parse(settings) as Readonly<Record<string, unknown>>;
}

export async function writeSecrets(
  secrets: Services['secrets'],
  queries: AccountQueries,
  connectionId: string,
  values: SplitConnection['secrets'],
): Promise<void> {
  for (const [name, value] of values) {
    const secret = { purpose: 'connection', ownerId: connectionId, name };
    if (value === null) await secrets.delete(queries, secret);
    else await secrets.put(queries, secret, value);
  }
}

function demandMode(mode: Mode, test: boolean): void {
  if (mode === 'live' || test) return;
  throw denied('Test keys make test connections only. Leave "test" out, or use a live key.', 'LIVE_KEY_REQUIRED');
}

/** Names tell connections apart in files; one AS2 partner is one connection. */
async function demandFree(
  queries: AccountQueries,
  { kind, partnershipId }: ConnectionPlace,
  name: string,
): Promise<void> {
  const others = await queries
    .from('connections')
    .select(['id', 'name', 'kind'])
    .where('partnership_id', partnershipId === undefined ? 'is' : '=', partnershipId ?? null)
    .execute();
  const same = others.find((other) => other.name === name);
  if (same !== undefined) throw conflict(`Connection ${same.id} has this name. Choose another, or update that one.`);
  const as2 = others.find((other) => other.kind === 'as2');
  if (kind === 'as2' && as2 !== undefined) {
    throw conflict(`The partnership has the AS2 connection ${as2.id}. Update it, or delete it first.`);
  }
}
