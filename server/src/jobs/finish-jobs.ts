import { sql } from 'kysely';
import { AccountQueries } from '../store/account-queries.js';
import { grouped } from '../store/grouped.js';
import { sharedWorks } from '../store/shared-work.js';
import type { Store, Transaction } from '../store/store.js';
import { valueList } from '../store/value-list.js';
import { type HeldJob, openLanes } from './claim-jobs.js';
import type { JobOutcome } from './job.js';

/** A job and what became of it. */
export interface EndedJob {
  readonly job: HeldJob;
  readonly outcome: JobOutcome;
}

/**
 * Finishes jobs with what they commit, all in the transaction of the caller. A job that the owner does not hold any more, or holds
 * by a newer lease, is left out with all it wanted to write.
 */
export async function finishJobs(
  tx: Transaction,
  dialect: Store['dialect'],
  { owner, now, ended }: { readonly owner: string; readonly now: number; readonly ended: readonly EndedJob[] },
): Promise<void> {
  const held = await stillHeld(tx, dialect, owner, ended);
  await Promise.all([
    runCommits(tx, held),
    remove(
      tx,
      dialect,
      held.flatMap(({ job, outcome }) => (outcome.kind === 'done' ? job.id : [])),
    ),
    ...held.map(({ job, outcome }) => {
      if (outcome.kind === 'again') return waitAgain(tx, job, outcome, now);
      return outcome.kind === 'failed' ? keepFailed(tx, job, outcome.error, now) : undefined;
    }),
  ]);
  await openLanes(
    tx,
    dialect,
    held.flatMap(({ job }) => job.lane ?? []),
    now,
  );
}

async function stillHeld(
  tx: Transaction,
  dialect: Store['dialect'],
  owner: string,
  ended: readonly EndedJob[],
): Promise<readonly EndedJob[]> {
  const ids = ended.map(({ job }) => job.id);
  // In the order of ids, as everywhere, so that two processes never wait for each other.
  const lock = dialect === 'postgres' ? sql`order by id for update` : sql``;
  const { rows } = await sql<{ readonly id: string; readonly lease: number | string }>`select id, lease from jobs
    where id in (select value from ${valueList(dialect, ids)}) and owner = ${owner} and state = 'running' ${lock}`.execute(
    tx,
  );
  const leases = new Map(rows.map(({ id, lease }) => [id, Number(lease)]));
  return ended.filter(({ job }) => leases.get(job.id) === job.lease);
}

async function runCommits(tx: Transaction, held: readonly EndedJob[]): Promise<void> {
  for (const { job, outcome } of held) {
    if (outcome.commit !== undefined) await outcome.commit(new AccountQueries(tx, job.accountId));
  }
  for (const [accountId, ended] of grouped(held, ({ job }) => job.accountId)) {
    const shared = ended.flatMap(({ outcome }) => outcome.shared ?? []);
    for (const work of sharedWorks(shared)) await work(new AccountQueries(tx, accountId));
  }
}

async function remove(tx: Transaction, dialect: Store['dialect'], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from jobs where id in (select value from ${valueList(dialect, ids)})`.execute(tx);
}

async function waitAgain(
  tx: Transaction,
  job: HeldJob,
  { dueAt, payload, attempt = job.attempt }: Extract<JobOutcome, { kind: 'again' }>,
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
      updated_at: now,
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    })
    .where('id', '=', job.id)
    .execute();
}

async function keepFailed(tx: Transaction, job: HeldJob, error: string, now: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ state: 'failed', owner: null, lease_until: null, error, updated_at: now })
    .where('id', '=', job.id)
    .execute();
}
