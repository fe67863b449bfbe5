import { isoTime } from '../../clock.js';
import type { Services } from '../../exchange/services.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { settingsOf } from './rows.js';
import type { AnyConnection } from './schemas.js';

/** A connection without its secrets, whose names are told. */
export async function presentConnection(
  { secrets }: Pick<Services, 'secrets'>,
  queries: AccountQueries,
  row: Connections,
): Promise<AnyConnection> {
  const names = await secrets.names(queries, { purpose: 'connection', ownerId: row.id });
  return {
    connectionId: row.id,
    connectionType: row.kind,
    name: row.name,
    enabled: row.enabled === 1,
    test: row.test === 1,
    status: 'Available',
    ...(row.kind === 'folder' ? {} : settingsOf(row)),
    secrets: [...names].sort(),
    ...(row.last_poll_at === null ? {} : { lastPollAt: isoTime(row.last_poll_at) }),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
