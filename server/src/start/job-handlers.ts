import { setTimeout } from 'node:timers/promises';
import { createAs2AnsweredJob } from '../exchange/as2/answered-job.js';
import { AS2_ANSWERED, AS2_RECEIPT } from '../exchange/as2/as2-jobs.js';
import { createAs2ReceiptJob } from '../exchange/as2/receipt-job.js';
import { WRITE_RESULTS } from '../exchange/check-files/enqueue-results.js';
import { ROUTE_SUBMISSION } from '../exchange/check-files/fill-files.js';
import { createClaimAnswerJob, giveUpClaimAnswer } from '../exchange/claim-answers/answer-job.js';
import { endDroppedAnswers } from '../exchange/claim-answers/end-dropped-answers.js';
import { createReceivedAnswersJob, RECEIVED_CLAIM_ANSWERS } from '../exchange/claim-answers/received-answers.js';
import { CLAIM_ANSWER, takeClaimAnswer } from '../exchange/claim-answers/take-answer.js';
import { CLAIM_FILE, CLAIMS_GATHER } from '../exchange/claim-files/claim-file-jobs.js';
import { CLAIM_SENDERS } from '../exchange/claim-files/claim-senders.js';
import { createGatherClaimsJob, giveUpGatheringClaims } from '../exchange/claim-files/gather-job.js';
import { createClaimAnswersPoll, giveUpClaimAnswersPoll } from '../exchange/claim-files/poll-answers.js';
import { CLAIM_ANSWERS_POLL } from '../exchange/claim-files/poll-payload.js';
import { createClaimFileJob, giveUpClaimFile } from '../exchange/claim-files/send-job.js';
import { markOverdueClaims } from '../exchange/claims/mark-overdue-claims.js';
import {
  ANSWER_CLAIMS,
  createAnswerClaimsJob,
  giveUpAnswering,
} from '../exchange/core-submissions/answer-claims-job.js';
import {
  createJudgeSubmissionJob,
  endDroppedSubmissions,
  giveUpSubmission,
  JUDGE_SUBMISSION,
} from '../exchange/core-submissions/judge-job.js';
import { createWriteResultsJob, giveUpResults } from '../exchange/core-submissions/results-job.js';
import { createDeliverJob, giveUpDelivery } from '../exchange/delivery/deliver-job.js';
import { endDroppedDeliveries } from '../exchange/delivery/end-dropped-deliveries.js';
import { DELIVER } from '../exchange/delivery/enqueue-delivery.js';
import type { TimedOutConnections } from '../exchange/delivery/timed-out-connections.js';
import { createBatchCheckJob, giveUpBatchCheck } from '../exchange/eligibility-batches/check-job.js';
import { endDroppedChecks } from '../exchange/eligibility-batches/end-dropped-checks.js';
import { NotedAttempts } from '../exchange/eligibility-batches/noted-attempts.js';
import {
  BATCH_CHECK,
  createStartBatchJob,
  giveUpBatchStart,
  START_BATCH,
} from '../exchange/eligibility-batches/start-job.js';
import { endDroppedInvocations, giveUpInvocation } from '../exchange/functions/give-up-invocation.js';
import { invokeHandlers } from '../exchange/functions/invoke-job.js';
import { PUBLISH, publishJob } from '../exchange/inbound/publish-file.js';
import { createReceiveJob, giveUpReceiving } from '../exchange/inbound/receive-file.js';
import { reprocessJob } from '../exchange/inbound/reprocess-job.js';
import { REPROCESS } from '../exchange/inbound/request-reprocessing.js';
import { createMailJob } from '../exchange/mail/mail-job.js';
import { redeliverJob } from '../exchange/outbound/redeliver-job.js';
import { REDELIVER } from '../exchange/outbound/request-redelivery.js';
import { createTestClaimJob } from '../exchange/payer-simulator/answer-test-claim-job.js';
import { TEST_CLAIM } from '../exchange/payer-simulator/promise-test-answers.js';
import { createPollJob, giveUpPoll } from '../exchange/polling/poll-job.js';
import { createRouteSubmissionJob, giveUpRouteSubmission } from '../exchange/route-submissions/submission-job.js';
import type { Services } from '../exchange/services.js';
import { backfillSentGroups } from '../exchange/tracking/backfill-sent-groups.js';
import { markOverdue } from '../exchange/tracking/mark-overdue.js';
import type { KeptTransports } from '../exchange/transports/kept-transports.js';
import { createReleaseJob } from '../exchange/webhooks/release-job.js';
import type { WebhookClient } from '../exchange/webhooks/webhook-client.js';
import { createWebhookJob, giveUpWebhook } from '../exchange/webhooks/webhook-job.js';
import type { EndDropped } from '../jobs/failed-jobs.js';
import type { GiveUpJob, JobHandler } from '../jobs/job.js';
import { type ScheduledTask, scheduledHandlers } from '../jobs/scheduled.js';
import { maintenanceTasks } from '../maintenance/maintenance-tasks.js';
import { purgeWith } from '../maintenance/purge-expired.js';
import { sweepObjects, sweptArtifacts } from '../objects/sweep.js';
import { storedObjects } from '../resources/buckets/object-rows.js';
import { mendPolling } from '../resources/connections/mend-polling.js';
import { POLL } from '../resources/connections/polling.js';
import { purgePreviousSecrets } from '../resources/destinations/expired-secrets.js';
import { RELEASE, WEBHOOK } from '../resources/destinations/webhook-jobs.js';
import { STATUS_MAIL } from '../resources/enrollments/status-mail.js';
import { INVOKE } from '../resources/functions/promise-event.js';
import { storedPackages } from '../resources/functions/take-package.js';
import { RECEIVE } from '../resources/inbound/receive-job.js';

