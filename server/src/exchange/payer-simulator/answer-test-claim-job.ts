import type { Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { artifactsOfClaim } from '../../objects/artifact-rows.js';
import { Problem } from '../../problems.js';
import { insertReport } from '../../resources/claim-answers/reports.js';
import { findClaim } from '../../resources/claims/find-claim.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';
import { applyToClaims } from '../claim-answers/write-outcomes.js';
import type { Services } from '../services.js';
import { answerClaims } from './answer-claims.js';
import { comesNext } from './due-answers.js';
import { type ReadTestAnswer, readTestAnswer } from './read-test-answer.js';

const DONE: JobOutcome = { kind: 'done' };

/**
 * Answers a claim that is a test as its payer would, from its 837 as it is stored; no byte of either leaves the server. What is answered at one time is applied by one
 * commit, with how far it has come: a run that was killed is begun again from there.
 */
export function createTestClaimJob(services: Services): JobHandler {
  return async (job) => {
    const { clock, config } = services;
    const found = await claimOf(services, job);
    // It is gone, as its time has passed; and what is no test is its payer's to answer.
    if (found === undefined || found.row.mode !== 'test') return DONE;
    const { row, x12 } = found;
    const at = Number(row.created_at) + config.simulatedClaims.afterMs;
    const answered = await answerClaims(x12, {
      ...{ engines: services.claims.engines, at },
      pieces: (bytes) => services.heavyTurns.pieces(job.accountId, bytes),
    });
    if (answered === undefined) throw new Error('The 837 of a claim cannot be read.');
    const { answers } = answered;
    const next = comesNext(answers, job, { at, now: clock.now() });
    const read: ReadTestAnswer[] = [];
    for (const answer of next.answers) {
      read.push(await readTestAnswer(services, { row, x12, answer, place: answers.indexOf(answer) + 1 }));
    }
    const commit = (queries: AccountQueries) => apply(services, queries, row, read);
    if (next.dueAt === undefined) return { kind: 'done', commit };
    return { kind: 'again', dueAt: next.dueAt, payload: { claimId: row.id, done: next.done }, attempt: 0, commit };
  };
}

/** A claim with its 837. */
async function claimOf(
  { store, artifacts }: Services,
  { accountId, payload }: Job,
): Promise<{ readonly row: Claims; readonly x12: Uint8Array } | undefined> {
  // `testClaimJobs` has written it.
  const { claimId } = payload as { readonly claimId: string };
  try {
    const { row, document } = await readRows(store, accountId, async (queries) => {
      const row = await findClaim(queries, { mode: 'test' }, claimId);
      const documents = await artifactsOfClaim(queries, claimId);
      return { row, document: documents.find(({ usage }) => usage === 'output') };
    });
    return document === undefined ? undefined : { row, x12: await artifacts.read(document) };
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return undefined;
    throw error;
  }
}

async function apply(
  services: Services,
  queries: AccountQueries,
  { id: claimId, created_at }: Claims,
  read: readonly ReadTestAnswer[],
): Promise<void> {
  const receivedAt = services.clock.now();
  const claim = { accountId: queries.accountId, claimId, sending: 1, since: Number(created_at) };
  for (const { source, said, report } of read) {
    if (report !== undefined) await insertReport(services.artifacts, queries, report);
    const claims = said.map((one) => ({ claim, said: one }));
    await applyToClaims(services, queries, claims, { source, receivedAt, reportId: report?.row.id });
  }
}
