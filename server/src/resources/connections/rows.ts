import type { Caller } from '../../caller.js';
import type { Clock } from '../../clock.js';
import { ulid } from '../../ids.js';
import type { JsonObject } from '../../json.js';
import type { Platform } from '../../platform.js';
import { conflict, denied, invalid, notFound, type Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import { isDuplicate } from '../../store/store.js';
import type { Connections } from '../../store/tables.js';
import { lockPartnership } from '../partnerships/lock-partnership.js';
import { demandFreePlace, inboundPlaceOf, keepPlaces } from './inbound-places.js';
import type { RequestedKind, SplitConnection } from './kinds/kind.js';
import { KIND_NAMES } from './kinds/kind-table.js';
import { lockConnection } from './lock-connection.js';
import { keepPolled, pollJobName } from './polling.js';
import type { GivenConnection } from './schemas.js';
import { settingsOf } from './settings-of.js';
import { splitGiven } from './split-given.js';

type Needs = Pick<Platform, 'clock' | 'secrets' | 'jobs'>;
type Mode = Caller['mode'];

/** Where connections are: those of a partnership, or (`undefined`) those that all partnerships of the account may use. */
export interface ConnectionPlace {
  readonly partnershipId: string | undefined;
  /** Test keys see and make test connections only. */
  readonly mode: Mode;
}

/** A place, and the kind that is made or changed there. */
export interface KindPlace extends ConnectionPlace {
  readonly kind: RequestedKind;
}

/** @throws Problem `invalid`, `denied` for a live connection by a test key, `not-found` for the partnership, `conflict`. */
export async function createConnection(
  services: Needs,
  queries: AccountQueries,
  place: KindPlace,
  given: GivenConnection,
): Promise<Connections> {
  const { clock, secrets } = services;
  const { kind, partnershipId, mode } = place;
  const { name = '', enabled = true, test = mode === 'test' } = given;
  demandMode(mode, test);
  if (partnershipId !== undefined && (await lockPartnership(queries, partnershipId)) === undefined) {
    throw notFound('partnership');
  }
  await demandFree(queries, place, name);
  const split = splitGiven(kind, given);
  await kind.demand(queries, split);
  const columns = columnsOf({ kind, enabled, test, split });
  await demandFreePlace(queries, columns);
  const now = clock.now();
  const row = await queries
    .insert('connections', {
      id: ulid(clock),
      partnership_id: partnershipId ?? null,
      kind: kind.name,
      name,
      ...columns,
      created_at: now,
      updated_at: now,
    })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  // Names of a partnership are given by one at a time, so of those it is not the name.
  if (row === undefined) throw identityTaken(kind) ?? nameTaken();
  await keepPlaces(queries, clock, kind, split.settings);
  await writeSecrets(secrets, queries, row.id, split.secrets);
  await keepPolled(services, queries, row);
  return row;
}

/** Replaces the settings; secrets that are not given stay. @throws as {@link createConnection}. */
export async function updateConnection(
  services: Needs,
  queries: AccountQueries,
  place: KindPlace,
  connectionId: string,
  given: GivenConnection,
): Promise<Connections> {
  return replaceConnection(services, queries, place, await lockedConnection(queries, place, connectionId), given);
}

/**
 * Replaces the settings by what follows from those that stand.
 * @param change gets the settings without secrets, gives them with the secrets that change.
 * @throws as {@link createConnection}, and what `change` throws.
 */
export async function changeConnection(
  services: Needs,
  queries: AccountQueries,
  place: KindPlace,
  connectionId: string,
  change: (settings: JsonObject) => JsonObject,
): Promise<Connections> {
  const before = await lockedConnection(queries, place, connectionId);
  return replaceConnection(services, queries, place, before, change(settingsOf(before)));
}

/** @param before as it was locked. */
async function replaceConnection(
  services: Needs,
  queries: AccountQueries,
  { kind, mode }: KindPlace,
  before: Connections,
  given: GivenConnection,
): Promise<Connections> {
  const { clock, secrets } = services;
  const { name = before.name, enabled = before.enabled === 1, test = before.test === 1 } = given;
  if (name !== before.name) throw invalid('The name of a connection cannot change. Create another connection.');
  demandMode(mode, test);
  const split = splitGiven(kind, given, settingsOf(before));
  await kind.demand(queries, split);
  const columns = columnsOf({ kind, enabled, test, split });
  await demandFreePlace(queries, columns, before.id);
  const row = await queries
    .update('connections')
    .set({ ...columns, updated_at: clock.now() })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw (isDuplicate(error) ? identityTaken(kind) : undefined) ?? error;
    });
  await keepPlaces(queries, clock, kind, split.settings);
  await writeSecrets(secrets, queries, before.id, split.secrets);
  await keepPolled(services, queries, row);
  return row;
}

interface Changing {
  readonly kind: RequestedKind;
  readonly enabled: boolean;
  readonly test: boolean;
  readonly split: SplitConnection;
}

