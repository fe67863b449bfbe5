import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Metrics } from '../metrics.js';
import type { Work } from './class-places.js';
import { errorPlace, errorText } from './error-text.js';
import type { GiveUpJob, JobHandler, JobOutcome } from './job.js';
import type { LeasedJob } from './job-rows.js';
import { ownTroubleOf } from './own-trouble.js';
import { afterError, isUnready } from './retry-delay.js';
import { MAX_TAKEOVERS } from './take-over.js';
import type { WaitLog } from './wait-log.js';

/** A kind that this release does not know, written by one that had no queues, is left to a newer one. */
const UNKNOWN_KIND_WAIT = 60_000;

export interface HandlerOptions {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly metrics: Pick<Metrics, 'ownTrouble'>;
  /** By kind. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** By kind; absent: the job is kept as failed, and that is all. */
  readonly giveUp?: Readonly<Record<string, GiveUpJob>> | undefined;
  /** Kinds that are given up in the same way when all their attempts have failed: somebody waits who cannot wait for an operator. */
  readonly giveUpFailed?: ReadonlySet<string> | undefined;
  readonly waitLog: WaitLog;
}

/** Does a job, or gives it up. Never rejects. */
export async function runHandler({ job, stop }: Work, options: HandlerOptions): Promise<JobOutcome> {
  const { clock, log } = options;
  try {
    if (job.takeovers >= MAX_TAKEOVERS) return await givenUp(job, options);
    const handler = own(options.handlers, job.kind);
    if (handler !== undefined) return await handler(job, stop.signal);
    log.warn({ job: job.id, kind: job.kind }, 'No handler for this kind of job; it waits for a newer release.');
    return { kind: 'again', dueAt: clock.now() + UNKNOWN_KIND_WAIT, attempt: job.attempt - 1 };
  } catch (error) {
    if (!stop.signal.aborted) reportTrouble(job, error, options);
    const outcome = afterError(job, error, clock.now());
    return outcome.kind === 'failed' ? endedOrFailed(job, outcome, options) : outcome;
  }
}

/** What is given up for its failures; where that fails, too, it is kept for an operator as others are. */
async function endedOrFailed(
  job: LeasedJob,
  failed: Extract<JobOutcome, { kind: 'failed' }>,
  options: HandlerOptions,
): Promise<JobOutcome> {
  const end = options.giveUpFailed?.has(job.kind) === true ? own(options.giveUp ?? {}, job.kind) : undefined;
  if (end === undefined) return failed;
  try {
    return await end(job, `All ${job.attempt} attempts have failed. The log of their time says why.`);
  } catch (error) {
    reportJob(options.log, { job, error, text: 'A job that has failed for good could not be ended.' });
    return failed;
  }
}

function reportTrouble(job: LeasedJob, error: unknown, { clock, log, metrics, waitLog }: HandlerOptions): void {
  const part = ownTroubleOf(error);
  if (part === undefined && isUnready(error)) {
    const text = 'Jobs of this kind wait until this server is ready for them; no attempt is counted.';
    return waitLog.isToSay(job.kind, clock.now()) ? reportJob(log, { job, error, text }) : undefined;
  }
  if (part === undefined) return reportJob(log, { job, error, text: 'A job failed.' });
  metrics.ownTrouble(part);
  reportJob(log, { job, error, text: 'A job waits until this server is mended; no attempt is counted.' });
}

/** What is logged of a job that went wrong. */
export function reportJob(
  log: HandlerOptions['log'],
  { job, error, text }: { readonly job: LeasedJob; readonly error: unknown; readonly text: string },
): void {
  const { id, kind, attempt } = job;
  log.error({ job: id, kind, attempt, error: errorText(error), at: errorPlace(error) }, text);
}

async function givenUp(job: LeasedJob, { log, giveUp = {} }: HandlerOptions): Promise<JobOutcome> {
  const why = `It was under way ${job.takeovers} times when its process died, so it is not tried again by itself. The log of that time may say why.`;
  log.error(
    { job: job.id, kind: job.kind, takeovers: job.takeovers },
    'A job was given up: its process died each time.',
  );
  const end = own(giveUp, job.kind);
  // If the process dies of that, too, it is kept as it is.
  if (end === undefined || job.takeovers > MAX_TAKEOVERS) return { kind: 'failed', error: why };
  return end(job, why);
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
