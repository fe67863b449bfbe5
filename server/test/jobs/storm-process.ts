import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { uptime } from '../../src/clock.js';
import { createJobs } from '../../src/jobs/create-jobs.js';
import type { Job, JobOutcome } from '../../src/jobs/job.js';
import { askTime } from '../../src/store/ask-time.js';
import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';
import type { Store } from '../../src/store/store.js';
import { StoreClock } from '../../src/store/store-clock.js';

/**
 * Does jobs of a store until none is left, on a machine whose clock is wrong by so many milliseconds, and kills itself at any instant:
 * before and behind commits, as those that take jobs, and in the midst of jobs. What it begins and ends it writes into a file first.
 */
const [dialect, address = '', processId = '', ahead = '0', log = ''] = process.argv.slice(2);
/** Of each write, and of each job. */
const KILL_CHANCE = 0.005;
const LEASE_MS = 1_500;

const opened = dialect === 'sqlite' ? await openSqlite({ folder: address }) : await openPostgres({ url: address });
const store: Store = {
  ...opened,
  write: async (work) => {
    perhapsDie();
    const result = await opened.write(work);
    perhapsDie();
    return result;
  },
};
const machine = { now: () => Date.now() + (dialect === 'sqlite' ? 0 : Number(ahead)) };
const SILENT = { info() {}, warn() {}, error() {} };
const clock = new StoreClock({
  ask: () => askTime(opened, machine),
  ...{ machine, uptime, shortestLeaseMs: LEASE_MS, log: SILENT },
});
await clock.start();
const jobs = createJobs({
  ...{ store, clock, processId, log: SILENT, leaseMs: LEASE_MS, places: {}, pollMs: 50 },
  metrics: { job() {}, ownTrouble() {} },
  handlers: { work },
});

function say(what: string, id = ''): void {
  appendFileSync(log, `${what} ${processId} ${id}\n`);
}

function perhapsDie(): void {
  if (Math.random() >= KILL_CHANCE) return;
  say('dead');
  process.kill(process.pid, 'SIGKILL');
}

async function work({ id, payload }: Job, signal: AbortSignal): Promise<JobOutcome> {
  say('begin', id);
  await setTimeout(50 * Math.random());
  perhapsDie();
  // Lost while it was worked on: it may be another's by now.
  if (!signal.aborted) say('end', id);
  return {
    kind: 'done',
    commit: async (queries) => {
      await queries.insert('journal', { kind: 'k', id: `done ${payload}`, state: '', facts: '', at: '' }).execute();
    },
  };
}

jobs.start();
const isOpen = () => opened.read((db) => db.selectFrom('jobs').select('id').executeTakeFirst());
while ((await isOpen()) !== undefined) await setTimeout(50);
await jobs.stop(5_000);
clock.stop();
await opened.close();
