import { invalid } from '../problems.js';
import type { OutboundConnectionIn } from '../resources/connections/outbound-connection.js';
import { connectionNamed } from '../resources/connections/rows.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { ConnectionByName } from './file-schema.js';

/** The reference that requests have for a connection that a file names. @throws Problem `invalid` where there is none. */
export async function connectionOf(
  queries: AccountQueries,
  partnershipId: string,
  named: ConnectionByName | undefined,
): Promise<OutboundConnectionIn | undefined> {
  if (named === undefined) return undefined;
  const { name, global, ...rest } = named;
  const found = await connectionNamed(queries, global === true ? undefined : partnershipId, name);
  if (found === undefined)
    throw invalid(`There is no connection ${name}${global === true ? '' : ' of the partnership'}.`);
  return { connectionId: found.id, ...rest };
}