/** Between looks whether a backup is through. */
const PAUSED_MS = 60_000;
/** Between looks for answers that should have come. */
const OVERDUE_MS = 60_000;
/** Between looks whether each connection that is to be looked at has its job. */
const MEND_MS = 10 * 60_000;
/** Between looks for secrets of destinations that were exchanged, and do not count any more. */
const SECRETS_MS = 60 * 60_000;
/** Between looks for files of the release before. */
const BACKFILL_MS = 600_000;

/** What the server does for itself, again and again. */
export function tasksOf(services: Services): readonly ScheduledTask[] {
  const { store, clock, log, metrics, objects, secrets, config } = services;
  const sweep = async (signal: AbortSignal): Promise<void> => {
    // A daily backup at the hour of the sweep must not keep it from ever being done.
    while (
      (await sweepObjects({ places: [sweptArtifacts, storedObjects, storedPackages], store, objects, clock, signal }))
        .paused
    ) {
      await setTimeout(PAUSED_MS, undefined, { signal });
    }
  };
  const { auditRetentionDays } = config;
  const endDropped: EndDropped = async (queries, jobs) => {
    await endDroppedDeliveries(services, queries, jobs);
    await endDroppedSubmissions(services, queries, jobs);
    await endDroppedChecks(services, queries, jobs);
    await endDroppedInvocations(services, queries, jobs);
    await endDroppedAnswers(services, queries, jobs);
  };
  return [
    ...maintenanceTasks({ store, clock, log, metrics, sweep, endDropped, keys: secrets.keys, auditRetentionDays }),
    { kind: 'mark-overdue', everyMs: OVERDUE_MS, run: (signal) => markOverdue(services, signal) },
    { kind: 'mark-overdue-claims', everyMs: OVERDUE_MS, run: (signal) => markOverdueClaims(services, signal) },
    { kind: 'mend-polling', everyMs: MEND_MS, run: async (signal) => void (await mendPolling(services, signal)) },
    {
      kind: 'purge-previous-secrets',
      everyMs: SECRETS_MS,
      run: async (signal) => void (await purgeWith(purgePreviousSecrets(secrets), { store, clock, signal })),
    },
    { kind: 'backfill-sent-groups', everyMs: BACKFILL_MS, run: (signal) => backfillSentGroups(services, signal) },
  ];
}

