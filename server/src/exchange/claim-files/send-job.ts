import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { findArtifact } from '../../objects/artifact-rows.js';
import { type Carried, carriedOf } from '../../resources/claims/carried-files.js';
import { beginHandingOver, findClaimFile, ROUTE_DISABLED } from '../../resources/claims/files.js';
import { findRoute } from '../../resources/payer-routes/rows.js';
import type { RouteKindName } from '../../resources/payer-routes/schemas.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import { answerToFile, type TakeAnswer } from '../claim-answers/take-answer.js';
import type { Services } from '../services.js';
import { fileIdOf } from './claim-file-jobs.js';
import type { ClaimSending, SendClaims } from './claim-sender.js';
import { noteSent, tellDelivered } from './delivered-claims.js';
import { followExecution } from './follow-execution.js';
import { giveUpFile } from './give-up-file.js';
import { failed, held, type Outgoing, putOff } from './send-outcomes.js';
import { untilNoted } from './until-noted.js';
import { readDocument } from './write-claim-files.js';

/** What files of claims are handed over with. */
export interface SendingParts {
  /** By the kind of the route. */
  readonly senders: Readonly<Partial<Record<RouteKindName, SendClaims>>>;
  /** Takes what a payer answers at once. */
  readonly takeAnswer: TakeAnswer;
}

const DONE: JobOutcome = { kind: 'done' };
/** Milliseconds after which a file looks again whose route is disabled. */
const DISABLED_MS = 60_000;

/**
 * Takes a file to its payer, with the bytes that were stored: it is handed over, then its claims are told that they are delivered, then it is SENT. Each
 * step is committed, so that a run which was killed is gone on with. Its claims are QUEUED until the payer has it.
 */
export function createClaimFileJob(services: Services, parts: SendingParts): JobHandler {
  return async (job, signal) => {
    const file = await fileOf(services, job);
    // Held, or sent, by an earlier run.
    if (file?.state !== 'WRITTEN') return DONE;
    const outgoing = { services, file };
    if (file.sent_at !== null) return delivered(outgoing, signal);
    const route = await services.store.read((db) => findRoute(db, 'id', file.route_id));
    const carried = carriedOf(file);
    if (carried !== undefined) return followed({ outgoing, parts, signal }, carried, route);
    if (route === undefined) return held(outgoing, 'route-gone');
    const send = parts.senders[route.kind];
    if (send === undefined) return held(outgoing, 'route-takes-no-claims');
    if (Number(route.enabled) !== 1) return putOff(outgoing, services.clock.now() + DISABLED_MS, ROUTE_DISABLED);
    if (file.handed_by !== null && file.handed_by !== route.kind) return held(outgoing, 'route-changed');
    const document = await readRows(services.store, file.account_id, (queries) =>
      findArtifact(queries, file.artifact_id),
    );
    const x12 = await readDocument(services, document);
    if (x12 === undefined) return held(outgoing, 'document-gone');
    const sending = await handOver(outgoing, { send, route, x12, signal });
    if (sending !== undefined) return came({ outgoing, parts, signal, kind: route.kind }, sending);
    return { kind: 'again', dueAt: services.clock.now(), attempt: 0 };
  };
}

/** What an execution takes there is followed to its end, whatever has become of the route since: by another way it would go twice. */
async function followed(
  coming: Omit<Came, 'kind'>,
  carried: Carried,
  route: PayerRoutes | undefined,
): Promise<JobOutcome> {
  const { outgoing } = coming;
  const sending = await followExecution(outgoing.services, outgoing.file, carried);
  const hasEnded = sending.kind === 'under-way' && sending.failure !== undefined;
  // It was not delivered, as far as anybody knows, and there is no route by which it could be.
  return hasEnded && route === undefined ? held(outgoing, 'route-gone') : came(coming, sending);
}

/** A file whose process has died of it each time, or that no attempt has come to an end with: its payer may have it. */
export function giveUpClaimFile(services: Services): GiveUpJob {
  return async (job) => {
    const file = await fileOf(services, job);
    if (file?.state !== 'WRITTEN') return DONE;
    // The payer has it; whoever resends it would send it twice.
    if (file.sent_at !== null) return delivered({ services, file }, new AbortController().signal);
    return held({ services, file }, 'given-up');
  };
}

function fileOf({ store }: Services, job: Job): Promise<ClaimFiles | undefined> {
  return readRows(store, job.accountId, (queries) => findClaimFile(queries, fileIdOf(job)));
}

interface HandingOver {
  readonly send: SendClaims;
  readonly route: PayerRoutes;
  readonly x12: Uint8Array;
  readonly signal: AbortSignal;
}

/**
 * Written down first: a run that ends in the middle of it leaves that behind.
 * @returns `undefined`: something has become of the file since it was read, as where this process stood still and another has its job; it is left alone,
 * or given up.
 */
async function handOver(
  { services, file }: Outgoing,
  { send, ...rest }: HandingOver,
): Promise<ClaimSending | undefined> {
  const { store, clock } = services;
  const wasCutOff = file.handing_since !== null || file.handed_by !== null;
  rest.signal.throwIfAborted();
  const begun = await store.write((tx) =>
    beginHandingOver(new AccountQueries(tx, file.account_id), file, { kind: rest.route.kind, now: clock.now() }),
  );
  if (begun === 'called-back') await giveUpFile({ services, file });
  return begun === 'begun' ? send({ services, file, wasCutOff, ...rest }) : undefined;
}

interface Came {
  readonly outgoing: Outgoing;
  readonly parts: SendingParts;
  readonly signal: AbortSignal;
  /** Of the route that it was handed over by; absent: an execution was followed. */
  readonly kind?: PayerRoutes['kind'];
}

async function came({ outgoing, parts, signal, kind }: Came, sending: ClaimSending): Promise<JobOutcome> {
  const { services, file } = outgoing;
  switch (sending.kind) {
    case 'sent': {
      const { at, answer } = sending;
      // Before it is noted: noted first, it would be lost with the process.
      if (answer !== undefined) {
        const receivedAt = services.clock.now();
        await untilNoted(services, signal, () => parts.takeAnswer(services, answerToFile(file, answer, receivedAt)));
      }
      await untilNoted(services, signal, () => noteSent(outgoing, at));
      return delivered({ services, file: { ...file, sent_at: at } }, signal);
    }
    case 'under-way':
      return putOff(outgoing, sending.lookAgainAt, sending.failure ?? null);
    case 'later':
      // Enabled again, it waits for something else.
      return putOff(outgoing, sending.dueAt, file.failure === ROUTE_DISABLED ? null : file.failure);
    case 'failed':
      if (sending.mayHaveArrived) return held(outgoing, sending.failure);
      return failed(outgoing, sending.failure, sending.isKnownAgain ? kind : undefined);
  }
}

async function delivered(outgoing: Outgoing, signal: AbortSignal): Promise<JobOutcome> {
  await tellDelivered(outgoing, signal);
  return DONE;
}
