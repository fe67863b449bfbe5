import { keepArtifactsAtLeast } from '../../objects/artifact-rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { ClaimFiles, Claims } from '../../store/claim-tables.js';
import { grouped } from '../../store/grouped.js';
import { listOf } from '../../store/value-list.js';
import type { ClaimSettings } from '../payer-routes/claim-settings.js';
import { settingsOfRoutes } from '../payer-routes/settings-of-routes.js';
import { answersUntil } from './deadlines.js';

/**
 * When a claim goes that its payer has since now: not before its answers may have come, however late it was sent. `null`: never.
 * @param claims settings of its route.
 */
export function expiryOf(
  { expires_at, route_id }: Pick<Claims, 'expires_at' | 'route_id'>,
  claims: ClaimSettings | undefined,
  now: number,
): number | null {
  if (expires_at === null || route_id === null) return expires_at;
  const until = answersUntil(now, claims);
  return Number(expires_at) < until ? until : expires_at;
}

/** Writes that down of claims, and of their documents. */
export async function keepClaimsForAnswers(
  queries: AccountQueries,
  claims: readonly Pick<Claims, 'id' | 'expires_at'>[],
): Promise<void> {
  const byTime = grouped(claims, ({ expires_at }) => Number(expires_at));
  for (const [until, some] of byTime) {
    const ids = some.map(({ id }) => id);
    await queries.update('claims').set({ expires_at: until }).where('id', 'in', listOf(queries.tx, ids)).execute();
    await keepArtifactsAtLeast(queries, ids, until);
  }
}

/** The same of a file that is SENT since now, by whose numbers its answers are tied to its claims. */
export async function keepFileForAnswers(
  queries: AccountQueries,
  { id, route_id, expires_at }: Pick<ClaimFiles, 'id' | 'route_id' | 'expires_at'>,
  now: number,
): Promise<void> {
  if (expires_at === null) return;
  const settings = await settingsOfRoutes(queries.tx, [route_id]);
  const until = Math.max(Number(expires_at), answersUntil(now, settings.get(route_id)));
  await queries.update('claim_files').set({ expires_at: until }).where('id', '=', id).execute();
  await keepArtifactsAtLeast(queries, [id], until);
}
