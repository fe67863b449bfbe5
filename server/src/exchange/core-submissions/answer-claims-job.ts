import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { findArtifact } from '../../objects/artifact-rows.js';
import { insertResults, noteResults } from '../../resources/core-submissions/results.js';
import { noteJudged } from '../../resources/core-submissions/rows.js';
import { callerOf } from '../../resources/eligibility-batches/rows.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { CoreSubmissions } from '../../store/core-tables.js';
import { prepareDocument } from '../check-files/submission-documents.js';
import { answerClaims } from '../payer-simulator/answer-claims.js';
import type { ClaimAnswer } from '../payer-simulator/claim-answer.js';
import { comesNext, type DueAnswers } from '../payer-simulator/due-answers.js';
import type { Run, Services } from '../services.js';
import { submissionOf } from './submission-of-job.js';

/** The job that has the payer simulator answer a file of claims that a partner has handed in. */
export const ANSWER_CLAIMS = 'answer-claims';

const DONE: JobOutcome = { kind: 'done' };

/**
 * A time at which something is answered after another, each by one commit, which only the first run makes. What is answered is the same however
 * often it is made: a run that was killed leaves nothing that is seen.
 */
export function createAnswerClaimsJob(services: Services): JobHandler {
  return async (job) => {
    const row = await submissionOf(services, job);
    if (row === undefined) return DONE;
    const run: Run = { services, caller: callerOf(row) };
    const at = Number(row.created_at) + services.config.simulatedClaims.afterMs;
    // The results of a file are there when its time has come, and not before.
    if (services.clock.now() < at) return { kind: 'again', dueAt: at, attempt: 0 };
    const answered = await answersOf(run, row, job);
    if (answered === undefined) return { kind: 'done', commit: (queries) => unreadable(services, queries, row.id) };
    const { answers, accepted, rejected } = answered;
    const next = comesNext(answers, job, { at, now: services.clock.now() });
    const counts = { accepted_count: accepted, rejected_count: rejected };
    const commit = await prepared(run, row, { next, counts, parts: answers.filter(isReport) });
    return next.dueAt === undefined
      ? { kind: 'done', commit }
      : { kind: 'again', dueAt: next.dueAt, payload: { submissionId: row.id, done: next.done }, attempt: 0, commit };
  };
}

/** A file whose process has died of it each time, or that could not be answered each time, is told as one that cannot be read. */
export function giveUpAnswering(services: Services): GiveUpJob {
  return async (job) => {
    const row = await submissionOf(services, job);
    if (row === undefined) return DONE;
    return { kind: 'done', commit: (queries) => unreadable(services, queries, row.id) };
  };
}

async function unreadable({ clock }: Services, queries: AccountQueries, id: string): Promise<void> {
  await noteJudged(queries, id, { state: 'UNREADABLE', updated_at: clock.now() });
}

async function answersOf({ services }: Run, row: CoreSubmissions, { accountId }: Job) {
  const file = await readRows(services.store, accountId, (queries) => findArtifact(queries, row.file_id));
  if (file === undefined) return undefined;
  return answerClaims(await services.artifacts.read(file), {
    engines: services.claims.engines,
    at: Number(row.created_at) + services.config.simulatedClaims.afterMs,
    pieces: (bytes) => services.heavyTurns.pieces(accountId, bytes),
  });
}

interface Prepared {
  readonly next: DueAnswers;
  readonly counts: Pick<CoreSubmissions, 'accepted_count' | 'rejected_count'>;
  /** All 277CAs of the file: the place of one among them is its part. */
  readonly parts: readonly ClaimAnswer[];
}

async function prepared(run: Run, row: CoreSubmissions, { next, counts, parts }: Prepared) {
  const { artifacts, clock } = run.services;
  const document = async (name: string, answer: ClaimAnswer | undefined) =>
    answer && prepareDocument(run, row.id, { usage: 'output', name, bytes: answer.x12, expiresAt: row.expires_at });
  const ofKind = (kind: ClaimAnswer['kind']) => next.answers.find((answer) => answer.kind === kind);
  const [ta1, acknowledgment] = [await document('ta1.edi', ofKind('TA1')), await document('999.edi', ofKind('999'))];
  const reports = await Promise.all(
    next.answers.filter(isReport).map(async (answer) => {
      const part = parts.indexOf(answer);
      return { part, answer, document: await document(`results-${part + 1}.edi`, answer) };
    }),
  );
  // A file that is never answered is judged all the same: nothing else will come.
  const isJudged = ta1 !== undefined || acknowledgment !== undefined || next.dueAt === undefined;
  return async (queries: AccountQueries): Promise<void> => {
    const now = clock.now();
    const documents = [ta1, acknowledgment, ...reports.map((report) => report.document)].flatMap((one) => one ?? []);
    await artifacts.insert(queries, documents);
    if (isJudged) {
      const ids = { ta1_id: ta1?.id ?? null, acknowledgment_id: acknowledgment?.id ?? null };
      await noteJudged(queries, row.id, { state: 'JUDGED', ...ids, ...counts, updated_at: now });
    }
    if (reports.length === 0) return;
    await insertResults(
      queries,
      reports.map(({ part, answer, document }) => ({
        ...{ submission_id: row.id, part, artifact_id: document?.id ?? '' },
        ...{ interchange_number: answer.report?.number ?? 0, group_number: answer.report?.number ?? 0 },
        ...{ set_count: answer.report?.sets ?? 0, created_at: now },
        ...{ acknowledged_at: null, acknowledgment: null, acknowledgment_id: null },
      })),
    );
    await noteResults(queries, row.id, { state: 'WRITTEN', now, expiresAt: row.expires_at });
  };
}

function isReport({ kind }: ClaimAnswer): boolean {
  return kind === '277CA';
}
