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

/** A setting as an interchange that is sent needs it. */
export type LoadedSetting = Pick<TransactionSettings, (typeof COLUMNS)[number]>;

// Asked by every request: prepared, since building it costs more than running it.
const settingRow = preparedQuery((tx, accountId: string, partnershipId: string, id: string) =>
  tx
    .selectFrom('transaction_settings')
    .where('account_id', '=', accountId)
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .select(COLUMNS),
);

/** The settings of these ids, of either direction; what is not there is not in the list. One statement text, however many ids. */
export async function loadSettings(
  queries: AccountQueries,
  partnershipId: string,
  ids: readonly string[],
): Promise<readonly LoadedSetting[]> {
  const [only] = ids;
  // Nearly always: groups of one set have one setting.
  if (only !== undefined && ids.length === 1) {
    return settingRow(queries.tx, queries.accountId, partnershipId, only);
  }
  const all = queries.from('transaction_settings').where('partnership_id', '=', partnershipId).select(COLUMNS);
  const wanted = new Set(ids);
  return (await all.execute()).filter(({ id }) => wanted.has(id));
}
