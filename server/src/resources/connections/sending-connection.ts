import type { AccountQueries } from '../../store/account-queries.js';
import { prepared } from '../../store/prepared.js';
import type { Connections } from '../../store/tables.js';

/** A connection as an interchange that is sent needs it: whether it may go over it. Its settings are read when it is delivered. */
export type SendingConnection = Pick<Connections, 'id' | 'kind' | 'name' | 'enabled' | 'test'>;

// Asked by every request: prepared, since building it costs more than running it.
const connectionRow = prepared((tx, { accountId, id }: { readonly accountId: string; readonly id: string }) =>
  tx
    .selectFrom('connections')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .select(['id', 'kind', 'name', 'enabled', 'test']),
);

/** @returns `undefined` where the account has no such connection. */
export async function sendingConnection(queries: AccountQueries, id: string): Promise<SendingConnection | undefined> {
  const { rows } = await connectionRow(queries.tx, { accountId: queries.accountId, id });
  return rows[0];
}
