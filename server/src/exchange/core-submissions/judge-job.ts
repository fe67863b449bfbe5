import type { DroppedJob } from '../../jobs/failed-jobs.js';
import type { GiveUpJob, JobHandler, JobOutcome } from '../../jobs/job.js';
import { findArtifact } from '../../objects/artifact-rows.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { noteJudged, type SubmissionOutcome } from '../../resources/core-submissions/rows.js';
import { originOf } from '../../resources/eligibility-batches/columns.js';
import { callerOf } from '../../resources/eligibility-batches/rows.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import type { CoreSubmissions } from '../../store/core-tables.js';
import { putBackResults, WRITE_RESULTS } from '../check-files/enqueue-results.js';
import { prepareDocument } from '../check-files/submission-documents.js';
import { submissionIdOf } from '../check-files/submission-id.js';
import { type PreparedBatch, prepareBatch } from '../eligibility-batches/submit-batch.js';
import type { Run, Services } from '../services.js';
import { ANSWER_CLAIMS } from './answer-claims-job.js';
import { type JudgedSubmission, judgeSubmission } from './judge-submission.js';
import { submissionOf } from './submission-of-job.js';

/** The job that judges a file of 270s, and makes a batch of what is accepted. */
export const JUDGE_SUBMISSION = 'judge-submission';

const DONE: JobOutcome = { kind: 'done' };

/**
 * Acknowledgments and batch are there by one commit, which only the first run makes: what one that was killed has stored is never seen, and
 * removed later.
 */
export function createJudgeSubmissionJob(services: Services): JobHandler {
  return async (job) => {
    const row = await submissionOf(services, job);
    // Judged already, or removed as its time has passed.
    if (row === undefined || row.state !== 'RECEIVED') return DONE;
    const run: Run = { services, caller: callerOf(row) };
    const file = await readRows(services.store, job.accountId, (queries) => findArtifact(queries, row.file_id));
    const judged = file && (await judgeSubmission(run, await services.artifacts.read(file)));
    if (judged === undefined) await note(services, row, { outcome: unreadable(services) });
    else await keep(run, row, judged);
    return DONE;
  };
}

/** A file whose process has died of it each time, or that could not be judged each time, is told as one that cannot be read. */
export function giveUpSubmission(services: Services): GiveUpJob {
  return async (job) => {
    const row = await submissionOf(services, job);
    if (row !== undefined) await note(services, row, { outcome: unreadable(services) });
    return DONE;
  };
}

/** The same for files whose jobs are dropped: their senders would ask for acknowledgments for ever. */
export async function endDroppedSubmissions(
  services: Pick<Services, 'clock' | 'jobs'>,
  queries: AccountQueries,
  jobs: readonly DroppedJob[],
): Promise<void> {
  for (const job of jobs) {
    if (job.kind === WRITE_RESULTS) await putBackResults(services.jobs, queries, job);
    if (job.kind === JUDGE_SUBMISSION || job.kind === ANSWER_CLAIMS)
      await noteJudged(queries, submissionIdOf(job), unreadable(services));
  }
}

function unreadable({ clock }: Pick<Services, 'clock'>): SubmissionOutcome {
  return { state: 'UNREADABLE', updated_at: clock.now() };
}

async function keep(run: Run, row: CoreSubmissions, judged: JudgedSubmission): Promise<void> {
  const { services } = run;
  const { items, rejected } = judged;
  const prepare = async (name: string, bytes: Uint8Array | undefined): Promise<PreparedArtifact | undefined> => {
    return bytes === undefined ? undefined : prepareDocument(run, row.id, { usage: 'output', name, bytes });
  };
  const [ta1, acknowledgment] = [await prepare('ta1.edi', judged.ta1), await prepare('999.edi', judged.acknowledgment)];
  const batch = items.length === 0 ? undefined : await prepareBatch(run, { items, origin: originOf(row) });
  const outcome: SubmissionOutcome = {
    ...{ state: 'JUDGED', ta1_id: ta1?.id ?? null, acknowledgment_id: acknowledgment?.id ?? null },
    ...{ batch_id: batch?.id ?? null, accepted_count: items.length, rejected_count: rejected },
    updated_at: services.clock.now(),
  };
  await note(services, row, { outcome, documents: [ta1, acknowledgment].flatMap((one) => one ?? []), batch });
}

interface Noted {
  readonly outcome: SubmissionOutcome;
  readonly documents?: readonly PreparedArtifact[];
  readonly batch?: PreparedBatch | undefined;
}

async function note(
  { store, artifacts }: Services,
  { account_id, id }: CoreSubmissions,
  { outcome, documents = [], batch }: Noted,
): Promise<void> {
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, account_id);
    if (!(await noteJudged(queries, id, outcome))) return;
    await artifacts.insert(queries, documents);
    await batch?.commit(queries);
  });
}
