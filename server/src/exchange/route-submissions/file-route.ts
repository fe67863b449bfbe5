import { batchSettingsOf, settingsOf } from '../../resources/payer-routes/columns.js';
import { findRoute } from '../../resources/payer-routes/rows.js';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import type { UnderWay } from './under-way.js';

/** A route as it takes files now. */
export interface FileRoute extends Pick<ServingRoute, 'routeId' | 'version' | 'name'> {
  /** Milliseconds between two looks for results. */
  readonly pollMs: number;
}

/** @returns `undefined` where it takes none any more, or is gone. */
export async function fileRouteOf({ services, file }: UnderWay): Promise<FileRoute | undefined> {
  const row = await services.store.read((db) => findRoute(db, 'id', file.route_id));
  const batch = row && Number(row.enabled) === 1 ? batchSettingsOf(row.kind, settingsOf(row)) : undefined;
  if (row === undefined || batch === undefined) return undefined;
  return { routeId: row.id, version: row.updated_at, name: row.name, pollMs: batch.pollMs };
}
