import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { type CountingPayer, startCountingPayer } from './counting-payer.js';
import { Instance } from './instance.js';
import { freePort } from './ports.js';
import { until } from './until.js';

/** `npm run storm:core-batches` hands in 10,000. */
const CHECKS = Number(process.env.EDILOOM_BATCH_CHECKS ?? 200);
const OTHERS = Math.max(10, CHECKS / 100);
/** Far beyond what so many take, and what a killed process leaves is asked again after 90 seconds at the soonest. */
const PATIENCE_MS = 600_000 + CHECKS * 200;
/** Between two questions of one check at least, and for the answer to each. */
const [PAUSE_MS, ANSWER_MS] = [90_000, 2_000];
const MANAGER = '/2024-04-01/eligibility-manager';
const PAYER = '87726';

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

/** A practice's clearinghouse, and the one above it, which asks the payer. */
interface Pair {
  readonly practice: Instance;
  readonly above: Instance;
  readonly payer: CountingPayer;
  /** Key of another account of the practice's. */
  readonly otherKey: string;
}

async function startPair(envelope: 'soap' | 'mime'): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-core-batches-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const start = async (name: string): Promise<Instance> => {
    const own = join(folder, name);
    mkdirSync(own);
    // Restarted, it is at the same address.
    const instance = await Instance.start({ built, folder: own, settings: { PORT: String(await freePort()) } });
    onTestFinished(() => instance.kill());
    return instance;
  };
  const [practice, above] = await Promise.all([start('practice'), start('above')]);
  const payer = await startCountingPayer(50);
  onTestFinished(() => payer.close());
  const common = { receiver: { qualifier: 'ZZ', id: 'ABOVE' }, payers: [{ payer: PAYER }], answerMs: ANSWER_MS };
  await applyRoute(above, {
    ...common,
    ...{ name: 'payer', kind: 'x12-post', sender: { qualifier: 'ZZ', id: 'ABOVE' } },
    ...{ receiver: { qualifier: 'ZZ', id: 'PAYER' }, traceOriginator: '9ABOVE0000', connection: { url: payer.url } },
  });
  const [account] = JSON.parse(await above.command('accounts', '--json'));
  const key = join(folder, 'above.key');
  writeFileSync(key, above.liveKey, { mode: 0o600 });
  const url = `${above.living[0]?.url}/protocols/caqh-core`;
  await applyRoute(practice, {
    ...common,
    ...{ name: 'above', kind: 'caqh-core', sender: { qualifier: 'ZZ', id: 'PRACTICE' }, traceOriginator: '9PRACTICE0' },
    connection: {
      ...{ url, envelope, senderId: 'PRACTICE', receiverId: 'ABOVE', username: account.id },
      batch: { url: `${url}/batches`, mostChecks: Math.ceil(CHECKS / 10), pollSeconds: 1 },
    },
    secrets: { password: { file: key } },
  });
  const other = (await practice.command('accounts', 'create', 'other')).trim();
  const made = JSON.parse(
    await practice.command('keys', 'create', '--name', 'own', '--mode', 'live', '--account', other, '--json'),
  );
  return { practice, above, payer, otherKey: made.key };
}

async function applyRoute(instance: Instance, route: object): Promise<void> {
  const path = join(instance.folder, 'routes.json');
  writeFileSync(path, JSON.stringify({ routes: [route] }));
  await instance.command('payer-routes', 'apply', path);
}

async function handIn(practice: Instance, count: number, prefix: string, key?: string): Promise<string> {
  const items = Array.from({ length: count }, (_, place) => ({
    ...{ submitterTransactionIdentifier: `${prefix}-${place}`, tradingPartnerServiceId: PAYER },
    provider: { organizationName: 'LAKE CLINIC', npi: '1999999984' },
    subscriber: { memberId: `${prefix}${place}`, firstName: 'QUILLA', lastName: 'KANARIE', dateOfBirth: '19310207' },
  }));
  const { batchId } = await practice.call<{ readonly batchId: string }>('POST', `${MANAGER}/batch-eligibility`, {
    ...{ body: { items }, idempotencyKey: `${prefix}-${count}` },
    ...(key === undefined ? {} : { key }),
  });
  return batchId;
}

interface Counts {
  readonly status: string;
  readonly successCount: number;
  readonly errorCount: number;
}

const countsOf = (practice: Instance, id: string, key?: string): Promise<Counts> =>
  practice.call<Counts>('GET', `${MANAGER}/batch/${id}`, key === undefined ? {} : { key });

/** Kills and restarts it twice while a batch is under way, each time a little after something of it was done. */
async function killTwice(victim: Instance, { practice }: Pair, id: string): Promise<void> {
  for (const part of [0.05, 0.4]) {
    await until(
      `${part} of the batch`,
      async () => {
        const { status, successCount } = await countsOf(practice, id);
        return successCount >= CHECKS * part || status.startsWith('COMPLETED') ? true : undefined;
      },
      { ms: PATIENCE_MS, pauseMs: 100 },
    );
    await setTimeout(Math.random() * 1_000);
    const [member] = victim.members;
    await member?.kill();
    await member?.start();
  }
}

it.each([
  ['soap', 'practice'],
  ['soap', 'above'],
  ['mime', 'practice'],
  ['mime', 'above'],
] as const)(
  'two instances exchange a batch in %s, though the one %s is killed twice',
  { timeout: 0 },
  async (envelope, name) => {
    const pair = await startPair(envelope);
    const { practice, payer, otherKey } = pair;
    const id = await handIn(practice, CHECKS, 'M');
    const otherId = await handIn(practice, OTHERS, 'X', otherKey);
    const ends = new Map<string, number>();
    const over = (batch: string, key?: string) =>
      until(
        `the end of ${batch === id ? 'the batch' : 'that of the other account'}`,
        async () => {
          const counts = await countsOf(practice, batch, key);
          if (!counts.status.startsWith('COMPLETED')) return undefined;
          ends.set(batch, performance.now());
          return counts;
        },
        { ms: PATIENCE_MS, pauseMs: 250, seen: () => countsOf(practice, batch, key) },
      );
    const [own, other] = await Promise.all([over(id), over(otherId, otherKey), killTwice(pair[name], pair, id)]);
    expect(own).toMatchObject({ status: 'COMPLETED', totalCount: CHECKS, successCount: CHECKS, errorCount: 0 });
    expect(other).toMatchObject({ status: 'COMPLETED', totalCount: OTHERS, successCount: OTHERS, errorCount: 0 });
    // What is under way where one is killed waits for 90 seconds, which few checks have not: whose they are is random.
    if (name === 'practice' || CHECKS >= 5_000) expect(ends.get(otherId)).toBeLessThan(ends.get(id) ?? 0);
    expect(payer.asked.size).toBe(CHECKS + OTHERS);
    const again = [...payer.asked].flatMap(([, times]) => times.slice(1).map((at, place) => at - (times[place] ?? 0)));
    // F6: no sooner, and no oftener than its process was killed.
    expect(Math.min(...again, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(PAUSE_MS);
    expect(Math.max(...[...payer.asked.values()].map((times) => times.length))).toBeLessThanOrEqual(3);
    console.log(`${envelope}, ${name} killed twice: ${CHECKS + OTHERS} checks, ${again.length} asked again`);
  },
);
