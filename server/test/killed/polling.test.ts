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

it("a file at a partner's is picked up once and removed, whenever the process is killed", {
  timeout: 240_000,
}, async () => {
  const world = await pollingWorld(undefined, { isIdle: true });
  const home = await sftpHome();
  await connect(world, { ...home.settings, deleteAfterRetrieval: true });
  const deaths: string[] = [];
  for (let at = 1; ; at++) {
    const name = `${String(at).padStart(3, '0')}.edi`;
    await home.put(`/in/${name}`, `ISA*${at}~`);
    const isTaken = async (): Promise<boolean> =>
      (await arrived(world)).length === at && (await home.names('/in')).length === 0 && (await isRested(world));
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
  const inputs = await readAs(world.services.store, ACCOUNT, (queries) =>
    queries.from('artifacts').selectAll().execute(),
  );
  for (const { id, name } of files) {
    const own = inputs.filter(({ owner_id }) => owner_id === id);
    const texts = await Promise.all(
      own.map(async (row) => Buffer.from(await world.services.artifacts.read(row)).toString()),
    );
    expect(texts).toEqual([`ISA*${Number(name.slice(0, 3))}~`]);
  }
});
