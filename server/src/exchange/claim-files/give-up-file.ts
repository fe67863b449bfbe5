import { keepArtifactsUntil } from '../../objects/artifact-rows.js';
import { dissolveFile } from '../../resources/claims/held-files.js';
import { AccountQueries } from '../../store/account-queries.js';
import { gatherJob } from './claim-file-jobs.js';
import type { Outgoing } from './send-outcomes.js';

/**
 * Gives a file up of which no byte has left, as its payer was heard to have a claim of it: the others wait for a new one. Its numbers are used up. Who
 * is cut off before does it over.
 */
export async function giveUpFile({ services, file }: Outgoing): Promise<void> {
  const { store, clock, jobs, log } = services;
  const { id, account_id: account, route_id: routeId, type } = file;
  const isGone = await store.write(async (tx) => {
    const queries = new AccountQueries(tx, account);
    const now = clock.now();
    if (!(await dissolveFile(queries, id, now))) return false;
    await keepArtifactsUntil(queries, id, now);
    await jobs.enqueue(queries, gatherJob(account, { routeId, type }, now));
    return true;
  });
  if (!isGone) return;
  jobs.wake();
  log.info({ account, file: id, route: routeId }, 'a file of claims is given up: its payer has one of them already');
}
