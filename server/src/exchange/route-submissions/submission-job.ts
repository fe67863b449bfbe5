import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { findArtifact, removeArtifactsOf } from '../../objects/artifact-rows.js';
import {
  changeSubmission,
  findRouteSubmission,
  noteWritten,
  removeIfEmpty,
  type SubmissionChange,
} from '../../resources/route-submissions/rows.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import type { RouteSubmissions } from '../../store/batch-tables.js';
import { submissionIdOf } from '../check-files/submission-id.js';
import type { NotedAttempts } from '../eligibility-batches/noted-attempts.js';
import { nextAttemptAt } from '../eligibility-batches/retries.js';
import { isOfClient, none } from '../payer-routes/replies.js';
import type { Services } from '../services.js';
import { endAll } from './end-checks.js';
import { type FileRoute, fileRouteOf } from './file-route.js';
import { gatherChecks } from './gather-checks.js';
import { lookForResults } from './look-for-results.js';
import type { Step, UnderWay } from './under-way.js';
import { writeFile } from './write-file.js';

const DONE: JobOutcome = { kind: 'done' };
/** Milliseconds after which a file looks again whose route has no room. */
const NO_ROOM_MS = 2_000;

/**
 * Takes a file of checks to its payer and back: they are written down (GATHERING), the file is stored (WRITTEN), handed in under its PayloadID
 * with the same bytes until the payer has taken it (SENT), and looked for until each check is over. Each step is committed, so that a run which was
 * killed is gone on with. The file is there until its last check has gone out of it.
 */
export function createRouteSubmissionJob(services: Services, noted: NotedAttempts): JobHandler {
  return async (job, signal) => {
    for (;;) {
      signal.throwIfAborted();
      const file = await fileOf(services, job);
      if (file === undefined) return DONE;
      const step = await take({ services, noted, file, signal });
      if (step !== 'next') return step;
    }
  };
}

/** A file whose process has died of it each time: its payer may have it, and its checks are asked again by themselves. */
export function giveUpRouteSubmission(services: Services, noted: NotedAttempts): GiveUpJob {
  return async (job) => {
    const file = await fileOf(services, job);
    if (file !== undefined) await ended({ services, noted, file, signal: new AbortController().signal });
    return DONE;
  };
}

function fileOf({ store }: Services, job: Job): Promise<RouteSubmissions | undefined> {
  return readRows(store, job.accountId, (queries) => findRouteSubmission(queries, submissionIdOf(job)));
}

async function take(underWay: UnderWay): Promise<Step> {
  const { file, services } = underWay;
  if (await removedIfEmpty(underWay)) return DONE;
  const route = await fileRouteOf(underWay);
  // Where it is handed in already, nobody hears of its results: asked again by themselves, they go the way that is left.
  if (route === undefined) return ended(underWay);
  switch (file.state) {
    case 'FILLING':
    case 'GATHERING':
      await gatherChecks(underWay, route.version);
      return keepFile(await asIs(underWay), route);
    case 'WRITTEN':
      // What was written for it is not sent to what it has become meanwhile.
      if (Number(file.route_version) !== Number(route.version)) return ended(underWay);
      return handIn(underWay, route);
    case 'SENT': {
      await lookForResults(underWay, route);
      if (await removedIfEmpty(underWay)) return DONE;
      const now = services.clock.now();
      return isLate(file, now) ? ended(underWay) : again(now + route.pollMs);
    }
  }
}

/** The file as it is by now. */
async function asIs(underWay: UnderWay): Promise<UnderWay> {
  const { services, file } = underWay;
  const row = await readRows(services.store, file.account_id, (queries) => findRouteSubmission(queries, file.id));
  return { ...underWay, file: row ?? file };
}

/** Stores the file; one without checks is over. */
async function keepFile(underWay: UnderWay, { version }: FileRoute): Promise<Step> {
  const { services, file } = underWay;
  const document = await writeFile(underWay);
  // Where 270s are gone or cannot be read, nothing was sent of them.
  if (document === undefined) return ended(underWay);
  await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, file.account_id);
    // Another process may have written it, and handed it in: its bytes and its PayloadID stand.
    const written = { file_id: document.id, route_version: version, updated_at: services.clock.now() };
    if (await noteWritten(queries, file.id, written)) await services.artifacts.insert(queries, [document]);
  });
  return 'next';
}

async function handIn(underWay: UnderWay, route: FileRoute): Promise<Step> {
  const { services, file } = underWay;
  const { account_id: accountId } = file;
  const document = await readRows(services.store, accountId, (queries) => findArtifact(queries, file.file_id ?? ''));
  if (document === undefined || isLate(file, services.clock.now())) return ended(underWay);
  const x12 = await services.artifacts.read(document);
  const reply = await services.payerExchange.exchange(route, {
    accountId,
    step: 'hand-in',
    payloadId: document.id,
    x12,
  });
  const now = services.clock.now();
  if (reply.kind !== 'none') {
    await note(underWay, { state: 'SENT', sent_at: now, updated_at: now });
    return again(now + route.pollMs);
  }
  // Our own doing, which costs no attempt: the route has hours, no room, or is left alone.
  if (!reply.wasSent && ['closed', 'breaker-open', 'busy'].includes(reply.failure)) return again(now + NO_ROOM_MS);
  if (isOfClient(reply)) {
    await endAll(underWay, reply);
    return 'next';
  }
  const attempts = Number(file.attempts) + 1;
  await note(underWay, { attempts, updated_at: now });
  return again(nextAttemptAt(now, attempts));
}

/** Ends the checks that are left without an answer, each by what may be asked again. */
async function ended(underWay: UnderWay): Promise<Step> {
  const wasSent = underWay.file.state === 'SENT' || Number(underWay.file.attempts) > 0;
  await endAll(underWay, none(wasSent ? 'timed-out' : 'not-reached', wasSent));
  await removedIfEmpty(underWay);
  return DONE;
}

/** Removes a file that no check is left in, with its document. */
async function removedIfEmpty({ services, file }: UnderWay): Promise<boolean> {
  return services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, file.account_id);
    if (!(await removeIfEmpty(queries, file.id))) return false;
    await removeArtifactsOf(queries, [file.id]);
    return true;
  });
}

function isLate({ give_up_at }: RouteSubmissions, now: number): boolean {
  return give_up_at !== null && now >= Number(give_up_at);
}

async function note({ services, file }: UnderWay, changed: SubmissionChange): Promise<void> {
  await services.store.write((tx) => changeSubmission(new AccountQueries(tx, file.account_id), file.id, changed));
}

function again(dueAt: number): JobOutcome {
  return { kind: 'again', dueAt, attempt: 0 };
}
