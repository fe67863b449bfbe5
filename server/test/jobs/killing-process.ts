import { createJobs } from '../../src/jobs/create-jobs.js';
import type { Job, JobOutcome } from '../../src/jobs/job.js';
import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';

/** Does the jobs of a store until none is left that waits, at a time of its own. One of them kills it. */
const [dialect, address = '', processId = '', ahead = '0'] = process.argv.slice(2);
const store = dialect === 'sqlite' ? await openSqlite({ folder: address }) : await openPostgres({ url: address });
const clock = { now: () => Date.now() + Number(ahead) };

const SILENT = { info() {}, warn() {}, error() {} };
const jobs = createJobs({
  ...{
    store,
    clock,
    processId,
    log: SILENT,
    metrics: { job() {}, ownTrouble() {} },
    leaseMs: 2_000,
    places: {},
    pollMs: 20,
  },
  handlers: { work },
  giveUp: {
    work: async ({ payload }, why) => ({
      kind: 'done',
      commit: (queries) => note(queries, `given up ${payload}`, why),
    }),
  },
});

async function work({ payload }: Job): Promise<JobOutcome> {
  if (payload === 'kills') process.kill(process.pid, 'SIGKILL');
  // Some are still under way when it is killed.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { kind: 'done', commit: (queries) => note(queries, `done ${payload}`, '') };
}

async function note(queries: Parameters<typeof jobs.enqueue>[0], id: string, facts: string): Promise<void> {
  await queries.insert('journal', { kind: 'k', id, state: '', facts, at: '' }).execute();
}

jobs.start();
const isIdle = () =>
  store.read((db) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where('state', '<>', 'failed')
      .where('due_at', '<=', clock.now())
      .executeTakeFirst(),
  );
while ((await isIdle()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
await jobs.stop(5_000);
await store.close();
