import { dropBehind } from '../../jobs/drop-behind.js';
import { hurryJob } from '../../jobs/hurry-job.js';
import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { outputsOfClaims } from '../../objects/artifact-rows.js';
import { type Gathering, waitingClaims } from '../../resources/claims/waiting.js';
import { claimSettingsOf, settingsOf } from '../../resources/payer-routes/columns.js';
import { findRoute } from '../../resources/payer-routes/rows.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Services } from '../services.js';
import { CLAIMS_GATHER, gatheringOf, waitJob } from './claim-file-jobs.js';
import { writeClaimFiles } from './write-claim-files.js';
import type { FileLimits, GatheredClaim } from './writing.js';

/**
 * Writes claims that wait into files: all of them where the route lets none wait, else those that make a full file, and the others once the oldest
 * has waited for long enough. What nothing is left to do for costs two reads.
 */
export function createGatherClaimsJob(services: Services): JobHandler {
  return async (job, signal) => {
    await dropBehind(services.store, job);
    const gathering = gatheringOf(job);
    for (;;) {
      signal.throwIfAborted();
      const limits = await limitsOf(services, gathering.routeId);
      const waiting = await readRows(services.store, job.accountId, (queries) => gathered(queries, gathering, limits));
      const [oldest] = waiting;
      if (oldest === undefined) return { kind: 'done' };
      const { portion, isFull } = portionOf(waiting, limits);
      const dueAt = Number(oldest.created_at) + limits.waitSeconds * 1_000;
      if (!isFull && dueAt > services.clock.now()) return lookAgain(services, job, dueAt);
      await writeClaimFiles({ services, accountId: job.accountId, gathering, limits, signal }, portion);
    }
  };
}

/** Milliseconds after which it is tried again to write claims into files that could not be each time, or that processes have died of. */
const AFTER_FAILURES_MS = 10 * 60_000;

/**
 * A job that has failed each time goes on later: kept for an operator it would be dropped after some days, and claims that wait for a file are
 * in no list that anybody could have them go on from.
 */
export function giveUpGatheringClaims({ clock, log }: Pick<Services, 'clock' | 'log'>): GiveUpJob {
  return async (job, why) => {
    const { routeId: route, type } = gatheringOf(job);
    log.error({ account: job.accountId, route, type, why }, 'Claims that wait cannot be written into files.');
    return { kind: 'again', dueAt: clock.now() + AFTER_FAILURES_MS, attempt: 0 };
  };
}

/** As the route is now; what it leaves open, and where it is gone: as by default. */
async function limitsOf({ store }: Services, routeId: string): Promise<FileLimits & { readonly waitSeconds: number }> {
  const route = await store.read((db) => findRoute(db, 'id', routeId));
  return claimSettingsOf(route === undefined ? {} : settingsOf(route));
}

/** The first of those that wait, with where their 837s are. */
async function gathered(
  queries: AccountQueries,
  gathering: Gathering,
  { perFile }: FileLimits,
): Promise<readonly GatheredClaim[]> {
  const claims = await waitingClaims(queries, gathering, perFile);
  const documents = await outputsOfClaims(
    queries,
    claims.map(({ id }) => id),
  );
  return claims.map((claim) => ({ ...claim, document: documents.get(claim.id) }));
}

/** The first claims that may go together, one at least; full where more would not go with them. */
function portionOf(waiting: readonly GatheredClaim[], { perFile, mostBytes }: FileLimits) {
  let bytes = 0;
  const end = waiting.findIndex(({ document }) => {
    bytes += Number(document?.size ?? 0);
    return bytes > mostBytes;
  });
  if (end < 0) return { portion: waiting, isFull: waiting.length >= perFile };
  return { portion: waiting.slice(0, Math.max(1, end)), isFull: true };
}

/** One job waits for the oldest; it is set forward where another has become that. */
function lookAgain({ jobs }: Services, job: Job, dueAt: number): JobOutcome {
  const waiting = waitJob(job.accountId, gatheringOf(job), dueAt);
  const { lane } = waiting;
  if (job.lane === lane) return { kind: 'again', dueAt, attempt: 0 };
  return {
    kind: 'done',
    commit: async (queries) => {
      const found = await hurryJob(queries, { lane, kind: CLAIMS_GATHER, isIt: () => true, now: dueAt });
      if (found !== 'hurried') await jobs.enqueue(queries, waiting);
    },
  };
}
