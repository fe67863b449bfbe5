import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';

/** What is put into some places comes in over these connections, by the place. */
export interface ReceivingAt {
  readonly enabled: ReadonlyMap<string, Connections>;
  /** Places where a connection would take it that is disabled, and no other. */
  readonly disabled: ReadonlySet<string>;
}

/** By one query, so that a connection that is switched meanwhile is seen once, one way or the other. */
export async function connectionsReceivingAt(queries: AccountQueries, places: readonly string[]): Promise<ReceivingAt> {
  const rows = await queries
    .from('connections')
    .selectAll()
    .where('inbound_place', 'in', listOf(queries.tx, places))
    .execute();
  const enabled = new Map(rows.flatMap((row) => (row.enabled === 1 ? [[row.inbound_place ?? '', row] as const] : [])));
  const disabled = rows.map((row) => row.inbound_place ?? '').filter((place) => !enabled.has(place));
  return { enabled, disabled: new Set(disabled) };
}
