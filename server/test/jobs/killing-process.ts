import { createJobs } from '../../src/jobs/create-jobs.js';
import type { Job, JobOutcome } from '../../src/jobs/job.js';
import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';

/** Does the jobs of a store until none is left, at a time of its own, which goes on to the next one. One of them kills it. */
const [dialect, address = '', processId = '', late = '0'] = process.argv.slice(2);
let ahead = Number(late);
const store = dialect === 'sqlite' ? await openSqlite({ folder: address }) : await openPostgres({ url: address });
const clock = { now: () => Date.now() + ahead };

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
const next = () =>
  store.read((db) =>
    db.selectFrom('jobs').select('due_at').where('state', '<>', 'failed').orderBy('due_at').executeTakeFirst(),
  );
for (let job = await next(); job !== undefined; job = await next()) {
  ahead += Math.max(0, job.due_at - clock.now());
  await new Promise((resolve) => setTimeout(resolve, 20));
}
await jobs.stop(5_000);
await store.close();
