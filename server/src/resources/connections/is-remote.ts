import type { AccountQueries } from '../../store/account-queries.js';
import { leadsElsewhere } from './kinds/kind-table.js';
import { sendingConnection } from './sending-connection.js';

/** Whether a connection of the account leads to another machine. One that is gone leads nowhere: its delivery says so. */
export async function isRemote(queries: AccountQueries, connectionId: string): Promise<boolean> {
  const connection = await sendingConnection(queries, connectionId);
  return connection !== undefined && leadsElsewhere(connection);
}
