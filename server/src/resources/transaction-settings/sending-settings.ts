import { invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { prepared } from '../../store/prepared.js';
import type { TransactionSettings } from '../../store/tables.js';
import { lockSetting } from './lock-setting.js';

const COLUMNS = [
  'id',
  'direction',
  'release',
  'transaction_set',
  'guide_id',
  'local_application_id',
  'partner_application_id',
  'connection_id',
  'subdirectory',
  'filename',
] as const;

/** A setting as an interchange that is sent needs it. */
export type SendingSetting = Pick<TransactionSettings, (typeof COLUMNS)[number]>;

// Asked by every request: prepared, since building it costs more than running it.
interface OfPartnership {
  readonly accountId: string;
  readonly partnershipId: string;
  readonly id: string;
}

const settingRow = prepared((tx, { accountId, partnershipId, id }: OfPartnership) =>
  tx
    .selectFrom('transaction_settings')
    .where('account_id', '=', accountId)
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .select(COLUMNS),
);

/** The settings of these ids, of either direction; what is not there is not in the list. One statement text, however many ids. */
export async function sendingSettings(
  queries: AccountQueries,
  partnershipId: string,
  ids: readonly string[],
): Promise<readonly SendingSetting[]> {
  const [only] = ids;
  // Nearly always: groups of one set have one setting.
  if (only !== undefined && ids.length === 1) {
    const { rows } = await settingRow(queries.tx, { accountId: queries.accountId, partnershipId, id: only });
    return rows;
  }
  const all = queries.from('transaction_settings').where('partnership_id', '=', partnershipId).select(COLUMNS);
  const wanted = new Set(ids);
  return (await all.execute()).filter(({ id }) => wanted.has(id));
}

/**
 * Locks a setting, as {@link LOCK} says, before a group of staged transactions refers to it.
 * @throws Problem `not-found`; `invalid` for a setting of inbound transactions.
 */
export async function lockOutboundSetting(queries: AccountQueries, partnershipId: string, id: string): Promise<void> {
  demandOutbound(id, await lockSetting(queries, partnershipId, id));
}

/** @throws Problem as {@link lockOutboundSetting}. @param setting `undefined`: there is none of this id. */
export function demandOutbound<Setting extends Pick<TransactionSettings, 'direction'>>(
  id: string,
  setting: Setting | undefined,
): Setting {
  if (setting === undefined) throw notFound('transaction setting');
  if (setting.direction === 'outbound') return setting;
  throw invalid(`Transaction setting ${id} is for inbound transactions. Name one for outbound.`);
}

/** The settings of a partnership for sending sets of one release. @param transactionSet ST01. */
export function outboundSettings(
  queries: AccountQueries,
  { partnershipId, transactionSet, release }: OutboundSets,
): Promise<readonly SendingSetting[]> {
  return queries
    .from('transaction_settings')
    .where('partnership_id', '=', partnershipId)
    .where('direction', '=', 'outbound')
    .where('transaction_set', '=', transactionSet)
    .where('release', '=', release)
    .select(COLUMNS)
    .orderBy('id')
    .execute();
}

export interface OutboundSets {
  readonly partnershipId: string;
  readonly transactionSet: string;
  readonly release: string;
}
