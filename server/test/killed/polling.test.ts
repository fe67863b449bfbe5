import { expect, it } from 'vitest';
import { readAs } from '../support/accounts.js';
import { ACCOUNT } from '../support/deliveries.js';
import {
  arrived,
  connect,
  MINUTE,
  type PollingWorld,
  poller,
  pollingWorld,
  pollJobs,
  sftpHome,
} from '../support/polling-world.js';
import { until } from '../support/test-jobs.js';
import { LATER_MS, Mortal } from './mortal.js';

const PATIENCE_MS = 120_000;

function begin({ services, clock }: PollingWorld, at?: number): Mortal {
  const process = new Mortal(at);
  process.run(services.store, { clock, handlers: { poll: poller(process.services(services)) } }).start();
  return process;
}

async function isRested(world: PollingWorld): Promise<boolean> {
  return (await pollJobs(world)).every((job) => job.state === 'waiting' && Number(job.due_at) > world.clock.now());
}

/** That are under way at once. */
const FILES = ['a', 'b'] as const;

it("files at a partner's are picked up once and removed, whenever the process is killed", {
  timeout: 600_000,
}, async () => {
  const world = await pollingWorld(undefined, { isIdle: true });
  const home = await sftpHome();
  await connect(world, { ...home.settings, deleteAfterRetrieval: true });
  const deaths: string[] = [];
  for (let at = 1; ; at++) {
    for (const one of FILES) await home.put(`/in/${at}-${one}.edi`, `ISA*${at}-${one}~`);
    const isTaken = async (): Promise<boolean> =>
      (await arrived(world)).length === at * FILES.length &&
      (await home.names('/in')).length === 0 &&
      (await isRested(world));
    world.clock.jump(2 * MINUTE);
    const victim = begin(world, at);
    await until(async () => victim.isDead || (await isTaken()), PATIENCE_MS);
    await victim.stop();
    world.clock.jump(LATER_MS);
    const heir = begin(world);
    await until(isTaken, PATIENCE_MS);
    await heir.stop();
    if (victim.end === undefined) break;
    deaths.push(victim.end);
  }
  expect(deaths).toEqual(
    expect.arrayContaining(['after: keep bytes', 'before: write', 'after: write', 'before: end of poll']),
  );
  const files = await arrived(world);
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  expect(await home.names('/in')).toEqual([]);
  const inputs = await readAs(world.services.store, ACCOUNT, (queries) =>
    queries.from('artifacts').selectAll().execute(),
  );
  for (const { id, name } of files) {
    const own = inputs.filter(({ owner_id }) => owner_id === id);
    const texts = await Promise.all(
      own.map(async (row) => Buffer.from(await world.services.artifacts.read(row)).toString()),
    );
    expect(texts).toEqual([`ISA*${name.replace('.edi', '')}~`]);
  }
});
