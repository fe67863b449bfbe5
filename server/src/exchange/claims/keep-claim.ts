import type { NewArtifact, PreparedArtifact } from '../../objects/artifacts.js';
import { insertClaims, type NewClaim } from '../../resources/claims/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { DAY_MS } from '../../store/purge.js';
import { type SharedWork, shareWork } from '../../store/shared-work.js';
import type { Run, Services } from '../services.js';

/*
 * A claim is a row with its documents before it is answered: its request, its 837 and its answer, all of them encrypted whatever the
 * configuration says.
 */

/** When what is written down of a claim now is deleted; `undefined`: never. */
export function claimExpiry({ services: { clock, config } }: Run): number | undefined {
  return config.checksRetentionDays === undefined ? undefined : clock.now() + config.checksRetentionDays * DAY_MS;
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
}

/** Writes a claim down; others of the account that come at the same moment share the commit. */
export function keeping(services: Services, claim: KeptClaim): SharedWork {
  return shareWork(keepAll, claim, services);
}

async function keepAll(
  queries: AccountQueries,
  claims: readonly KeptClaim[],
  { artifacts, clock }: Services,
): Promise<void> {
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
  ]);
}
