import { listAccounts } from '../accounts/accounts.js';
import { isoTime } from '../clock.js';
import type { Services } from '../exchange/services.js';
import { FAMILIES } from '../families.js';
import { listFailedJobs } from '../jobs/failed-jobs.js';
import { countUnmatched } from '../resources/claim-answers/unmatched.js';
import { countHeldFiles } from '../resources/claims/held-files.js';
import { countOverdueClaims } from '../resources/claims/overdue.js';
import { countUndeliveredFiles } from '../resources/claims/undelivered-files.js';
import { numbersHeldSince } from '../resources/control-numbers/restored-numbers.js';
import { allDestinations } from '../resources/destinations/rows.js';
import { countsByStatus, type FileCounts, sumOfCounts } from '../resources/executions/count-by-status.js';
import { type FailedExecution, failedSince } from '../resources/executions/failed-since.js';
import { countFailedSince } from '../resources/functions/invocation-lists.js';
import { listWaiting } from '../resources/inbound/waiting.js';
import { type OverdueFile, overdueFiles } from '../resources/tracking/overdue.js';
import { AccountQueries } from '../store/account-queries.js';
import { type Command, demandNoWords, UsageError } from './command.js';

const HOUR_MS = 3_600_000;
/** Files and jobs that are listed; there may be more. */
const MOST = 100;
const RETRY = `/${FAMILIES.core.version}/executions/retry`;

interface Status {
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly numbersHeldSince: string | undefined;
  readonly failedFiles: readonly (FailedExecution & { readonly accountId: string })[];
  readonly failedJobs: number;
  /** Of functions, that nobody will try again by itself. */
  readonly failedInvocations: number;
  /** Interchanges that came in and wait for somebody, of all accounts. */
  readonly waiting: number;
  /** Destinations that were disabled because nothing reaches them, and those that are on the way there. */
  readonly disabledDestinations: number;
  readonly failingDestinations: number;
  readonly overdueFiles: readonly (OverdueFile & { readonly accountId: string })[];
  /** Claims of which something should have been heard, and files of claims that wait for somebody; of all accounts. */
  readonly overdueClaims: number;
  readonly heldClaimFiles: number;
  /** Files of claims whose delivery over a partnership has failed, or was set aside. */
  readonly undeliveredClaimFiles: number;
  /** What payers have answered that fits no claim, or several. */
  readonly unmatchedAnswers: number;
  /** Of all accounts, and made since. */
  readonly files: FileCounts;
}

/** What went wrong, for a person who looks in the morning. */
export const STATUS_COMMANDS: readonly Command[] = [
  {
    name: 'status',
    usage: '[--hours N]',
    summary: 'Counts the files of the last day by their state, says what failed, and what to do about it.',
    options: { hours: { type: 'string', help: 'how far back; default: 24' } },
    prepare: async (args) => {
      demandNoWords('status', args);
      const hours = Number(args.options.hours ?? 24);
      if (!Number.isSafeInteger(hours) || hours < 1 || hours > 8760) {
        throw new UsageError('--hours is a whole number from 1 to 8760.');
      }
      return { hours };
    },
    run: (services, { hours }) => statusOf(services, Number(hours)),
    show: (status: Status) => shown(status),
  },
];

async function statusOf({ store, clock }: Services, hours: number): Promise<Status> {
  const since = clock.now() - hours * HOUR_MS;
  const failedFiles: Status['failedFiles'][number][] = [];
  const counts: FileCounts[] = [];
  const overdue: Status['overdueFiles'][number][] = [];
  let [waiting, failedInvocations] = [0, 0];
  let [disabled, failing] = [0, 0];
  for (const { id: accountId } of await store.read(listAccounts)) {
    const found = await store.list((db) => failedSince(new AccountQueries(db, accountId), since, MOST));
    failedFiles.push(...found.map((file) => ({ ...file, accountId })));
    const late = await store.list((db) => overdueFiles(new AccountQueries(db, accountId), MOST));
    overdue.push(...late.map((file) => ({ ...file, accountId })));
    waiting += (await store.list((db) => listWaiting(new AccountQueries(db, accountId), { size: MOST }))).items.length;
    failedInvocations += await store.list((db) => countFailedSince(new AccountQueries(db, accountId), since, MOST));
    const destinations = await store.read((db) => allDestinations(new AccountQueries(db, accountId)));
    disabled += destinations.filter((one) => one.status === 'DISABLED' && one.disabled_for !== null).length;
    failing += destinations.filter((one) => one.status === 'ENABLED' && one.failing_since !== null).length;
    counts.push(await store.list((db) => countsByStatus(new AccountQueries(db, accountId), since)));
  }
  return {
    since: isoTime(since),
    numbersHeldSince: await store.read(numbersHeldSince),
    failedFiles,
    failedJobs: (await listFailedJobs(store, MOST)).length,
    failedInvocations,
    overdueFiles: overdue,
    overdueClaims: await store.list((db) => countOverdueClaims(db, MOST)),
    heldClaimFiles: await store.list((db) => countHeldFiles(db, MOST)),
    undeliveredClaimFiles: await store.list((db) => countUndeliveredFiles(db, MOST)),
    unmatchedAnswers: await store.list((db) => countUnmatched(db, MOST)),
    waiting,
    disabledDestinations: disabled,
    failingDestinations: failing,
    files: sumOfCounts(counts),
  };
}

