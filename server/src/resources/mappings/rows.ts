import { sql } from 'kysely';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../clock.js';
import { ulid } from '../../ids.js';
import { conflict, inUse, notFound, Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, mapPage, type Page, readPage } from '../../store/page.js';
import { isDuplicate } from '../../store/store.js';
import type { Mappings } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { destinationsUsing } from '../destinations/destinations-using.js';
import { lockMapping } from './lock-mapping.js';
import { LIVE, type Mapping, type MappingDefinition, type MappingSummary } from './mapping.js';

/** Mappings of one account. */
export const MOST_MAPPINGS = 1_000;

/** Bytes of the definitions on one page of more than one: each stands in the answer twice, and the answer is in memory until it was read. */
const MOST_LISTED_BYTES = 1024 * 1024;

/** A key sees and changes mappings of its own mode; names are of one account over both. */
type Viewer = Pick<Caller, 'mode'>;

/** What the column `definition` holds; only this file reads and writes it. */
type Stored = Omit<MappingDefinition, 'name' | 'type'>;

/**
 * The definition has passed `checkMapping`.
 * @throws Problem `conflict` for a name that is taken, `over-quota` for one mapping too many.
 */
export async function createMapping(
  { queries, clock, mode }: { readonly queries: AccountQueries; readonly clock: Clock } & Viewer,
  definition: MappingDefinition,
): Promise<Mapping> {
  const { count } = await queries
    .from('mappings')
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_MAPPINGS) {
    const text = `An account has at most ${MOST_MAPPINGS} mappings. Delete one that is not used.`;
    throw new Problem('over-quota', text, { code: 'mappings_count_limit_exceeded' });
  }
  await demandFreeName(queries, definition.name);
  const now = clock.now();
  const row = { id: ulid(clock), mode, ...columnsOf(definition), created_at: now, updated_at: now };
  const made = await queries
    .insert('mappings', row)
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) throw nameTaken();
  return mappingOf(made);
}

/** @throws Problem `not-found`. */
export async function findMapping(queries: AccountQueries, viewer: Viewer, id: string): Promise<Mapping> {
  const row = await seenBy(viewer, queries).selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('mapping');
  return mappingOf(row);
}

/** Names of those that are there, by their ids. */
export async function mappingNames(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries
    .from('mappings')
    .select(['id', 'name'])
    .where('id', 'in', listOf(queries.tx, ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The live mapping that the account calls so, if there is one. */
export async function findMappingByName(queries: AccountQueries, name: string): Promise<Mapping | undefined> {
  const row = await seenBy(LIVE, queries).selectAll().where('name', '=', name).executeTakeFirst();
  return row && mappingOf(row);
}

/**
 * Puts a whole definition, which has passed `checkMapping`, in the place of another.
 * @throws Problem `not-found`, `conflict` for a name that another has.
 */
export async function replaceMapping(
  { queries, clock, ...viewer }: { readonly queries: AccountQueries; readonly clock: Clock } & Viewer,
  id: string,
  definition: MappingDefinition,
): Promise<Mapping> {
  await findMapping(queries, viewer, id);
  await demandFreeName(queries, definition.name, id);
  const row = await queries
    .update('mappings')
    .set({ ...columnsOf(definition), updated_at: clock.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch((error: unknown) => {
      // Another was given the name at this moment.
      throw isDuplicate(error) ? nameTaken() : error;
    });
  if (row === undefined) throw notFound('mapping');
  return mappingOf(row);
}

/** @throws Problem `not-found`; `conflict` while destinations use it, with which. */
export async function deleteMapping(queries: AccountQueries, viewer: Viewer, id: string): Promise<void> {
  // From here on nobody can begin to refer to it.
  if ((await lockMapping(queries, viewer, id)) === undefined) throw notFound('mapping');
  const destinations = await destinationsUsing(queries, id);
  if (destinations.length > 0) {
    const errors = destinations.map((one) => ({ message: `What goes to destination ${one} is made by it.` }));
    throw inUse('The mapping is in use. Give its destinations another one, or `mappingId` null.', errors);
  }
  await queries.delete('mappings').where('id', '=', id).execute();
}

/** Oldest first; ids are in the order of their making. A page ends sooner where definitions are large: a hundred of them may have 120 MB. */
export async function listMappings(queries: AccountQueries, viewer: Viewer, page: AskedPage): Promise<Page<Mapping>> {
  const sized = seenBy(viewer, queries).select(['id', sql<number>`octet_length(definition)`.as('bytes')]);
  const { items, next } = await readPage(sized, ['id'], page);
  let bytes = 0;
  const beyond = items.findIndex((item, index) => {
    bytes += Number(item.bytes);
    return bytes > MOST_LISTED_BYTES && index > 0;
  });
  const ids = (beyond === -1 ? items : items.slice(0, beyond)).map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) return { items: [] };
  const rows = await queries.from('mappings').selectAll().where('id', 'in', ids).orderBy('id').execute();
  const rest = beyond === -1 ? next : [last];
  return { items: rows.map(mappingOf), ...(rest === undefined ? {} : { next: rest }) };
}

/** The same without the definitions. */
export async function listMappingSummaries(
  queries: AccountQueries,
  viewer: Viewer,
  page: AskedPage,
): Promise<Page<MappingSummary>> {
  const summaries = seenBy(viewer, queries).select(['id', 'name', 'type', 'created_at', 'updated_at']);
  return mapPage(await readPage(summaries, ['id'], page), summaryOf);
}

function seenBy({ mode }: Viewer, queries: AccountQueries) {
  return queries.from('mappings').where('mode', '=', mode);
}

/** @param id of the mapping that may have the name already. @throws Problem `conflict`. */
async function demandFreeName(queries: AccountQueries, name: string, id?: string): Promise<void> {
  const taken = await queries.from('mappings').select('id').where('name', '=', name).executeTakeFirst();
  if (taken !== undefined && taken.id !== id) throw nameTaken();
}

function nameTaken(): Problem {
  return conflict('Another mapping has this name. Choose another.', 'entity_already_exists');
}

function columnsOf({ name, type, ...stored }: MappingDefinition): Pick<Mappings, 'name' | 'type' | 'definition'> {
  const { mapping, source, target, lookup_tables } = stored;
  return { name, type, definition: JSON.stringify({ mapping, source, target, lookup_tables } satisfies Stored) };
}

function mappingOf(row: Mappings): Mapping {
  // Written by `columnsOf`.
  const { lookup_tables = [], ...stored } = JSON.parse(row.definition) as Stored;
  return { ...summaryOf(row), ...stored, lookup_tables };
}

function summaryOf(row: Omit<Mappings, 'account_id' | 'definition' | 'mode'>): MappingSummary {
  const { id, name, created_at: createdAt, updated_at: updatedAt } = row;
  // Only checked definitions are written.
  return { id, name, type: row.type as Mapping['type'], createdAt, updatedAt };
}
