import type { EligibilityResponse, RejectError } from 'ediloom/eligibility';
import type { GiveUpJob, JobHandler, JobOutcome } from '../../jobs/job.js';
import { Problem } from '../../problems.js';
import { beginAttempt, type EndedItem, type FailedAttempt } from '../../resources/eligibility-batches/attempts.js';
import { contentOf, originOf } from '../../resources/eligibility-batches/columns.js';
import { callerOf, findItem } from '../../resources/eligibility-batches/rows.js';
import { insertChecks } from '../../resources/eligibility-checks/rows.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import type { EligibilityBatches, EligibilityBatchItems } from '../../store/batch-tables.js';
import { longestOf } from '../eligibility/begin-check.js';
import type { BegunCheck } from '../eligibility/begun-checks.js';
import type { CheckInput, CheckOutcome } from '../eligibility/check.js';
import { CORRECT } from '../eligibility/followup-actions.js';
import { newCheckId, prepareCheck, sendCheck } from '../eligibility/run-check.js';
import type { BatchAttempt, Sending } from '../eligibility/sending.js';
import type { Services } from '../services.js';
import type { NotedAttempts } from './noted-attempts.js';
import { resultOf } from './result-of.js';
import { FIRST_PAUSE_MS, givenUpAt, isPassing, nextAttemptAt } from './retries.js';
import { endedWithout, noAnswer } from './without-answer.js';

/** Milliseconds after which a check that found no room on its route looks again, and by how much at most that differs from one to another. */
const NO_ROOM_MS = 1_000;
const NO_ROOM_SPREAD_MS = 1_000;

/** A check of a batch, as it is read. */
export interface Item {
  readonly services: Services;
  readonly noted: NotedAttempts;
  readonly item: EligibilityBatchItems;
  readonly batch: EligibilityBatches;
}

const DONE: JobOutcome = { kind: 'done' };

/** Makes one attempt at a check of a batch. What it comes to is committed with the counts of the batch before the job ends. */
export function createBatchCheckJob(services: Services, noted: NotedAttempts): JobHandler {
  return async (job) => {
    const found = await itemOf(services, job.accountId, job.payload);
    // Over already, or removed with its batch.
    if (found === undefined || found.item.ended_at !== null) return DONE;
    const item: Item = { services, noted, ...found };
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
    const item: Item = { services, noted, ...found };
    return ended(item, noAnswer(found.item, services.clock.now()));
  };
}

function itemOf({ store }: Services, accountId: string, payload: unknown) {
  // Written by the job that lets a batch go.
  const { itemId } = payload as { readonly itemId: string };
  return readRows(store, accountId, (queries) => findItem(queries, itemId));
}

async function attempted(attempt: Item): Promise<JobOutcome> {
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

/** What is asked; `undefined`: a row of a table that cannot be. */
export function inputOf({ services, item, batch }: Omit<Item, 'noted'>): CheckInput | undefined {
  const content = contentOf(services.sealedColumns, item);
  if (content === undefined) return undefined;
  const origin = originOf(batch);
  return content.source === 'json' ? { ...content, origin } : { source: content.source, x12: content.x12, origin };
}

/** Another process has made an attempt, or ended the check, since this one looked. */
class AttemptElsewhere extends Error {}

/** The check is written down by the commit that counts the attempt: nothing is sent that the batch does not know of. */
function writerOf(
  { services, item }: Item,
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
  };
}

/** Whether a check that came to this is over, or asked again. @param item as it was before the attempt. */
export function cameOf(
  { services, item, batch }: Omit<Item, 'noted'>,
  outcome: CheckOutcome,
): FailedAttempt | EndedItem {
  const now = services.clock.now();
  const { id: checkId, response } = outcome;
  const { errors } = response;
  const common = { itemId: item.id, checkId, errors, now };
  if (isPassing(outcome)) {
    const retryAt = nextAttemptAt(now, Number(item.attempts) + 1);
    const isLast = retryAt >= givenUpAt({ ...item, first_attempt_at: item.first_attempt_at ?? now }, batch);
    if (!isLast) return { kind: 'again', ...common, retryAt };
  }
  // A payer that has answered has answered, though it says that it cannot.
  const state = outcome.failure === undefined ? 'COMPLETED' : 'COMPLETED_WITH_ERRORS';
  return { kind: 'ended', ...common, state, result: resultOf(response) };
}

async function ended({ noted, item }: Item, came: EndedItem): Promise<JobOutcome> {
  await noted.add(item.account_id, { came });
  return DONE;
}

function again(dueAt: number): JobOutcome {
  return { kind: 'again', dueAt, attempt: 0 };
}

function failedWith({ services, item }: Omit<Item, 'noted'>, errors: readonly RejectError[]): EndedItem {
  return endedWithout(item.id, errors, services.clock.now());
}

/** Nothing was sent, now or ever: the request, the payer or its routes stand against it. */
export function refusedBy({ errors, message }: Problem, attempt: Omit<Item, 'noted'>): EndedItem {
  const told: readonly RejectError[] = errors.map(({ code, description, location, possibleResolutions }) => ({
    ...({ code, description, location, possibleResolutions } as Pick<
      RejectError,
      'code' | 'description' | 'location' | 'possibleResolutions'
    >),
    followupAction: CORRECT,
  }));
  return failedWith(attempt, told.length > 0 ? told : [{ ...REFUSED, possibleResolutions: message }]);
}

const REFUSED: RejectError = {
  code: '33',
  description: 'Input Errors',
  followupAction: CORRECT,
  location: 'request',
};

/** What is told of a check that no payer has answered, where no attempt was written down. */
export function responseWithout(errors: readonly RejectError[]): EligibilityResponse {
  return { status: 'ERROR', dependents: [], errors };
}
