import { setTimeout as pause } from 'node:timers/promises';
import { auditRow, insertAudit } from '../../audit/write-audit.js';
import type { NewArtifact, PreparedArtifact } from '../../objects/artifacts.js';
import { ObjectStoreError } from '../../objects/object-store.js';
import { Problem } from '../../problems.js';
import { type FinishedCheck, finishChecks } from '../../resources/eligibility-checks/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { expiryAfter } from '../../store/purge.js';
import { type SharedWork, shareWork } from '../../store/shared-work.js';
import { StoreError } from '../../store/store.js';
import type { Run, Services } from '../services.js';
import type { CheckFailure } from './failures.js';

/*
 * A check is a row before its bytes leave, and whole before it is answered: its request, its 270, what the payer sent and what is answered,
 * all of them encrypted whatever the configuration says.
 */

/** Milliseconds for which the last commit of a check is tried again while a store does not answer, and between two tries. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;

/** When what is written down of a check now is deleted; `undefined`: never. */
export function expiryOf({ services: { clock, config } }: Run): number | undefined {
  return expiryAfter(config.checksRetentionDays, clock.now());
}

/** The documents of a check, with their bytes where they belong. */
export function checkArtifacts(
  run: Run,
  ownerId: string,
  documents: readonly (Pick<NewArtifact, 'usage' | 'name'> & { readonly content: unknown })[],
): Promise<readonly PreparedArtifact[]> {
  const expiresAt = expiryOf(run);
  return run.services.artifacts.prepare(
    run.caller.accountId,
    documents.map(({ usage, name, content }): NewArtifact => {
      const isX12 = content instanceof Uint8Array;
      return {
        ...{ model: 'eligibility-check', ownerId, usage, name, sealed: true },
        type: isX12 ? 'application/edi-x12' : 'application/json',
        bytes: isX12 ? content : Buffer.from(JSON.stringify(content), 'utf8'),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      };
    }),
  );
}

/** A payer or gateway mixes answers up: the operator looks into it. */
const FOREIGN: CheckFailure = 'foreign-answer';

interface Finish {
  readonly check: FinishedCheck;
  readonly artifacts: readonly PreparedArtifact[];
}

/** What is written when a check is over; others of the account that end at the same moment share the commit. */
export function finishing(services: Services, finish: Finish): SharedWork {
  return shareWork(finishAll, finish, services);
}

async function finishAll(
  queries: AccountQueries,
  finished: readonly Finish[],
  { artifacts, clock }: Services,
): Promise<void> {
  const ids = await finishChecks(
    queries,
    finished.map(({ check }) => check),
  );
  const first = finished.filter(({ check }) => ids.has(check.id));
  const foreign = first.filter(({ check }) => check.failure === FOREIGN);
  await Promise.all([
    artifacts.insert(
      queries,
      first.flatMap((one) => one.artifacts),
    ),
    insertAudit(
      queries,
      foreign.map(({ check }) =>
        auditRow(clock, { action: 'withhold', objectKind: 'eligibility-check', objectId: check.id }),
      ),
    ),
  ]);
}

/** How a check is committed, and whether it has been. */
export interface Keeping {
  readonly id: string;
  readonly commit: () => Promise<void>;
  /** Whether an earlier commit stands whose end nobody has heard of. */
  readonly isKept: () => Promise<boolean>;
}

/**
 * Commits what a check came to. A store that is gone for a moment is waited for: the answer is here, and the payer is not asked twice.
 * @throws Problem `unavailable` that names the check.
 */
export async function keepAnswer({ id, commit, isKept }: Keeping): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      if (attempt > 1 && (await isKept())) return;
      return await commit();
    } catch (error) {
      if (!isAway(error) || performance.now() > until) {
        throw new Problem(
          'unavailable',
          `What came of the check ${id} could not be stored. It may have been sent; its outcome is unknown, and it is not sent again by itself.`,
          {
            body: { id },
            cause: error,
          },
        );
      }
      await pause(PAUSE_MS);
    }
  }
}

/** Whether the database, or the store of objects, does not answer for the moment. */
function isAway(error: unknown): boolean {
  return (error instanceof StoreError || error instanceof ObjectStoreError) && error.code === 'unavailable';
}
