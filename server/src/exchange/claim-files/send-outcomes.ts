import type { JobOutcome } from '../../jobs/job.js';
import { type ClaimFileChange, changeClaimFile, type HeldFor } from '../../resources/claims/files.js';
import { afterCommit } from '../../store/after-commit.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import { nextAttemptAt } from '../eligibility-batches/retries.js';
import type { RouteFailure } from '../payer-routes/payer-exchange.js';
import type { Services } from '../services.js';
import { claimFileJob } from './claim-file-jobs.js';
import { claimFileCounter } from './count-claim-file.js';

/** A file that is written, on its way to its payer. */
export interface Outgoing {
  readonly services: Services;
  readonly file: ClaimFiles;
}

/** With pauses of half an hour in the end: about two days. */
const MOST_ATTEMPTS = 100;

/** Once more then, which costs no attempt: a run before this one that was cut off stays known. @param failure what is shown meanwhile. */
export function putOff(outgoing: Outgoing, dueAt: number, failure: string | null): JobOutcome {
  const { handing_since, handed_by } = outgoing.file;
  return again(outgoing, dueAt, { failure, handing_since, handed_by });
}

/**
 * It was not handed over, or is the same file to its receiver when it comes again: later and later, and held in the end.
 * @param handedBy the kind of route by which it may be there all the same.
 */
export async function failed(
  outgoing: Outgoing,
  failure: RouteFailure,
  handedBy = outgoing.file.handed_by,
): Promise<JobOutcome> {
  const { services, file } = outgoing;
  const attempts = Number(file.attempts) + 1;
  if (attempts >= MOST_ATTEMPTS) return held(outgoing, failure, attempts);
  const change = { failure, attempts, handing_since: null, handed_by: handedBy };
  return again(outgoing, nextAttemptAt(services.clock.now(), attempts), change);
}

/** A person is to say what becomes of it: by itself it never goes again. */
export async function held(
  outgoing: Outgoing,
  failure: RouteFailure | HeldFor,
  attempts = Number(outgoing.file.attempts),
): Promise<JobOutcome> {
  const { services, file } = outgoing;
  const { id, account_id: account, route_id: route } = file;
  const count = await claimFileCounter(services, file);
  const told = (): void => {
    count('held');
    services.log.warn(
      { account, file: id, route, failure },
      'a file of claims is held: it may have arrived, or cannot be sent',
    );
  };
  return { kind: 'done', ...changing(outgoing, { state: 'HELD', failure, attempts, handing_since: null }, told) };
}

function again(outgoing: Outgoing, dueAt: number, changed: ClaimFileChange): JobOutcome {
  return { kind: 'again', dueAt, attempt: 0, ...changing(outgoing, changed) };
}

/**
 * In the commit of the job: who has lost its lease changes nothing. Where another run, which was taken for dead, has noted meanwhile that the payer has the
 * file, that stands, and a job goes on with it. @param told what is done once it is so.
 */
function changing(
  { services, file }: Outgoing,
  changed: ClaimFileChange,
  told: () => void = () => undefined,
): Pick<JobOutcome, 'commit'> {
  return {
    commit: async (queries) => {
      const change = { ...changed, updated_at: services.clock.now() };
      if (await changeClaimFile(queries, { id: file.id, from: 'WRITTEN', isUnsent: true }, change)) {
        afterCommit(queries.tx, told);
      } else await services.jobs.enqueue(queries, claimFileJob(file));
    },
  };
}
