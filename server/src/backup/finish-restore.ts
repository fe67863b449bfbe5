import { listAccounts } from '../accounts/accounts.js';
import { writeAudit } from '../audit/write-audit.js';
import type { Clock } from '../clock.js';
import { ROUTE_SUBMISSION } from '../exchange/check-files/fill-files.js';
import { JUDGE_SUBMISSION } from '../exchange/core-submissions/judge-job.js';
import { DELIVER } from '../exchange/delivery/enqueue-delivery.js';
import { BATCH_CHECK, START_BATCH } from '../exchange/eligibility-batches/start-job.js';
import { REDELIVER } from '../exchange/outbound/request-redelivery.js';
import { holdJobs } from '../jobs/hold-jobs.js';
import { forgetOrphans } from '../objects/orphans.js';
import { endSweepPauses } from '../objects/sweep-pause.js';
import { endAllUploads } from '../resources/buckets/end-uploads.js';
import { holdRestoredClaims } from '../resources/claims/restored.js';
import { holdNumbers, raiseNumbers, releaseNumbers } from '../resources/control-numbers/restored-numbers.js';
import { skipFeedPlaces } from '../resources/feed/skip-places.js';
import { AccountQueries } from '../store/account-queries.js';
import type { Transaction } from '../store/store.js';

/** What only the operator knows of the time between the backup and the restore. */
export interface RestoreChoices {
  /** All counters are raised by so many; `as-is`: nothing was sent since. Absent: nothing is sent until that is said. */
  readonly numbers?: number | 'as-is' | undefined;
  /** What becomes of deliveries, of checks of batches and of claims that were open at the backup, and may have been made after it. */
  readonly deliveries: 'hold' | 'send';
}

export interface RestoredState {
  /** `held`: nothing is sent until the operator has said which numbers were. */
  readonly numbers: 'raised' | 'as-is' | 'held';
  /** Deliveries that wait among the failed jobs. */
  readonly heldDeliveries: number;
  /** Jobs of batches that do. */
  readonly heldChecks: number;
  /** Files of claims that are held. */
  readonly heldClaimFiles: number;
}

const WHY =
  'The store was restored, and this may have been delivered after the backup. Ask the partner; jobs retry delivers it.';
const CHECKS_WHY =
  'The store was restored, and payers may have been asked this after the backup. jobs retry asks it, once more perhaps.';
/** What asks payers that nobody waits for, or makes such: what was asked twice is paid twice. */
const CHECKS = [JUDGE_SUBMISSION, START_BATCH, BATCH_CHECK, ROUTE_SUBMISSION];

/** Makes a state of the past one that can be gone on from. In the transaction that ends a restore. */
export async function finishRestore(
  tx: Transaction,
  { clock, createdAt, numbers, deliveries }: RestoreChoices & { readonly clock: Clock; readonly createdAt: string },
): Promise<RestoredState> {
  await endSweepPauses(tx);
  await skipFeedPlaces(tx);
  await endAllUploads(tx);
  await forgetOrphans(tx);
  if (numbers === undefined) await holdNumbers(tx, createdAt);
  else if (numbers === 'as-is') await releaseNumbers(tx);
  else await raiseNumbers(tx, clock, numbers);
  const isHeld = deliveries === 'hold';
  const heldDeliveries = isHeld ? await holdJobs(tx, clock, [DELIVER, REDELIVER], WHY) : 0;
  const heldChecks = isHeld ? await holdJobs(tx, clock, CHECKS, CHECKS_WHY) : 0;
  const heldClaimFiles = isHeld ? await holdRestoredClaims(tx, clock) : 0;
  for (const { id } of await listAccounts(tx)) {
    await writeAudit(new AccountQueries(tx, id), clock, { action: 'restore', objectKind: 'account', objectId: id });
  }
  return {
    numbers: numbers === undefined ? 'held' : numbers === 'as-is' ? 'as-is' : 'raised',
    heldDeliveries,
    heldChecks,
    heldClaimFiles,
  };
}
