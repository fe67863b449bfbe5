import type { Platform } from '../../platform.js';
import { conflict, denied, inUse } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { kindOf } from './kinds/kind-table.js';
import { neededBy } from './needed-by.js';
import { endPolling } from './polling.js';

/** @throws Problem `denied` for a connection of the operator's; `conflict` while it is referred to, with by what, delivers, or has files in work. */
export async function deleteConnection(
  { secrets }: Pick<Platform, 'secrets'>,
  queries: AccountQueries,
  connection: Connections,
): Promise<void> {
  const { id } = connection;
  if (kindOf(connection).madeBy === 'operator') {
    throw denied("The connection is in the operator's configuration, and is removed there.");
  }
  const { settings, partnerships, isDelivering, isReceiving } = await neededBy(queries, id);
  const errors = [
    ...settings.map((one) => ({ message: `Setting ${one.id} of partnership ${one.partnership_id} sends over it.` })),
    ...partnerships.map((one) => ({ message: `Acknowledgments of partnership ${one.partnership_id} go over it.` })),
  ];
  if (errors.length > 0) {
    throw inUse('The connection is in use. Change what refers to it first.', errors);
  }
  if (isDelivering) {
    throw conflict('Files are being delivered over the connection. Delete it when they are through.');
  }
  // What a partner was told is here could never be processed.
  if (isReceiving) {
    throw conflict(
      'Files that came in over the connection are being processed. Disable it, and delete it when they are through.',
    );
  }
  await queries.delete('connections').where('id', '=', id).execute();
  await endPolling(queries, id);
  await secrets.delete(queries, { purpose: 'connection', ownerId: id });
}