function columnsOf({ kind, enabled, test, split: { settings } }: Changing) {
  const identity = kind.identity?.of(settings) ?? null;
  const inbound_place = inboundPlaceOf(kind, settings);
  const poll_job = pollJobName(kind, enabled, settings);
  const flags = { enabled: Number(enabled), test: Number(test) };
  return { ...flags, settings: JSON.stringify(settings), identity, inbound_place, poll_job };
}

/** Files of the partner up to this instant are taken as picked up. */
export async function setLastPoll(
  queries: AccountQueries,
  clock: Clock,
  { id }: Connections,
  lastPollAt: number,
): Promise<Connections> {
  const row = await queries
    .update('connections')
    .set({ last_poll_at: lastPollAt, poll_after: lastPollAt, updated_at: clock.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound('connection');
  return row;
}

/** A place, and the kind that is looked for there; absent: any. */
type WantedPlace = ConnectionPlace & { readonly kind?: { readonly name: string } | undefined };

/** @throws Problem `not-found`, also where the key may not see it, and for one of another kind. */
export async function findConnection(
  queries: AccountQueries,
  place: WantedPlace,
  connectionId: string,
): Promise<Connections> {
  const row = await queries.from('connections').selectAll().where('id', '=', connectionId).executeTakeFirst();
  return demandThere(row, place);
}

/** As {@link findConnection}, and nobody else changes or deletes it until the commit. */
async function lockedConnection(
  queries: AccountQueries,
  place: WantedPlace,
  connectionId: string,
): Promise<Connections> {
  return demandThere(await lockConnection(queries, connectionId), place);
}

function demandThere(row: Connections | undefined, { partnershipId, kind, mode }: WantedPlace): Connections {
  const isThere = row !== undefined && (row.partnership_id ?? undefined) === partnershipId;
  if (!isThere || (kind?.name ?? row.kind) !== row.kind || !isVisible(row, mode)) throw notFound('connection');
  return row;
}

/** Connections of all partnerships that a key may see, oldest first. */
export async function listGlobalConnections(
  queries: AccountQueries,
  mode: Mode,
  page: AskedPage,
): Promise<Page<Connections>> {
  // A later version may have made some of a kind that is not here: nobody could say what they are.
  const rows = connectionsIn(queries, undefined).selectAll().where('kind', 'in', KIND_NAMES);
  return readPage(mode === 'test' ? rows.where('test', '=', 1) : rows, ['created_at', 'id'], page);
}

/**
 * All connections of a place, oldest first.
 * @param then by what those of one instant are ordered: ids, which are made in order, or names, which are the same on every server.
 */
export async function connectionsAt(
  queries: AccountQueries,
  partnershipId: string | undefined,
  then: 'id' | 'name' = 'id',
): Promise<readonly Connections[]> {
  return connectionsIn(queries, partnershipId).selectAll().orderBy('created_at').orderBy(then).execute();
}

/** The connection of a place that has a name. */
export async function connectionNamed(
  queries: AccountQueries,
  partnershipId: string | undefined,
  name: string,
): Promise<Connections | undefined> {
  return connectionsIn(queries, partnershipId).selectAll().where('name', '=', name).executeTakeFirst();
}

/** What all connections of the account are called, and where they are; by their ids. */
export async function connectionNames(
  queries: AccountQueries,
): Promise<ReadonlyMap<string, Pick<Connections, 'id' | 'name' | 'partnership_id'>>> {
  const rows = await queries.from('connections').select(['id', 'name', 'partnership_id']).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Test keys see test connections only. */
export function isVisible({ test }: Connections, mode: Mode): boolean {
  return mode === 'live' || test === 1;
}

function connectionsIn(queries: AccountQueries, partnershipId: string | undefined) {
  const isGlobal = partnershipId === undefined;
  return queries.from('connections').where('partnership_id', isGlobal ? 'is' : '=', partnershipId ?? null);
}

async function writeSecrets(
  secrets: Platform['secrets'],
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

/** Names tell the connections of a place apart in files; of some kinds a partnership has one at most. */
async function demandFree(queries: AccountQueries, { kind, partnershipId }: KindPlace, name: string): Promise<void> {
  const others = await connectionsIn(queries, partnershipId).select(['id', 'name', 'kind']).execute();
  const same = others.find((other) => other.name === name);
  if (same !== undefined) throw conflict(`Connection ${same.id} has this name. Choose another, or update that one.`);
  const only = kind.onlyOne === undefined ? undefined : others.find((other) => other.kind === kind.name);
  if (only !== undefined) {
    throw conflict(`The partnership has the ${kind.onlyOne} ${only.id}. Update it, or delete it first.`);
  }
}

function nameTaken(): Problem {
  return conflict('A connection of this name was made meanwhile. Choose another name, or update that one.');
}

/** Whose it is, is not said: it may be another account's. */
function identityTaken({ identity }: RequestedKind): Problem | undefined {
  if (identity === undefined) return undefined;
  const { title } = identity;
  return conflict(
    `Another connection of this server has the same ${title}, by which what comes in is assigned. Choose other ${title}.`,
  );
}