function shown({
  since,
  numbersHeldSince: held,
  failedFiles,
  failedJobs,
  failedInvocations = 0,
  overdueFiles: overdue,
  overdueClaims = 0,
  heldClaimFiles = 0,
  undeliveredClaimFiles: undelivered = 0,
  unmatchedAnswers: unmatched = 0,
  waiting,
  disabledDestinations: disabled,
  failingDestinations: failing,
  files,
}: Status): string {
  const count = (found: number): string => (found >= MOST ? `${MOST} or more` : String(found));
  const lines = [
    ...(held === undefined
      ? []
      : [
          `Nothing is sent: the backup of ${held} was restored. Run control-numbers raise +N, or control-numbers as-is.`,
        ]),
    ...shownFailed(
      failedFiles.filter(({ direction }) => direction !== 'INBOUND'),
      (files) =>
        `${count(files)} ${files === 1 ? 'file has' : 'files have'} failed since ${since}. POST ${RETRY} delivers them again.`,
    ),
    ...shownFailed(
      failedFiles.filter(({ direction }) => direction === 'INBOUND'),
      (files) =>
        `${count(files)} ${files === 1 ? 'file that came in has' : 'files that came in have'} failed since ${since}. Once the reason is mended, POST ${RETRY} processes them again.`,
    ),
    ...(waiting === 0
      ? []
      : [
          `${count(waiting)} ${waiting === 1 ? 'interchange that came in waits' : 'interchanges that came in wait'} for somebody: inbound lists them, inbound release and inbound assign have one processed.`,
        ]),
    ...(overdue.length === 0
      ? []
      : [
          `${count(overdue.length)} ${overdue.length === 1 ? 'file was' : 'files were'} not acknowledged in time: trace ISA13 shows what came of one. Ask the partner.`,
          ...overdue.map(
            ({ accountId, executionId, dueAt, partnershipId, interchangeNumber }) =>
              `  ${accountId}  ${executionId}  ${dueAt === null ? '' : isoTime(dueAt)}  ${partnershipId}  ISA13 ${interchangeNumber}`,
          ),
        ]),
    ...(overdueClaims === 0
      ? []
      : [
          `${count(overdueClaims)} ${overdueClaims === 1 ? 'claim is' : 'claims are'} overdue: claims overdue lists them, claims show ID says what was heard of one.`,
        ]),
    ...(heldClaimFiles === 0
      ? []
      : [
          `${count(heldClaimFiles)} ${heldClaimFiles === 1 ? 'file of claims is held' : 'files of claims are held'}: claims held says why, claims release lets one go.`,
        ]),
    ...(undelivered === 0
      ? []
      : [
          `${count(undelivered)} ${undelivered === 1 ? 'file of claims was' : 'files of claims were'} not delivered: claims undelivered says by which execution, POST ${RETRY} delivers it again.`,
        ]),
    ...(unmatched === 0
      ? []
      : [
          `${count(unmatched)} ${unmatched === 1 ? 'answer of a payer fits' : 'answers of payers fit'} no claim: claims unmatched lists them, claims tie and claims dismiss settle one.`,
        ]),
    ...(disabled === 0
      ? []
      : [
          `${disabled} ${disabled === 1 ? 'destination is sent no events, as nothing reached it' : 'destinations are sent no events, as nothing reached them'}: destinations says why, destinations enable sends what has waited.`,
        ]),
    ...(failing === 0
      ? []
      : [
          `${failing} ${failing === 1 ? 'destination' : 'destinations'} did not take an event lately: destinations show ID says why. It is tried again.`,
        ]),
    ...(failedJobs === 0
      ? []
      : [
          `${count(failedJobs)} ${failedJobs === 1 ? 'job has' : 'jobs have'} failed: jobs lists them, jobs retry does them again.`,
        ]),
    ...(failedInvocations === 0
      ? []
      : [
          `${count(failedInvocations)} ${failedInvocations === 1 ? 'invocation of a function has' : 'invocations of functions have'} failed for good since ${since}: functions errors lists them, functions log ID says why, functions retry does them again.`,
        ]),
  ];
  const [first = `Nothing has failed since ${since}.`, ...others] = lines;
  return [first, ...others, shownCounts(files, since)].join('\n');
}

function shownFailed(files: Status['failedFiles'], title: (files: number) => string): readonly string[] {
  if (files.length === 0) return [];
  const rows = files.map(
    ({ accountId, id, failedAt, partnershipId, fault }) =>
      `  ${accountId}  ${id}  ${failedAt}  ${partnershipId}  ${fault}`,
  );
  return [title(files.length), ...rows];
}

function shownCounts({ count, exact, byStatus }: FileCounts, since: string): string {
  if (count === 0) return `No file was made since ${since}.`;
  const states = Object.entries(byStatus).flatMap(([status, files]) => (files > 0 ? [`${files} ${status}`] : []));
  return `${count}${exact ? '' : ' or more'} ${count === 1 ? 'file was' : 'files were'} made since ${since}: ${states.join(', ')}.`;
}
