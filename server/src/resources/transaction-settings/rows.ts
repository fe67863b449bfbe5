import { conflict, inUse, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { TransactionSettings } from '../../store/tables.js';
import { openGroupsOf } from '../transaction-groups/open-groups.js';
import type { ChangingColumns, SettingContext } from './changing-columns.js';
import { clashes } from './choose-inbound.js';
import { lockSetting } from './lock-setting.js';

/** Inbound: sets that the partnership receives; outbound: sets that it sends. */
export type Direction = TransactionSettings['direction'];

/** @throws Problem `conflict` where the id is taken, or the partnership has an inbound setting that is for the same groups. */
export async function insertSetting(
  queries: AccountQueries,
  { clock, partnershipId }: SettingContext,
  direction: Direction,
  id: string,
  columns: ChangingColumns,
): Promise<TransactionSettings> {
  if (direction === 'inbound') await demandOnlyInbound(queries, partnershipId, id, columns);
  const now = clock.now();
  const made = await queries
    .insert('transaction_settings', {
      partnership_id: partnershipId,
      id,
      direction,
      ...columns,
      created_at: now,
      updated_at: now,
    })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) {
    throw conflict('The partnership has a setting of this id. Choose another id, or update that one.');
  }
  return made;
}

/** Replaces all but the id and the direction. @throws Problem `not-found`, `conflict`. */
export async function replaceSetting(
  queries: AccountQueries,
  { clock, partnershipId }: SettingContext,
  direction: Direction,
  id: string,
  columns: ChangingColumns,
): Promise<TransactionSettings> {
  if (direction === 'inbound') await demandOnlyInbound(queries, partnershipId, id, columns);
  const changed = await queries
    .update('transaction_settings')
    .set({ ...columns, updated_at: clock.now() })
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .where('direction', '=', direction)
    .returningAll()
    .executeTakeFirst();
  if (changed === undefined) throw notFound('transaction setting');
  return changed;
}

/** An inbound set must find one setting. @throws Problem `conflict` with both. */
async function demandOnlyInbound(
  queries: AccountQueries,
  partnershipId: string,
  id: string,
  columns: ChangingColumns,
): Promise<void> {
  const settings = await inboundOfRelease(queries, partnershipId, columns.release);
  const other = settings.find((one) => one.id !== id && clashes(one, columns));
  if (other === undefined) return;
  const both = `${inWords(columns)} and inbound setting ${other.id} (${inWords(other)})`;
  throw conflict(
    `What comes in would not say which of two settings is meant: ${both}. Update that one, or have each name application ids that the other does not.`,
  );
}

/** An inbound setting by what it is told apart by: `850 004010, GS02 SHOP`. */
export function inWords({
  transaction_set,
  release,
  local_application_id: local,
  partner_application_id: partner,
}: InboundTarget): string {
  const ids = [partner === null ? '' : `, GS02 ${partner}`, local === null ? '' : `, GS03 ${local}`];
  return `${transaction_set} ${release}${ids.join('')}`;
}

/** The setting of this id, of either direction, if there is one. */
export function settingWithId(
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

/** What an inbound setting is told apart by: a partnership has one at most. */
export type InboundTarget = Pick<
  ChangingColumns,
  'transaction_set' | 'release' | 'local_application_id' | 'partner_application_id'
>;

/** The inbound setting of exactly this set, release and application ids. */
export async function inboundSettingFor(
  queries: AccountQueries,
  partnershipId: string,
  { transaction_set: set, release, local_application_id: local, partner_application_id: partner }: InboundTarget,
): Promise<TransactionSettings | undefined> {
  return (await inboundOfRelease(queries, partnershipId, release)).find(
    (one) =>
      one.transaction_set === set && one.local_application_id === local && one.partner_application_id === partner,
  );
}

/** What a partnership receives, oldest first. */
export function inboundSettings(
  queries: AccountQueries,
  partnershipId: string,
): Promise<readonly TransactionSettings[]> {
  return queries
    .from('transaction_settings')
    .selectAll()
    .where('partnership_id', '=', partnershipId)
    .where('direction', '=', 'inbound')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function inboundOfRelease(queries: AccountQueries, partnershipId: string, release: string) {
  return queries
    .from('transaction_settings')
    .selectAll()
    .where('partnership_id', '=', partnershipId)
    .where('direction', '=', 'inbound')
    .where('release', '=', release)
    .execute();
}

/** Both directions, oldest first. */
export function settingsOfPartnership(
  queries: AccountQueries,
  partnershipId: string,
): Promise<readonly TransactionSettings[]> {
  return queries
    .from('transaction_settings')
    .selectAll()
    .where('partnership_id', '=', partnershipId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Those that stand in the way of deleting the partnership: at most 100. */
export function settingsToDelete(
  queries: AccountQueries,
  partnershipId: string,
): Promise<readonly Pick<TransactionSettings, 'id' | 'direction'>[]> {
  return queries
    .from('transaction_settings')
    .select(['id', 'direction'])
    .where('partnership_id', '=', partnershipId)
    .limit(100)
    .execute();
}

type SettingName = Pick<TransactionSettings, 'partnership_id' | 'id'>;

/** Settings that send over a connection: at most 100, which is enough to say what stands in the way of its deletion. */
export function settingsSendingOver(queries: AccountQueries, connectionId: string): Promise<readonly SettingName[]> {
  return namesWhere(queries, 'connection_id', connectionId);
}

/** The same for a guide. */
export function settingsWithGuide(queries: AccountQueries, guideId: string): Promise<readonly SettingName[]> {
  return namesWhere(queries, 'guide_id', guideId);
}

function namesWhere(
  queries: AccountQueries,
  column: 'guide_id' | 'connection_id',
  id: string,
): Promise<readonly SettingName[]> {
  return queries
    .from('transaction_settings')
    .select(['partnership_id', 'id'])
    .where(column, '=', id)
    .limit(100)
    .execute();
}

/** @throws Problem `not-found`, also for a setting of the other direction. */
export async function findSetting(
  queries: AccountQueries,
  partnershipId: string,
  direction: Direction,
  id: string,
): Promise<TransactionSettings> {
  const setting = await settingWithId(queries, partnershipId, id);
  if (setting?.direction !== direction) throw notFound('transaction setting');
  return setting;
}

/** @throws Problem `not-found`; `conflict` while staged transactions wait to be generated with it: `errors` names their groups. */
export async function deleteSetting(
  queries: AccountQueries,
  partnershipId: string,
  direction: Direction,
  id: string,
): Promise<void> {
  const setting = await lockSetting(queries, partnershipId, id);
  if (setting?.direction !== direction) throw notFound('transaction setting');
  const groups = await openGroupsOf(queries, partnershipId, id);
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
