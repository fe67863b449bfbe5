import type { AccountQueries } from '../../store/account-queries.js';
import type { TransactionSettings } from '../../store/tables.js';
import { kindsOf } from '../connections/kind-by-id.js';
import type { OutboundSetting } from './schemas.js';
import { presentOutbound } from './shown.js';

/** An outbound setting, with the type of its connection. */
export async function presentedOutbound(queries: AccountQueries, row: TransactionSettings): Promise<OutboundSetting> {
  const kinds = await kindsOf(queries, [row.connection_id]);
  return presentOutbound(row, kinds.get(row.connection_id ?? ''));
}
