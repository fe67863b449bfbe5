import { type FailedJob, listFailedJobs, retryAllFailedJobs, retryFailedJobs } from '../jobs/failed-jobs.js';
import { type Command, demandNoWords, UsageError } from './command.js';

const DEFAULT_LIMIT = 100;

/** Jobs whose kinds are told where there is none of the kind that was asked for. */
const MOST_LOOKED_AT = 1_000;

interface Retried {
  readonly retried: number;
  /** Where none has failed of the kind that was named: it may be misspelt. */
  readonly failedKinds?: readonly string[];
}

function noneOf(kinds: readonly string[]): string {
  const others = kinds.length === 0 ? 'nor has any other' : `those that have are of ${[...kinds].sort().join(', ')}`;
  return `: none of this kind has failed for good, ${others}.`;
}

/** Jobs that were given up: seen in `ediloom_jobs{state="failed"}`, looked at and done again here. */
export const JOB_COMMANDS: readonly Command[] = [
  {
    name: 'jobs retry',
    usage: 'ID... | --kind KIND | --all',
    summary: 'Has jobs that failed done again, once what stood in their way is mended.',
    options: {
      all: { type: 'boolean', help: 'all that failed' },
      kind: { type: 'string', help: 'all of a kind, as jobs lists it' },
    },
    prepare: async ({ positionals, options }) => {
      const given = [positionals.length > 0, options.all === true, options.kind !== undefined];
      if (given.filter(Boolean).length !== 1) {
        throw new UsageError('jobs retry takes the ids of jobs, --kind KIND or --all.');
      }
      if (positionals.length > 0) return { ids: positionals };
      return options.kind === undefined ? {} : { kind: options.kind };
    },
    run: async ({ store, clock, jobs }, { ids, kind }) => {
      const retried = Array.isArray(ids)
        ? await store.write((tx) => retryFailedJobs(tx, clock, ids.map(String)))
        : await retryAllFailedJobs(store, clock, kind === undefined ? undefined : String(kind));
      jobs.wake();
      if (retried > 0 || kind === undefined) return { retried };
      return {
        retried,
        failedKinds: [...new Set((await listFailedJobs(store, MOST_LOOKED_AT)).map((job) => job.kind))],
      };
    },
    show: ({ retried, failedKinds }: Retried) =>
      `${retried} ${retried === 1 ? 'job' : 'jobs'} will be done again${failedKinds === undefined ? '' : noneOf(failedKinds)}`,
  },
  {
    name: 'jobs',
    alias: 'jobs list',
    usage: '[--limit N]',
    summary: 'Lists jobs that failed for good, the newest first.',
    options: { limit: { type: 'string', help: `at most so many; default: ${DEFAULT_LIMIT}` } },
    prepare: async (args) => {
      demandNoWords('jobs', args);
      const limit = Number(args.options.limit ?? DEFAULT_LIMIT);
      if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError('--limit is a whole number from 1 on.');
      return { limit };
    },
    run: ({ store }, { limit }) => listFailedJobs(store, Number(limit)),
    show: (rows: readonly FailedJob[]) =>
      rows.length === 0
        ? 'No job has failed for good.'
        : rows
            .map(({ id, kind, attempts, failedAt, error }) => `${id}  ${kind}  ${attempts}  ${failedAt}  ${error}`)
            .join('\n'),
  },
];
