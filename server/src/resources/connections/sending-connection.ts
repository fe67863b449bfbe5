import type { AccountQueries } from '../../store/account-queries.js';
import { prepared } from '../../store/prepared.js';
import type { Connections } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';

const COLUMNS = ['id', 'kind', 'name', 'enabled', 'test'] as const;

/** A connection as an interchange that is sent needs it: whether it may go over it. Its settings are read when it is delivered. */
export type SendingConnection = Pick<Connections, (typeof COLUMNS)[number]>;

// Asked by every request: prepared, since building it costs more than running it.
const connectionRow = prepared((tx, { accountId, id }: { readonly accountId: string; readonly id: string }) =>
  tx.selectFrom('connections').where('account_id', '=', accountId).where('id', '=', id).select(COLUMNS),
);

/** @returns `undefined` where the account has no such connection. */
export async function sendingConnection(queries: AccountQueries, id: string): Promise<SendingConnection | undefined> {
  const { rows } = await connectionRow(queries.tx, { accountId: queries.accountId, id });
  return rows[0];
}

/** Those of these ids that are there, in no order: for the deliveries over them. */
export function connectionsWithIds(queries: AccountQueries, ids: readonly string[]): Promise<readonly Connections[]> {
  return queries
    .from('connections')
    .selectAll()
    .where('id', 'in', listOf(queries.tx, [...new Set(ids)]))
    .execute();
}
