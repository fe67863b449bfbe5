import type { ClaimType } from 'ediloom/claims';
import { connectionsWithIds } from '../../resources/connections/sending-connection.js';
import { type ClaimCarrier, findCarrier, findClaimCarrier } from '../../resources/payer-routes/carrier.js';
import { settingsOf, transactionsOf } from '../../resources/payer-routes/columns.js';
import { payersOf } from '../../resources/payer-routes/rows.js';
import type { StoredSettings } from '../../resources/payer-routes/schemas.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import type { Transaction } from '../../store/store.js';
import { claimRelease } from '../claims/claim-engines.js';
import { CLAIM_TRANSACTION } from '../claims/claim-way.js';
import { checkConnection } from '../transports/check-connection.js';
import type { TransportServices } from '../transports/open-transport.js';
import type { RouteCheck } from './route-kind.js';

/** An operator who has set a partnership to T may think that nothing real leaves. */
const AS_PRODUCTION = ' Its interchangeUsageIndicator is not P: claims go as P all the same, as tests never leave.';

/**
 * Tries a route whose files a partnership carries: that it is there with the ids of the route, that it has a setting for each type of claims
 * that the route takes, and that the connections of these are reached. Nothing is sent.
 */
export async function checkCarrier(services: TransportServices, row: PayerRoutes): Promise<RouteCheck> {
  const settings = settingsOf(row);
  const found = await services.store.read(async (db) => {
    const carrier = await findCarrier(db, settings);
    if ('message' in carrier) return carrier;
    const carriers: ClaimCarrier[] = [];
    for (const type of await typesOf(db, row.id, settings)) {
      const one = await findClaimCarrier(db, settings, claimRelease(type));
      if ('message' in one) return one;
      carriers.push(one);
    }
    const ids = carriers.map(({ connection }) => connection.id);
    const connections = await connectionsWithIds(new AccountQueries(db, carrier.accountId), ids);
    return { connections, usage: carrier.partnership.usageIndicator };
  });
  if ('message' in found) return { ok: false, text: found.message };
  const { connections, usage } = found;
  if (connections.length === 0) {
    return { ok: false, text: 'The partnership is there, but no payer of the route has claims: give transactions.' };
  }
  const reports = await Promise.all(connections.map((connection) => checkConnection(services, connection)));
  const [failed] = reports.flatMap(({ steps }, place) =>
    steps.flatMap(({ ok, text = '' }) => (ok ? [] : [`Connection ${connections[place]?.id}: ${text}`])),
  );
  if (failed !== undefined) return { ok: false, text: failed };
  const ids = connections.map(({ id }) => id).join(', ');
  return {
    ok: true,
    text: `The partnership is there, and connection ${ids} is reached.${usage === 'P' ? '' : AS_PRODUCTION}`,
  };
}

/** Types of claims that a route takes. */
async function typesOf(db: Transaction, routeId: string, { catchAll }: StoredSettings): Promise<readonly ClaimType[]> {
  const payers = await payersOf(db, routeId);
  const taken = new Set<string>([...(catchAll?.transactions ?? []), ...payers.flatMap(transactionsOf)]);
  // The keys of the table.
  const types = Object.keys(CLAIM_TRANSACTION) as ClaimType[];
  return types.filter((type) => taken.has(CLAIM_TRANSACTION[type]));
}
