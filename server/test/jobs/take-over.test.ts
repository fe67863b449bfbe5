import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { storePlace } from '../support/store-factory.js';
import { enqueue, jobRows, testJobs } from '../support/test-jobs.js';

/** Milliseconds by which each process is behind the one before it: more than a job waits after a death. */
const LATER = 600_000;

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

it('a job that kills its process is given up, and those beside it are done', async () => {
  const place = await storePlace();
  onTestFinished(() => place.remove());
  const store = await place.open();
  const jobs = testJobs(store, { handlers: {} });
  await enqueue(store, jobs, { kind: 'work', class: 'webhooks', payload: 'kills', dueAt: 1 });
  const beside = Array.from({ length: 20 }, (_, payload) => ({ kind: 'work', class: 'webhooks' as const, payload }));
  await enqueue(store, jobs, beside);
  await store.close();
  let kills = 0;
  // Each does what is left, until it is killed.
  for (let round = 0; round < 25; round++) {
    const args = [built.programs.killing ?? '', place.dialect, place.address, `process-${round}`, `${round * LATER}`];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const [, signal] = await once(child, 'exit');
    if (signal !== 'SIGKILL') break;
    kills += 1;
  }
  expect(kills).toBe(10);
  const after = await place.open();
  expect(await jobRows(after)).toEqual([]);
  const notes = await after.read((db) => db.selectFrom('journal').select(['id', 'facts']).execute());
  expect(notes.map(({ id }) => id).sort()).toEqual(
    ['given up kills', ...beside.map(({ payload }) => `done ${payload}`)].sort(),
  );
  expect(notes.find(({ id }) => id === 'given up kills')?.facts).toContain('10 times when its process died');
});
