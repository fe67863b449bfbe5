import { conflict, inUse, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { TransactionSettings } from '../../store/tables.js';
import type { Facts, SettingContext } from './columns.js';

export type Direction = TransactionSettings['direction'];

/** @throws Problem `conflict` where the id is taken, or the partnership has an inbound setting of the same set and release. */
export async function insertSetting(
  queries: AccountQueries,
  { clock, partnershipId }: SettingContext,
  direction: Direction,
  id: string,
  facts: Facts,
): Promise<TransactionSettings> {
  if (direction === 'inbound') await demandOnlyInbound(queries, partnershipId, id, facts);
  const now = clock.now();
  const made = await queries
    .insert('transaction_settings', {
      partnership_id: partnershipId,
      id,
      direction,
      ...facts,
      created_at: now,
      updated_at: now,
    })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined)
    throw conflict('The partnership has a setting of this id. Choose another id, or update that one.');
  return made;
}

/** Replaces all but the id. @throws Problem `not-found`, `conflict`. */
export async function replaceSetting(
  queries: AccountQueries,
  { clock, partnershipId }: SettingContext,
  direction: Direction,
  id: string,
  facts: Facts,
): Promise<TransactionSettings> {
  if (direction === 'inbound') await demandOnlyInbound(queries, partnershipId, id, facts);
  const changed = await queries
    .update('transaction_settings')
    .set({ ...facts, updated_at: clock.now() })
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .where('direction', '=', direction)
    .returningAll()
    .executeTakeFirst();
  if (changed === undefined) throw notFound('transaction setting');
  return changed;
}

// An inbound set must find one setting.
async function demandOnlyInbound(
  queries: AccountQueries,
  partnershipId: string,
  id: string,
  { release, transaction_set }: Facts,
): Promise<void> {
  const other = await queries
    .from('transaction_settings')
    .select('id')
    .where('partnership_id', '=', partnershipId)
    .where('direction', '=', 'inbound')
    .where('release', '=', release)
    .where('transaction_set', '=', transaction_set)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other === undefined) return;
  throw conflict(`Inbound setting ${other.id} is for the same set and release. Update it instead.`);
}

/** @throws Problem `not-found`. */
export async function findSetting(
  queries: AccountQueries,
  partnershipId: string,
  direction: Direction,
  id: string,
): Promise<TransactionSettings> {
  const setting = await queries
    .from('transaction_settings')
    .selectAll()
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .where('direction', '=', direction)
    .executeTakeFirst();
  if (setting === undefined) throw notFound('transaction setting');
  return setting;
}

/** @throws Problem `not-found`; `conflict` while staged transactions wait to be generated with it. */
export async function deleteSetting(
  queries: AccountQueries,
  partnershipId: string,
  direction: Direction,
  id: string,
): Promise<void> {
  await findSetting(queries, partnershipId, direction, id);
  const groups = await queries
    .from('transaction_groups')
    .select('id')
    .where('partnership_id', '=', partnershipId)
    .where('setting_id', '=', id)
    .where('execution_id', 'is', null)
    .limit(100)
    .execute();
  if (groups.length > 0) {
    const errors = groups.map((group) => ({ message: `Transaction group ${group.id} has not been generated.` }));
    throw inUse('The setting is in use. Generate its transaction groups first.', errors);
  }
  await queries
    .delete('transaction_settings')
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .execute();
}

/** Settings that send over a connection, up to a hundred. */
export async function settingsSendingOver(
  queries: AccountQueries,
  connectionId: string,
): Promise<readonly Pick<TransactionSettings, 'partnership_id' | 'id'>[]> {
  return queries
    .from('transaction_settings')
    .select(['partnership_id', 'id'])
    .where('connection_id', '=', connectionId)
    .limit(100)
    .execute();
}

/** The setting of this id, of whatever direction. */
export async function settingWithId(
  queries: AccountQueries,
  partnershipId: string,
  id: string,
): Promise<TransactionSettings | undefined> {
  return queries
    .from('transaction_settings')
    .selectAll()
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The inbound setting for a set of a release: there is one at most. */
export async function inboundSettingFor(
  queries: AccountQueries,
  partnershipId: string,
  { release, transaction_set }: Pick<TransactionSettings, 'release' | 'transaction_set'>,
): Promise<TransactionSettings | undefined> {
  return queries
    .from('transaction_settings')
    .selectAll()
    .where('partnership_id', '=', partnershipId)
    .where('direction', '=', 'inbound')
    .where('release', '=', release)
    .where('transaction_set', '=', transaction_set)
    .executeTakeFirst();
}
