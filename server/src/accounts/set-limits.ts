import { writeAudit } from '../audit/write-audit.js';
import type { Clock } from '../clock.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { AccountLimits } from './limits.js';

/** Replaces the limits of an account; those left out are the published ones. */
export async function setLimits(queries: AccountQueries, clock: Clock, limits: AccountLimits): Promise<void> {
  await queries.tx
    .updateTable('accounts')
    .set({ limits: JSON.stringify(limits) })
    .where('id', '=', queries.accountId)
    .execute();
  await writeAudit(queries, clock, { action: 'update', objectKind: 'account', objectId: queries.accountId });
}
