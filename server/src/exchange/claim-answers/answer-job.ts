import { isX12Error } from 'ediloom';
import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { findArtifact } from '../../objects/artifact-rows.js';
import { isChangedMeanwhile } from '../../problems.js';
import { findAnswer, speakerOf } from '../../resources/claim-answers/rows.js';
import { readRows } from '../../store/account-queries.js';
import type { ClaimAnswers } from '../../store/claim-answer-tables.js';
import type { Services } from '../services.js';
import type { Answering } from './answering.js';
import { endApplied } from './end-answer.js';
import { AcknowledgedClaims, FileItems } from './file-items.js';
import { NOTHING } from './outcome.js';
import { SentMoments } from './sent-moments.js';
import { type Statement, statementsIn } from './statements.js';
import type { AnswerPayload } from './take-answer.js';
import { tieGroup } from './tie-group.js';
import { tieReport } from './tie-report.js';
import { Ta1s } from './tie-ta1s.js';
import { OutcomeWriter } from './write-outcomes.js';

/** The handler of jobs `claim-answer`: reads an answer, ties what it says to claims, and moves these. */
export function createClaimAnswerJob(services: Services): JobHandler {
  return async (job, signal) => {
    const { answerId } = payloadOf(job);
    const found = await readRows(services.store, job.accountId, async (queries) => {
      const answer = await findAnswer(queries, answerId);
      return { answer, document: answer && (await findArtifact(queries, answer.artifact_id)) };
    });
    const { answer, document } = found;
    if (answer === undefined || answer.state !== 'WAITING') return { kind: 'done' };
    if (document === undefined) return unreadable(services, answer, 'UNREADABLE');
    const speaker = await services.store.read((db) => speakerOf(db, answer));
    const items = new FileItems(services.store);
    const [moments, acknowledged] = [new SentMoments(services), new AcknowledgedClaims()];
    const answering: Answering = { services, answer, speaker, signal, items, moments, acknowledged };
    try {
      return await applied(answering, await services.artifacts.read(document));
    } catch (error) {
      // Another process has begun it meanwhile, and goes on.
      if (isChangedMeanwhile(error)) return { kind: 'again', dueAt: services.clock.now() };
      throw error;
    }
  };
}

/** An answer whose process has died of it each time, or that could not be applied each time, is one that cannot be read. */
export function giveUpClaimAnswer(services: Services): GiveUpJob {
  return async (job) => {
    const answer = await readRows(services.store, job.accountId, (queries) =>
      findAnswer(queries, payloadOf(job).answerId),
    );
    return answer?.state === 'WAITING' ? unreadable(services, answer, 'UNREADABLE') : { kind: 'done' };
  };
}

function payloadOf({ payload }: Pick<Job, 'payload'>): AnswerPayload {
  // Only `prepareClaimAnswer` writes jobs of this kind.
  return payload as AnswerPayload;
}

async function applied(answering: Answering, x12: Uint8Array): Promise<JobOutcome> {
  const { services, answer, signal } = answering;
  const writer = new OutcomeWriter(answering);
  const ta1s = new Ta1s(answering, writer);
  const counts: Counts = { read: 0, passedOver: 0, faultsLeftOut: 0 };
  let isWhole = true;
  try {
    for await (const statement of statementsIn(answering, x12)) {
      signal.throwIfAborted();
      if (statement.kind === 'cut-off' || statement.kind === 'unknown') {
        isWhole = false;
        continue;
      }
      counts[statement.kind === 'other' ? 'passedOver' : 'read']++;
      if (statement.kind === '999') counts.faultsLeftOut += faultsLeftOut(statement);
      if (statement.kind === 'TA1') {
        await ta1s.add(statement);
        continue;
      }
      await ta1s.flush();
      await apply(answering, writer, statement, counts.read);
    }
  } catch (error) {
    // What came before it is whole.
    if (!isX12Error(error)) throw error;
    isWhole = false;
  }
  await ta1s.flush();
  await writer.flush();
  logUnread(answering, counts, isWhole);
  const state = counts.read === 0 ? 'UNREADABLE' : 'READ';
  const isRead = isWhole && counts.read + counts.passedOver > 0;
  return isRead ? ended(services, answer, state) : unreadable(services, answer, state);
}

interface Counts {
  read: number;
  passedOver: number;
  /** Of 999s and 997s: whoever wants them reads the answer. */
  faultsLeftOut: number;
}

function faultsLeftOut({ received }: Extract<Statement, { readonly kind: '999' }>): number {
  return received.acknowledgment.transactions.reduce((sum, { findingsLeftOut = 0 }) => sum + findingsLeftOut, 0);
}

/** What of an answer does nothing to any claim: counts alone, as it may name patients. */
function logUnread({ services: { log }, answer }: Answering, counts: Counts, isWhole: boolean): void {
  const { passedOver, faultsLeftOut } = counts;
  const which = { answer: answer.id, route: answer.route_id };
  if (!isWhole || passedOver > 0) {
    log.warn(
      { ...which, passedOver, isWhole },
      'An answer to claims has what says nothing of them, or what cannot be read.',
    );
  }
  if (faultsLeftOut > 0) {
    log.warn({ ...which, faultsLeftOut }, 'An answer to claims names more faults of sets than are kept as reasons.');
  }
}

async function apply(
  answering: Answering,
  writer: OutcomeWriter,
  statement: Exclude<Statement, { readonly kind: 'cut-off' | 'unknown' | 'TA1' }>,
  ordinal: number,
): Promise<void> {
  if (statement.kind === '999') return writer.add(await tieGroup(answering, statement));
  if (statement.kind === 'other') return writer.add(NOTHING);
  const { outcomes, reports, reportIds } = await tieReport(answering, statement, {
    ordinal,
    isFull: () => writer.isFull,
  });
  await writer.begin(reports, reportIds);
  for await (const outcome of outcomes) await writer.add(outcome);
  await writer.begin([], new Map());
}

/** Somebody is to ask the payer: what it says of claims, or the rest of it, is not known. */
function unreadable(services: Services, { id }: ClaimAnswers, state: 'READ' | 'UNREADABLE'): JobOutcome {
  return { kind: 'done', commit: (queries) => endApplied(services, queries, id, { state, isWhole: false }) };
}

function ended(services: Services, { id }: ClaimAnswers, state: 'READ' | 'UNREADABLE'): JobOutcome {
  return { kind: 'done', commit: (queries) => endApplied(services, queries, id, { state, isWhole: true }) };
}
