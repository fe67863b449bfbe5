import { findRoute } from '../../resources/payer-routes/rows.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import type { Services } from '../services.js';

/** What counts a file for the metrics, by the name of its route: to be called once what came of it is committed. */
export async function claimFileCounter(
  { store, metrics }: Pick<Services, 'store' | 'metrics'>,
  { route_id }: Pick<ClaimFiles, 'route_id'>,
): Promise<(outcome: 'sent' | 'held') => void> {
  const route = await store.read((db) => findRoute(db, 'id', route_id));
  return (outcome) => metrics.claimFile(route?.name ?? GONE, outcome);
}

/** Of a route that is not there any more. */
const GONE = 'gone';
