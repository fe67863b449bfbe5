import { isoTime } from '../../clock.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { kindOf } from './kinds/kind-table.js';
import type { AnyConnection } from './schemas.js';
import { settingsOf } from './settings-of.js';

type Needs = Pick<Platform, 'secrets'>;

/** A connection with the names of its secrets, never their values. */
export async function showConnection(
  { secrets }: Needs,
  queries: AccountQueries,
  row: Connections,
): Promise<AnyConnection> {
  return showWith(row, await secrets.names(queries, { purpose: 'connection', ownerId: row.id }));
}

/** The same for many, by one query. */
export async function showConnections(
  { secrets }: Needs,
  queries: AccountQueries,
  rows: readonly Connections[],
): Promise<readonly AnyConnection[]> {
  const ids = rows.map(({ id }) => id);
  const names = await secrets.namesOf(queries, 'connection', ids);
  return rows.map((row) => showWith(row, names.get(row.id) ?? []));
}

function showWith(row: Connections, secrets: readonly string[]): AnyConnection {
  return {
    connectionId: row.id,
    connectionType: row.kind,
    name: row.name,
    enabled: row.enabled === 1,
    test: row.test === 1,
    status: 'Available',
    // Where the operator keeps something is the operator's.
    ...(kindOf(row).madeBy === 'operator' ? {} : settingsOf(row)),
    secrets: [...secrets].sort(),
    ...(row.last_poll_at === null ? {} : { lastPollAt: isoTime(row.last_poll_at) }),
    ...(row.poll_trouble === null ? {} : { pollTrouble: row.poll_trouble }),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
