import type { NewJob } from '../../jobs/job.js';
import type { NewArtifact, PreparedArtifact } from '../../objects/artifacts.js';
import { insertClaims, type NewClaim } from '../../resources/claims/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import { expiryAfter } from '../../store/purge.js';
import { type SharedWork, shareWork } from '../../store/shared-work.js';
import { gatherJob, LOOK_MS } from '../claim-files/claim-file-jobs.js';
import { testClaimJobs } from '../payer-simulator/promise-test-answers.js';
import type { Run, Services } from '../services.js';

/*
 * A claim is a row with its documents before it is answered: its request, its 837 and its answer, all of them encrypted whatever the
 * configuration says.
 */

/** When what is written down of a claim now is deleted; `undefined`: never. */
export function claimExpiry({ services: { clock, config } }: Pick<Run, 'services'>): number | undefined {
  return expiryAfter(config.checksRetentionDays, clock.now());
}

/** A document of a claim: X12 as bytes, anything else as JSON. */
export interface ClaimContent {
  /** `request`: as it came in; `output`: its 837; `response`: its answer. */
  readonly usage: 'request' | 'output' | 'response';
  readonly name: string;
  readonly content: unknown;
}

/** The documents of a claim, with their bytes where they belong. */
export function claimArtifacts(
  run: Run,
  claimId: string,
  documents: readonly ClaimContent[],
): Promise<readonly PreparedArtifact[]> {
  const expiresAt = claimExpiry(run);
  return run.services.artifacts.prepare(
    run.caller.accountId,
    documents.map(({ usage, name, content }): NewArtifact => {
      const isX12 = content instanceof Uint8Array;
      return {
        ...{ model: 'claim', ownerId: claimId, usage, name, sealed: true },
        type: isX12 ? 'application/edi-x12' : 'application/json',
        bytes: isX12 ? content : Buffer.from(JSON.stringify(content), 'utf8'),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      };
    }),
  );
}

/** What is written when a claim is taken in. */
export interface KeptClaim {
  readonly row: NewClaim;
  readonly artifacts: readonly PreparedArtifact[];
  /** Seconds for which it may wait for others that go with it. */
  readonly waitSeconds: number;
}

/** Writes a claim down; others of the account that come at the same moment share the commit. */
export function keeping(services: Services, claim: KeptClaim): SharedWork {
  return shareWork(keepAll, claim, services);
}

async function keepAll(queries: AccountQueries, claims: readonly KeptClaim[], services: Services): Promise<void> {
  const { artifacts, clock, config, jobs } = services;
  await Promise.all([
    insertClaims(
      queries,
      clock,
      claims.map(({ row }) => row),
    ),
    artifacts.insert(
      queries,
      claims.flatMap((claim) => claim.artifacts),
    ),
    jobs.enqueue(queries, [
      ...gatherJobsOf(queries.accountId, claims, clock.now()),
      ...testClaimJobs(
        claims.map(({ row }) => row),
        { now: clock.now(), afterMs: config.simulatedClaims.afterMs },
      ),
    ]),
  ]);
}

/** One job for all of the commit that may go together; tests have no route, and none. */
function gatherJobsOf(accountId: string, claims: readonly KeptClaim[], now: number): readonly NewJob[] {
  const leaving = claims.flatMap(({ row: { route_id, type, mode }, waitSeconds }) =>
    typeof route_id !== 'string' || mode === 'test' ? [] : [{ routeId: route_id, type, waitSeconds }],
  );
  return [...grouped(leaving, ({ routeId, type }) => `${routeId} ${type}`).values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const waitMs = Math.min(...some.map(({ waitSeconds }) => waitSeconds)) * 1_000;
    return [gatherJob(accountId, { routeId: first.routeId, type: first.type }, now + Math.min(waitMs, LOOK_MS))];
  });
}
