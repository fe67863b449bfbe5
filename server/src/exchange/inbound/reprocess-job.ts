import { uuid } from '../../ids.js';
import type { Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { wholeArtifactsOf } from '../../objects/artifact-rows.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { failDropped } from '../../resources/executions/outcomes.js';
import { copyForReprocessing, copyInterchange } from '../../resources/executions/redelivery.js';
import { executionWithId } from '../../resources/executions/rows.js';
import { appendFeed } from '../../resources/feed/feed.js';
import { enqueueReceiving } from '../../resources/inbound/receive-job.js';
import { expireTakenOut, interchangeWithId, takeOutOfFile } from '../../resources/inbound/waiting.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { ReceivedInterchanges } from '../../store/exchange-tables.js';
import type { Artifacts, Executions } from '../../store/tables.js';
import type { Services } from '../services.js';
import type { ReprocessPayload } from './request-reprocessing.js';

const DONE: JobOutcome = { kind: 'done' };

type Needs = Pick<Services, 'store' | 'artifacts' | 'jobs' | 'clock'>;

/** What is processed again, and by what. */
interface Origin {
  readonly job: Job;
  readonly payload: ReprocessPayload;
  readonly old: Executions;
  readonly documents: readonly Artifacts[];
}

/** Makes the execution that processes a file, or an interchange of it, again: of the same bytes. */
export function reprocessJob(services: Needs): JobHandler {
  return async (job, signal) => {
    // Only `request-reprocessing.ts` writes jobs of this kind.
    const payload = job.payload as ReprocessPayload;
    const found = await readRows(services.store, job.accountId, async (queries) => {
      const old = await executionWithId(queries, payload.executionId);
      const { interchangeId } = payload;
      const interchange = interchangeId === undefined ? undefined : await interchangeWithId(queries, interchangeId);
      return { old, interchange, documents: await wholeArtifactsOf(queries, payload.executionId) };
    });
    const { old, documents, interchange } = found;
    const origin = old === undefined ? undefined : { old, documents, job, payload };
    if (interchange !== undefined) return interchangeAgain(services, { origin, interchange }, signal);
    return origin === undefined || payload.interchangeId !== undefined ? DONE : wholeAgain(services, origin);
  };
}

async function wholeAgain(services: Needs, origin: Origin): Promise<JobOutcome> {
  const { old, payload, documents } = origin;
  if (old.status !== 'RETRYING') return DONE;
  const input = documents.find(({ usage }) => usage === 'input');
  const at = services.clock.now();
  if (input === undefined) return notKept(old, at);
  const child = uuid();
  const copy = services.artifacts.copy(input, child);
  const commit = async (queries: AccountQueries): Promise<void> => {
    if (!(await copyForReprocessing(queries, old, child, at))) return;
    await services.artifacts.insert(queries, [copy]);
    await takeOutOfFile(queries, old.id, at);
    const { isExempt, isAnsweredAgain } = payload;
    await enqueueReceiving(services.jobs, queries, [{ executionId: child, isExempt, isAnsweredAgain }]);
  };
  return { kind: 'done', commit };
}

interface TakenOut {
  /** `undefined`: its file has gone, with its execution. */
  readonly origin: Origin | undefined;
  readonly interchange: ReceivedInterchanges;
}

/** Its bytes alone, as a file of their own. */
async function interchangeAgain(
  services: Needs,
  { origin, interchange }: TakenOut,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const at = services.clock.now();
  // Of a file that came packed, as it was unpacked: places are in that.
  const whole =
    origin?.documents.find(({ usage }) => usage === 'attachment') ??
    origin?.documents.find(({ usage }) => usage === 'input');
  if (origin === undefined || whole === undefined) {
    return { kind: 'done', commit: (queries) => expireTakenOut(queries, interchange.id, at) };
  }
  const { old, payload, job } = origin;
  const child = uuid();
  const input: PreparedArtifact = await services.artifacts.receive(job.accountId, {
    model: 'execution',
    ownerId: child,
    usage: 'input',
    type: whole.type,
    name: old.name,
    bytes: await services.artifacts.open(whole, {
      offset: Number(interchange.byte_offset),
      size: Number(interchange.byte_length),
      sha256: interchange.sha256,
    }),
    signal,
    ...(old.expires_at === null ? {} : { expiresAt: old.expires_at }),
  });
  const commit = async (queries: AccountQueries): Promise<void> => {
    const { isExempt, partnershipId } = payload;
    await copyInterchange(queries, old, child, { at, partnershipId });
    await services.artifacts.insert(queries, [input]);
    await enqueueReceiving(services.jobs, queries, [{ executionId: child, isExempt, isAlone: true }]);
  };
  return { kind: 'done', commit };
}

function notKept(old: Executions, at: number): JobOutcome {
  const message =
    'The file is not kept any more, so that it cannot be processed again. Ask the partner to send it anew.';
  const fault = { code: 'FILE_NOT_FOUND', message };
  const commit = async (queries: AccountQueries): Promise<void> => {
    const failed = await failDropped(queries, [old.id], { at, fault });
    await appendFeed(
      queries,
      failed.map(({ id, key_mode: mode }) => ({ kind: 'execution', refId: id, mode, at })),
    );
  };
  return { kind: 'done', commit };
}
