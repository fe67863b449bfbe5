import { findRoute } from '../../resources/payer-routes/rows.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import type { Services } from '../services.js';

/** For the metrics: what came of a file, by the name of its route. */
export async function countClaimFile(
  { store, metrics }: Pick<Services, 'store' | 'metrics'>,
  { route_id }: Pick<ClaimFiles, 'route_id'>,
  outcome: 'sent' | 'held',
): Promise<void> {
  const route = await store.read((db) => findRoute(db, 'id', route_id));
  metrics.claimFile(route?.name ?? GONE, outcome);
}

/** Of a route that is not there any more. */
const GONE = 'gone';
