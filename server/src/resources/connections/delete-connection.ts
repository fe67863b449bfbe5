import type { Services } from '../../exchange/services.js';
import { conflict, denied, inUse } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { partnershipsAcknowledgingOver } from '../partnerships/rows.js';
import { settingsSendingOver } from '../transaction-settings/rows.js';
import { lockConnection } from './lock-connection.js';

/** @throws Problem `denied` for a connection of the operator's; `conflict` while it is referred to, with by what, or delivers. */
export async function deleteConnection(
  { secrets }: Pick<Services, 'secrets'>,
  queries: AccountQueries,
  { id, kind }: Connections,
): Promise<void> {
  if (kind === 'folder') throw denied("The connection is in the operator's configuration, and is removed there.");
  await lockConnection(queries, id);
  const settings = await settingsSendingOver(queries, id);
  const partnerships = await partnershipsAcknowledgingOver(queries, id);
  const errors = [
    ...settings.map((one) => ({ message: `Setting ${one.id} of partnership ${one.partnership_id} sends over it.` })),
    ...partnerships.map((one) => ({ message: `Acknowledgments of partnership ${one.partnership_id} go over it.` })),
  ];
  if (errors.length > 0) {
    throw inUse('The connection is in use. Change what refers to it first.', errors);
  }
  if (await isDelivering(queries, id)) {
    throw conflict('Files are being delivered over the connection. Delete it when they are through.');
  }
  await queries.delete('connections').where('id', '=', id).execute();
  await secrets.delete(queries, { purpose: 'connection', ownerId: id });
}

/** Lanes of deliveries begin with the connection; `;` is the character after `:`. */
async function isDelivering(queries: AccountQueries, id: string): Promise<boolean> {
  const job = await queries
    .from('jobs')
    .select('id')
    .where('lane', '>=', `deliver:${id}:`)
    .where('lane', '<', `deliver:${id};`)
    .where('state', '<>', 'failed')
    .executeTakeFirst();
  return job !== undefined;
}
