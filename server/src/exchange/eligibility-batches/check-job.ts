import type { GiveUpJob, JobHandler, JobOutcome } from '../../jobs/job.js';
import { Problem } from '../../problems.js';
import { beginAttempt, type EndedItem, type FailedAttempt } from '../../resources/eligibility-batches/attempts.js';
import { callerOf, findItem } from '../../resources/eligibility-batches/rows.js';
import { insertChecks } from '../../resources/eligibility-checks/rows.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import { longestOf } from '../eligibility/begin-check.js';
import type { BegunCheck } from '../eligibility/begun-checks.js';
import { newCheckId, prepareCheck, sendCheck } from '../eligibility/run-check.js';
import type { BatchAttempt, Sending } from '../eligibility/sending.js';
import type { Services } from '../services.js';
import { type BatchItem, inputOf } from './batch-item.js';
import { cameOf } from './came-of.js';
import type { NotedAttempts } from './noted-attempts.js';
import { FIRST_PAUSE_MS, givenUpAt } from './retries.js';
import { noAnswer, refusedBy } from './without-answer.js';

/** Milliseconds after which a check that found no room on its route looks again, and by how much at most that differs from one to another. */
const NO_ROOM_MS = 1_000;
const NO_ROOM_SPREAD_MS = 1_000;

/** A check that an attempt is made at. */
interface Attempted extends BatchItem {
  readonly noted: NotedAttempts;
}

const DONE: JobOutcome = { kind: 'done' };

/** Makes one attempt at a check of a batch. What it comes to is committed with the counts of the batch before the job ends. */
export function createBatchCheckJob(services: Services, noted: NotedAttempts): JobHandler {
  return async (job) => {
    const found = await itemOf(services, job.accountId, job.payload);
    // Over already, or removed with its batch.
    if (found === undefined || found.item.ended_at !== null) return DONE;
    const item: Attempted = { services, noted, ...found };
    const now = services.clock.now();
    const retryAt = Number(found.item.retry_at ?? 0);
    // The process of an attempt has died: the payer may have been asked.
    if (retryAt > now) return again(retryAt);
    if (now >= givenUpAt(found.item, found.batch)) return ended(item, noAnswer(found.item, now));
    try {
      return await attempted(item);
    } catch (error) {
      if (error instanceof AttemptElsewhere) return again(services.clock.now() + NO_ROOM_MS);
      if (error instanceof Problem && (error.kind === 'invalid' || error.kind === 'denied')) {
        return ended(item, refusedBy(error, item));
      }
      throw error;
    }
  };
}

/** A check whose process has died each time, or that has failed each time, is told as one without an answer. */
export function giveUpBatchCheck(services: Services, noted: NotedAttempts): GiveUpJob {
  return async (job) => {
    const found = await itemOf(services, job.accountId, job.payload);
    if (found === undefined || found.item.ended_at !== null) return DONE;
    const item: Attempted = { services, noted, ...found };
    return ended(item, noAnswer(found.item, services.clock.now()));
  };
}

function itemOf({ store }: Services, accountId: string, payload: unknown) {
  // Written by the job that lets a batch go.
  const { itemId } = payload as { readonly itemId: string };
  return readRows(store, accountId, (queries) => findItem(queries, itemId));
}

async function attempted(attempt: Attempted): Promise<JobOutcome> {
  const { services, noted, item, batch } = attempt;
  const run = { services, caller: callerOf(batch) };
  const input = inputOf(attempt);
  if (input === undefined) return DONE;
  const prepared = await prepareCheck(run, input);
  if (!(await services.payerExchange.hasRoomForBatch(prepared.routes[0]))) {
    return again(services.clock.now() + NO_ROOM_MS + Math.floor(Math.random() * NO_ROOM_SPREAD_MS));
  }
  const id = newCheckId();
  const sending: Sending = { ...prepared, batch: { id, writeDown: writerOf(attempt, prepared, id) } };
  let came: FailedAttempt | EndedItem | undefined;
  await sendCheck(sending, async (outcome, writes) => {
    came = cameOf(attempt, outcome);
    await noted.add(item.account_id, { came, writes });
  });
  return came?.kind === 'again' ? again(came.retryAt) : DONE;
}

/** Another process has made an attempt, or ended the check, since this one looked. */
class AttemptElsewhere extends Error {}

/** The check is written down by the commit that counts the attempt: nothing is sent that the batch does not know of. */
function writerOf(
  { services, item }: BatchItem,
  { routes }: Pick<Sending, 'routes'>,
  checkId: string,
): BatchAttempt['writeDown'] {
  const { store, artifacts, clock } = services;
  return async ({ row, artifacts: documents }: BegunCheck) => {
    const now = clock.now();
    const attempt = { itemId: item.id, checkId, now, retryAt: now + longestOf(routes) + FIRST_PAUSE_MS };
    await store.write(async (tx) => {
      const queries = new AccountQueries(tx, item.account_id);
      if (!(await beginAttempt(queries, attempt))) throw new AttemptElsewhere('The check is under way elsewhere.');
      await Promise.all([insertChecks(queries, [row]), artifacts.insert(queries, documents)]);
    });
    // Who stood still for so long is taken for dead: sent now, its question would meet that of another process.
    if (clock.now() >= now + FIRST_PAUSE_MS) throw new AttemptElsewhere('The check was written down too long ago.');
  };
}

async function ended({ noted, item }: Attempted, came: EndedItem): Promise<JobOutcome> {
  await noted.add(item.account_id, { came });
  return DONE;
}

function again(dueAt: number): JobOutcome {
  return { kind: 'again', dueAt, attempt: 0 };
}
