import type { Caller } from '../../caller.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { KIND_NAMES, KINDS } from './kinds/kind-table.js';
import { connectionsAt, isVisible } from './rows.js';
import type { AnyConnection } from './schemas.js';
import { showConnections } from './shown.js';

/**
 * The connections of a partnership that a key may see, under the names of their kinds' lists. Kinds without any have an
 * empty list; what a later version has made, of a kind that is not here, is in none.
 */
export async function listsByKind(
  services: Pick<Platform, 'secrets'>,
  queries: AccountQueries,
  partnershipId: string,
  mode: Caller['mode'],
): Promise<Readonly<Record<string, readonly AnyConnection[]>>> {
  const rows = (await connectionsAt(queries, partnershipId)).filter(
    (row) => KIND_NAMES.includes(row.kind) && isVisible(row, mode),
  );
  const shown = await showConnections(services, queries, rows);
  return Object.fromEntries(
    KINDS.map(({ name, list }) => [list, shown.filter(({ connectionType }) => connectionType === name)]),
  );
}
