import type { Services } from '../../exchange/services.js';
import { conflict, denied, inUse } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { ackConfigurationOf } from '../partnerships/configuration.js';
import { lockConnection } from './lock-connection.js';

/** @throws Problem `denied` for a connection of the operator's; `conflict` while it is referred to, with by what, or delivers. */
export async function deleteConnection(
  { secrets }: Pick<Services, 'secrets'>,
  queries: AccountQueries,
  { id, kind }: Connections,
): Promise<void> {
  if (kind === 'folder') throw denied("The connection is in the operator's configuration, and is removed there.");
  await lockConnection(queries, id);
  const errors = [...(await settingsWith(queries, id)), ...(await partnershipsWith(queries, id))];
  if (errors.length > 0) {
    throw inUse('The connection is in use. Change what refers to it first.', errors);
  }
  if (await isDelivering(queries, id)) {
    throw conflict('Files are being delivered over the connection. Delete it when they are through.');
  }
  await queries.delete('connections').where('id', '=', id).execute();
  await secrets.delete(queries, { purpose: 'connection', ownerId: id });
}

async function settingsWith(queries: AccountQueries, id: string) {
  const rows = await queries
    .from('transaction_settings')
    .select(['partnership_id', 'id'])
    .where('connection_id', '=', id)
    .limit(100)
    .execute();
  return rows.map((row) => ({ message: `Setting ${row.id} of partnership ${row.partnership_id} sends over it.` }));
}

async function partnershipsWith(queries: AccountQueries, id: string) {
  const rows = await queries.from('partnerships').selectAll().where('ack_configuration', 'is not', null).execute();
  return rows
    .filter((row) => ackConfigurationOf(row)?.connection?.connectionId === id)
    .map((row) => ({ message: `Acknowledgments of partnership ${row.partnership_id} go over it.` }));
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
