import type { Logger } from 'pino';
import { chainAudit } from '../audit/chain-audit.js';
import { expireAudit } from '../audit/expire-audit.js';
import type { MarkKeys } from '../audit/marks.js';
import type { Clock } from '../clock.js';
import { purgeAnswers } from '../idempotency/rows.js';
import { type EndDropped, purgeFailedJobs } from '../jobs/failed-jobs.js';
import type { ScheduledTask } from '../jobs/scheduled.js';
import { purgeJournal } from '../journal/expired.js';
import type { Metrics } from '../metrics.js';
import { purgeOrphans } from '../objects/orphans.js';
import { purgeUploads } from '../resources/buckets/end-uploads.js';
import { purgeClaimAnswers, purgeUnmatched } from '../resources/claim-answers/expired.js';
import { purgeClaimFiles, purgeClaims } from '../resources/claims/expired.js';
import { purgeSubmissions } from '../resources/core-submissions/expired.js';
import { purgeBatches, purgeUnclaimedItems } from '../resources/eligibility-batches/expired.js';
import { giveUpChecks, purgeChecks } from '../resources/eligibility-checks/expired.js';
import { purgeEvents } from '../resources/events/expired.js';
import { readFeedLag } from '../resources/feed/feed-lag.js';
import { purgeFeed } from '../resources/feed/purge-feed.js';
import { purgeOpenFragments } from '../resources/fragments/expired.js';
import { purgeInvocations } from '../resources/functions/invocation-rows.js';
import { purgeOperations } from '../resources/functions/operation-rows.js';
import { purgeArrivals, purgeInterchanges } from '../resources/inbound/expired.js';
import { purgeClaimCarriers } from '../resources/payer-routes/claim-carriers.js';
import { purgeOpenGroups } from '../resources/transaction-groups/expired.js';
import type { Store } from '../store/store.js';
import { purgeExpired, purgeHidden, purgeWith } from './purge-expired.js';
import { purgeLeftGroups } from './purge-left-groups.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LAG_SECONDS = 30;

const LOST =
  'interchanges that waited for somebody have expired with their files: ediloom-server inbound list --expired has them; ask the partners to send them anew';

const UNDECIDED =
  'statements of payers that fitted no claim have expired before anybody decided of them: no claim was moved by them; ask the payers for what was said';

const GIVEN_UP =
  'eligibility checks are over, and no process has stored what came of them, as it died or lost the store: their outcome is unknown, and they are not sent again';

/** What goes by its own age. */
const OLD = [
  ...[purgeOpenGroups, purgeOpenFragments, purgeArrivals, purgeInterchanges, purgeEvents, purgeJournal],
  ...[
    purgeChecks,
    purgeClaims,
    purgeClaimAnswers,
    purgeClaimFiles,
    purgeClaimCarriers,
    purgeBatches,
    purgeSubmissions,
    purgeUploads,
    purgeOrphans,
    purgeInvocations,
    purgeOperations,
  ],
];

export interface MaintenanceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'expiredWaiting' | 'check'>;
  /** Removes objects that nothing refers to. */
  readonly sweep: (signal: AbortSignal) => Promise<unknown>;
  /** Ends what was promised with jobs that failed and that nobody retried. */
  readonly endDropped: EndDropped;
  /** What signs where the audit begins that is left. */
  readonly keys: MarkKeys;
  /** `undefined`: for ever. */
  readonly auditRetentionDays: number | undefined;
}

/** What the server does for itself, beside requests and deliveries. */
export function maintenanceTasks(options: MaintenanceOptions): readonly ScheduledTask[] {
  const { store, clock, log, sweep, endDropped } = options;
  const task = (kind: string, everyMs: number, work: (signal: AbortSignal) => Promise<unknown>): ScheduledTask => ({
    kind,
    everyMs,
    run: async (signal) => void (await work(signal)),
  });
  return [
    task('chain-audit', MINUTE, (signal) => chainAudit(store, signal)),
    task('expire-audit', 60 * MINUTE, (signal) => expireOldAudit(options, signal)),
    task('purge-idempotency', 10 * MINUTE, (signal) => purgeWith(purgeAnswers, { store, clock, signal })),
    task('purge-failed-jobs', 60 * MINUTE, (signal) =>
      purgeWith(purgeFailedJobs(endDropped), { store, clock, signal }),
    ),
    task('purge-expired', 60 * MINUTE, async (signal) => {
      await purgeExpired({ store, clock, signal, lost: lostWaiting(options) });
      await purgeHidden({ store, clock, signal });
    }),
    task('purge-old', 60 * MINUTE, async (signal) => {
      const unmatched = purgeUnmatched((statements) => log.warn({ statements }, UNDECIDED));
      for (const purge of [...OLD, unmatched]) await purgeWith(purge, { store, clock, signal });
    }),
    task('purge-unclaimed-items', 60 * MINUTE, (signal) => purgeUnclaimedItems(store, clock.now(), signal)),
    task('purge-feed', 24 * 60 * MINUTE, (signal) => purgeFeed(store, signal)),
    task('purge-left-groups', 24 * 60 * MINUTE, (signal) => purgeLeftGroups({ store, signal })),
    task('give-up-checks', MINUTE, () => giveUp(options)),
    task('watch-feed', MINUTE / 2, () => watchFeed(store, log)),
    task('sweep-objects', 24 * 60 * MINUTE, sweep),
  ];
}

/** Those of a process that has died, or could not store what came of them: nobody else would say it. */
async function giveUp({ store, clock, log, metrics }: MaintenanceOptions): Promise<void> {
  const checks = await store.write((tx) => giveUpChecks(tx, clock.now()));
  if (checks === 0) return;
  for (let at = 0; at < checks; at++) metrics.check('any', 'given-up');
  log.warn({ checks }, GIVEN_UP);
}

/** Nobody else would say it: their partners were answered by nothing. */
function lostWaiting({ log, metrics }: Pick<MaintenanceOptions, 'log' | 'metrics'>) {
  return (account: string, interchanges: number): void => {
    metrics.expiredWaiting(interchanges);
    log.warn({ account, interchanges }, LOST);
  };
}

async function expireOldAudit(options: MaintenanceOptions, signal: AbortSignal): Promise<void> {
  const { auditRetentionDays: days, log, clock } = options;
  if (days === undefined) return;
  await expireAudit(options, {
    before: clock.now() - days * DAY,
    refused: (account, why) => log.warn({ account, why }, 'the audit of an account is not cut by AUDIT_RETENTION_DAYS'),
    signal,
  });
}

/** Warns where polling is behind: nothing that the server does itself takes so long. */
async function watchFeed(store: Store, log: Pick<Logger, 'warn'>): Promise<void> {
  const seconds = Math.round(await readFeedLag(store));
  if (seconds < LAG_SECONDS) return;
  log.warn(
    { seconds },
    'polling is held back by a transaction that does not end: look for it in pg_stat_activity (application_name, xact_start) and end it',
  );
}
