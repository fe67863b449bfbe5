import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { storePlace } from '../support/store-factory.js';
import { enqueue, jobRows, testJobs } from '../support/test-jobs.js';

/** `npm run storm:jobs` has fifty times as many. */
const JOBS = 200 * Math.max(1, Number(process.env.EDILOOM_STORM_ROUNDS ?? 2) / 2);
/** Milliseconds by which the clocks of the machines are wrong. */
const AHEAD = [120_000, -120_000];

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

it('jobs are done once, one at a time, and all, though clocks are wrong and processes die as they take them', {
  timeout: 0,
}, async () => {
  const place = await storePlace();
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-jobs-storm-'));
  const log = join(folder, 'log');
  writeFileSync(log, '');
  onTestFinished(async () => {
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const store = await place.open();
  const list = Array.from({ length: JOBS }, (_, n) => ({
    // Due to both, however far behind one is.
    ...{ kind: 'work', class: 'webhooks' as const, payload: n, dueAt: 1 },
    ...(n % 3 === 0 ? { lane: `lane-${n % 30}` } : {}),
  }));
  const jobs = testJobs(store, { handlers: {} });
  for (let done = 0; done < JOBS; done += 1_000) await enqueue(store, jobs, list.slice(done, done + 1_000));
  await store.close();

  let kills = 0;
  const processes = place.dialect === 'sqlite' ? AHEAD.slice(0, 1) : AHEAD;
  const lives = processes.map(async (ahead, member) => {
    for (let life = 0; ; life++) {
      const name = `process-${member}-${life}`;
      const args = [built.programs.storm ?? '', place.dialect, place.address, name, `${ahead}`, log];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      const [code, signal] = await once(child, 'exit');
      if (signal !== 'SIGKILL') return code;
      kills += 1;
    }
  });
  expect(await Promise.all(lives)).toEqual(processes.map(() => 0));
  console.log(`${JOBS} jobs, ${processes.length} processes, ${kills} kills`);
  const after = await place.open();
  expect(await jobRows(after)).toEqual([]);
  const notes = await after.read((db) => db.selectFrom('journal').select('id').execute());
  expect(notes).toHaveLength(JOBS);
  expect(doneByTwo(readFileSync(log, 'utf8'))).toEqual([]);
});

/** Jobs that a process began while another was at them, both alive. */
function doneByTwo(log: string): readonly string[] {
  const at = new Map<string, string>();
  const twice: string[] = [];
  for (const line of log.split('\n')) {
    const [what = '', owner = '', id = ''] = line.split(' ');
    if (what === 'begin') {
      if (at.has(id)) twice.push(`${id}: ${at.get(id)} and ${owner}`);
      at.set(id, owner);
    }
    if (what === 'end' && at.get(id) === owner) at.delete(id);
    if (what === 'dead') for (const [job, worker] of at) if (worker === owner) at.delete(job);
  }
  return twice;
}
