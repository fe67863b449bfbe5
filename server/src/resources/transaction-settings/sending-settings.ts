import { invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { preparedQuery } from '../../store/prepared-query.js';
import type { TransactionSettings } from '../../store/tables.js';

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

/** A setting as an interchange needs it. */
export type SendingSetting = Pick<TransactionSettings, (typeof COLUMNS)[number]>;

// Asked by every request: prepared, since building it costs more than running it.
const settingRow = preparedQuery((tx, accountId: string, partnershipId: string, id: string) =>
  tx
    .selectFrom('transaction_settings')
    .where('account_id', '=', accountId)
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .select(COLUMNS),
);

/** The settings of these ids; what is not there is not in the list. One statement text, however many ids. */
export async function sendingSettings(
  queries: AccountQueries,
  partnershipId: string,
  ids: readonly string[],
): Promise<readonly SendingSetting[]> {
  const [only] = ids;
  if (only !== undefined && ids.length === 1) {
    return settingRow(queries.tx, queries.accountId, partnershipId, only);
  }
  const all = queries.from('transaction_settings').where('partnership_id', '=', partnershipId).select(COLUMNS);
  const wanted = new Set(ids);
  return (await all.execute()).filter(({ id }) => wanted.has(id));
}

/** @throws Problem `not-found`; `invalid` for a setting of inbound transactions. */
export async function demandOutboundSetting(queries: AccountQueries, partnershipId: string, id: string): Promise<void> {
  const setting = await queries
    .from('transaction_settings')
    .select(['id', 'direction'])
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .executeTakeFirst();
  demandOutbound(id, setting);
}

/** As {@link demandOutboundSetting}, of a setting that was read. @param setting `undefined`: there is none of this id. */
export function demandOutbound<Setting extends Pick<TransactionSettings, 'direction'>>(
  id: string,
  setting: Setting | undefined,
): Setting {
  if (setting === undefined) throw notFound('transaction setting');
  if (setting.direction === 'outbound') return setting;
  throw invalid(`Transaction setting ${id} is for inbound transactions. Name one for outbound.`);
}
