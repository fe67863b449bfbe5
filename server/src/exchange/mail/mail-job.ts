import type { Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { changeToTell, type StatusMailPayload } from '../../resources/enrollments/status-mail.js';
import { readRows } from '../../store/account-queries.js';
import type { Services } from '../services.js';
import { MailError } from './mail.js';
import { statusMail } from './status-mail.js';

type Needs = Pick<Services, 'store' | 'clock' | 'sealedColumns' | 'publicUrl' | 'mail' | 'metrics' | 'log'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** From each attempt to the next: it is given up after three days and a half. */
const DELAYS_MS = [
  ...[MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS],
];

/**
 * The handler of jobs `mail`. Whose process ends between the answer of the mail server and its commit is sent again, the same to the letter
 * and under the same id.
 */
export function createMailJob(services: Needs): JobHandler {
  const { store, clock, metrics } = services;
  return async (job, signal) => {
    // Only `promiseStatusMail` writes jobs of this kind.
    const payload = job.payload as StatusMailPayload;
    const told = await readRows(store, job.accountId, (queries) => changeToTell(queries, services, payload));
    if (told.kind === 'later') return { kind: 'again', dueAt: told.at, attempt: 0 };
    if (told.kind === 'superseded') {
      metrics.mail('superseded');
      return { kind: 'done' };
    }
    try {
      if (services.mail === undefined) throw new MailError('SMTP_URL is not set any more.', { isFinal: false });
      await services.mail.send({ ...statusMail(told.change, services.publicUrl), id: job.id }, signal);
      metrics.mail('sent');
      return { kind: 'done' };
    } catch (error) {
      if (!(error instanceof MailError) || signal.aborted) throw error;
      return notSent(services, { job, error, at: clock.now() });
    }
  };
}

function notSent(
  { metrics, log }: Pick<Needs, 'metrics' | 'log'>,
  { job, error, at }: { readonly job: Job; readonly error: MailError; readonly at: number },
): JobOutcome {
  const delay = error.isFinal ? undefined : DELAYS_MS[job.attempt - 1];
  const outcome = delay === undefined ? 'failed' : 'again';
  metrics.mail(outcome);
  log.warn({ jobId: job.id, accountId: job.accountId, outcome, trouble: error.message }, 'A mail was not sent.');
  if (delay === undefined) return { kind: 'failed', error: error.message };
  return { kind: 'again', dueAt: at + delay };
}