/** What does each kind of job. */
export function jobHandlers(
  services: Services,
  transports: KeptTransports,
  timedOut: TimedOutConnections,
  webhooks: WebhookClient,
): Readonly<Record<string, JobHandler>> {
  return {
    [DELIVER]: createDeliverJob(services, transports, timedOut),
    [REDELIVER]: redeliverJob(services),
    [POLL]: createPollJob(services),
    [AS2_RECEIPT]: createAs2ReceiptJob(services),
    [AS2_ANSWERED]: createAs2AnsweredJob(services),
    [RECEIVE]: createReceiveJob(services),
    [PUBLISH]: publishJob(services),
    [WEBHOOK]: createWebhookJob(services, webhooks, timedOut),
    [STATUS_MAIL]: createMailJob(services),
    ...invokeHandlers(services),
    [RELEASE]: createReleaseJob(services),
    [REPROCESS]: reprocessJob(services),
    [JUDGE_SUBMISSION]: createJudgeSubmissionJob(services),
    [WRITE_RESULTS]: createWriteResultsJob(services),
    [ANSWER_CLAIMS]: createAnswerClaimsJob(services),
    [START_BATCH]: createStartBatchJob(services),
    [BATCH_CHECK]: createBatchCheckJob(services, new NotedAttempts(services)),
    [ROUTE_SUBMISSION]: createRouteSubmissionJob(services, new NotedAttempts(services)),
    [CLAIMS_GATHER]: createGatherClaimsJob(services),
    [CLAIM_FILE]: createClaimFileJob(services, { senders: CLAIM_SENDERS, takeAnswer: takeClaimAnswer }),
    [CLAIM_ANSWER]: createClaimAnswerJob(services),
    [CLAIM_ANSWERS_POLL]: createClaimAnswersPoll(services, takeClaimAnswer),
    [TEST_CLAIM]: createTestClaimJob(services),
    [RECEIVED_CLAIM_ANSWERS]: createReceivedAnswersJob(services),
    ...scheduledHandlers(tasksOf(services), services),
  };
}

/** What becomes of each kind of job whose process dies of it; of those that are not here, the job is kept as failed. */
export function givenUpJobs(services: Services): Readonly<Record<string, GiveUpJob>> {
  return {
    [DELIVER]: giveUpDelivery(services),
    [RECEIVE]: giveUpReceiving(services),
    [WEBHOOK]: giveUpWebhook(services),
    [POLL]: giveUpPoll(services),
    [JUDGE_SUBMISSION]: giveUpSubmission(services),
    [WRITE_RESULTS]: giveUpResults(services),
    [ANSWER_CLAIMS]: giveUpAnswering(services),
    [START_BATCH]: giveUpBatchStart(services),
    [BATCH_CHECK]: giveUpBatchCheck(services, new NotedAttempts(services)),
    [ROUTE_SUBMISSION]: giveUpRouteSubmission(services, new NotedAttempts(services)),
    [CLAIMS_GATHER]: giveUpGatheringClaims(services),
    [CLAIM_FILE]: giveUpClaimFile(services),
    [CLAIM_ANSWERS_POLL]: giveUpClaimAnswersPoll(services),
    [INVOKE]: giveUpInvocation(services),
    [CLAIM_ANSWER]: giveUpClaimAnswer(services),
  };
}

/** Kinds that end so when all attempts have failed, too: whoever waits would do so for ever, and the payer may not have been asked. */
export const GIVEN_UP_FAILED: ReadonlySet<string> = new Set([
  JUDGE_SUBMISSION,
  WRITE_RESULTS,
  ANSWER_CLAIMS,
  START_BATCH,
  BATCH_CHECK,
  ROUTE_SUBMISSION,
  CLAIMS_GATHER,
  CLAIM_FILE,
  CLAIM_ANSWERS_POLL,
  INVOKE,
  CLAIM_ANSWER,
]);
