import type { Clock } from '../../clock.js';
import { conflict, Problem } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Store, Transaction } from '../../store/store.js';
import type { Connections } from '../../store/tables.js';
import { keepDirectories } from '../buckets/directories.js';
import type { ConnectionKind } from './kinds/kind.js';
import { KINDS, kindOf } from './kinds/kind-table.js';
import { settingsOf } from './settings-of.js';

/** Rows that are looked at together. */
const PAGE = 200;

/** `connections.inbound_place` of a connection with these settings. */
export function inboundPlaceOf(kind: ConnectionKind, settings: Readonly<Record<string, unknown>>): string | null {
  return kind.placesOf?.(settings).inbound ?? null;
}

/**
 * What is put into a place comes in over one connection: no two that are enabled have the same. The bucket of the place is locked, so that
 * nobody else takes it until the commit.
 * @throws Problem `conflict`.
 */
export async function demandFreePlace(
  queries: AccountQueries,
  { inbound_place, enabled }: Pick<Connections, 'inbound_place' | 'enabled'>,
  ownId?: string,
): Promise<void> {
  if (inbound_place === null || enabled === 0) return;
  const other = await holderOf(queries, inbound_place, ownId);
  if (other === undefined) return;
  throw conflict(
    `Files that come into this inbound directory are taken over connection ${other}. Choose another directory, or disable that connection.`,
  );
}

async function holderOf(queries: AccountQueries, place: string, ownId = ''): Promise<string | undefined> {
  const row = await queries
    .from('connections')
    .select('id')
    .where('inbound_place', '=', place)
    .where('enabled', '=', 1)
    .where('id', '<>', ownId)
    .executeTakeFirst();
  return row?.id;
}

/** Makes the directories of a connection in its bucket: partners look for them before a file is there. */
export async function keepPlaces(
  queries: AccountQueries,
  clock: Clock,
  kind: ConnectionKind,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const bucket = kind.bucketOf?.(settings);
  const directories = kind.placesOf?.(settings).directories;
  if (bucket !== undefined && directories !== undefined) await keepDirectories(queries, clock, bucket, directories);
}

/** What a connection that an older release has written cannot have. */
export interface LeftPlace {
  readonly connectionId: string;
  readonly why: string;
}

/**
 * Gives connections that an older release has written their places, at each start: another process of that release may still write some.
 * @returns those that get none, with the reason: their files do not come in.
 */
export async function addMissingPlaces({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): Promise<readonly LeftPlace[]> {
  const left: LeftPlace[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const rows: readonly Connections[] = await store.read((db) => withoutPlace(db, from));
    for (const row of rows) {
      const why = await store.write((tx) => addPlace(new AccountQueries(tx, row.account_id), clock, row));
      if (why !== undefined) left.push({ connectionId: row.id, why });
    }
    after = rows.length === PAGE ? rows.at(-1)?.id : undefined;
  }
  return left;
}

/** Over all accounts, as a start is. Only settings that name a directory have something to be added. */
function withoutPlace(db: Transaction, after: string): Promise<readonly Connections[]> {
  const names = KINDS.filter(({ placesOf }) => placesOf !== undefined).map(({ name }) => name);
  return db
    .selectFrom('connections')
    .selectAll()
    .where('kind', 'in', names)
    .where('inbound_place', 'is', null)
    .where('settings', 'like', '%boundSubdirectory%')
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();
}

async function addPlace(queries: AccountQueries, clock: Clock, row: Connections): Promise<string | undefined> {
  const kind = kindOf(row);
  const settings = settingsOf(row);
  try {
    await keepPlaces(queries, clock, kind, settings);
    const inbound_place = inboundPlaceOf(kind, settings);
    if (inbound_place === null) return undefined;
    await demandFreePlace(queries, { inbound_place, enabled: row.enabled }, row.id);
    await queries
      .update('connections')
      .set({ inbound_place })
      .where('id', '=', row.id)
      .where('settings', '=', row.settings)
      .execute();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
