import { sql } from 'kysely';
import { AccountQueries } from '../store/account-queries.js';
import { grouped } from '../store/grouped.js';
import { sharedWorks } from '../store/shared-work.js';
import type { Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';
import type { JobOutcome } from './job.js';
import { type LeasedJob, payloadText } from './job-rows.js';
import { openLanes } from './lanes.js';
import { lockLeases } from './leases.js';
import { queueName } from './queue-name.js';
import { ownQueue } from './take-over.js';

/** A job and what became of it. */
export interface EndedJob {
  readonly job: LeasedJob;
  readonly outcome: JobOutcome;
}

/**
 * Finishes jobs with what they commit, all in the transaction of the caller. A job that the owner does not lease any more, or leases
 * anew, is left out with all it wanted to write.
 */
export async function finishJobs(
  tx: Transaction,
  { owner, now, ended }: { readonly owner: string; readonly now: number; readonly ended: readonly EndedJob[] },
): Promise<void> {
  const leased = await stillLeased(tx, owner, ended);
  const done = leased.flatMap(({ job, outcome }) => (outcome.kind === 'done' ? job.id : []));
  await Promise.all([
    runCommits(tx, leased),
    remove(tx, done),
    ...leased.map(({ job, outcome }) => {
      if (outcome.kind === 'again') return waitAgain(tx, job, outcome, now);
      return outcome.kind === 'failed' ? keepFailed(tx, job, outcome.error, now) : undefined;
    }),
  ]);
  const lanes = leased.flatMap(({ job }) => job.lane ?? []);
  await openLanes(tx, lanes, now);
}

async function stillLeased(tx: Transaction, owner: string, ended: readonly EndedJob[]): Promise<readonly EndedJob[]> {
  const ids = ended.map(({ job }) => job.id);
  const leases = await lockLeases(tx, owner, ids);
  return ended.filter(({ job }) => leases.get(job.id) === job.lease);
}

async function runCommits(tx: Transaction, leased: readonly EndedJob[]): Promise<void> {
  for (const { job, outcome } of inOrderOfLocks(leased)) {
    if (outcome.commit !== undefined) await outcome.commit(new AccountQueries(tx, job.accountId));
  }
  // Those that share write after those that do not, one statement for all of an account.
  for (const [accountId, ended] of grouped(leased, ({ job }) => job.accountId)) {
    const shared = ended.flatMap(({ outcome }) => outcome.shared ?? []);
    for (const work of sharedWorks(shared)) await work(new AccountQueries(tx, accountId));
  }
}

/** Two processes that lock the same in different orders would wait for each other. Those that lock nothing come first. */
function inOrderOfLocks(leased: readonly EndedJob[]): readonly EndedJob[] {
  const lockOf = ({ outcome: { locks = '' } }: EndedJob): string => locks;
  return [...leased].sort((one, other) => (lockOf(one) < lockOf(other) ? -1 : lockOf(one) > lockOf(other) ? 1 : 0));
}

/** What is done leaves nothing behind: the table is a queue, not a history. */
async function remove(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from jobs where id in ${listOf(tx, ids)}`.execute(tx);
}

async function waitAgain(
  tx: Transaction,
  job: LeasedJob,
  { dueAt, payload, attempt = job.attempt, move }: Extract<JobOutcome, { kind: 'again' }>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({
      state: 'waiting',
      owner: null,
      lease_until: null,
      due_at: Math.trunc(dueAt),
      attempt,
      takeovers: 0,
      queue: move === undefined ? ownQueue : queueName({ ...job, ...move }),
      updated_at: now,
      ...(payload === undefined ? {} : { payload: payloadText(payload) }),
    })
    .where('id', '=', job.id)
    .execute();
}

/** Stays in the table until `retryFailedJobs`, and its lane goes on without it. */
async function keepFailed(tx: Transaction, job: LeasedJob, error: string, now: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ state: 'failed', owner: null, lease_until: null, error, updated_at: now })
    .where('id', '=', job.id)
    .execute();
}
