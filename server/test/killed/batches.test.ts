import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BATCH_CHECK, START_BATCH } from '../../src/exchange/eligibility-batches/start-job.js';
import { prepareBatch } from '../../src/exchange/eligibility-batches/submit-batch.js';
import { purgeUnclaimedItems } from '../../src/resources/eligibility-batches/expired.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import { answers, BATCHES, batchWorld, item } from '../support/batches.js';
import { CHECK, ROUTE } from '../support/eligibility.js';
import { until } from '../support/test-jobs.js';
import { LATER_MS, Mortal } from './mortal.js';
import { beginBatches, isAllOver } from './mortal-batches.js';

const PATIENCE_MS = 60_000;
/** Between two questions of one check at least. */
const PAUSE_MS = 90_000;
const ORIGIN = { peer: '127.0.0.1', isTrustedProxy: false, forwarded: undefined };

it('a check of a batch is counted once and asked again after 90 seconds at the soonest, whenever its process is killed', {
  timeout: 240_000,
}, async () => {
  const world = await batchWorld({ isIdle: true });
  let askedAt: number[] = [];
  world.payer = (question) => {
    askedAt.push(world.clock.now());
    return answers(question);
  };
  const deaths: string[] = [];
  for (let at = 1; ; at++) {
    askedAt = [];
    const id = await world.submit({ items: [item(`own-${at}`)] });
    const isOver = (): Promise<boolean> => isAllOver(world, id);
    const victim = beginBatches(world, at);
    await until(async () => victim.isDead || (await isOver()), PATIENCE_MS);
    await victim.stop();
    world.clock.advance(LATER_MS);
    const heir = beginBatches(world);
    await until(async () => {
      if (await isOver()) return true;
      world.clock.advance(5_000);
      return false;
    }, PATIENCE_MS);
    await heir.stop();
    const killed = `killed ${deaths.length}: ${victim.end}`;
    expect(await world.batch(id), killed).toMatchObject({
      ...{ status: 'COMPLETED', totalCount: 1, successCount: 1 },
      ...{ validatedCount: 0, inProgressCount: 0, errorCount: 0 },
    });
    expect([1, 2], killed).toContain(askedAt.length);
    const [first = 0, second = Number.POSITIVE_INFINITY] = askedAt;
    expect(second - first, killed).toBeGreaterThanOrEqual(PAUSE_MS);
    const polled = await world.call('GET', `${BATCHES}/polling/batch-eligibility?batchId=${id}`);
    expect(polled.json().items, killed).toHaveLength(1);
    if (victim.end === undefined) break;
    deaths.push(victim.end);
  }
  expect(new Set(deaths)).toEqual(
    new Set([
      ...['before: write', 'after: write', 'before: keep bytes', 'after: keep bytes', 'before: ask', 'after: ask'],
      ...[`before: end of ${START_BATCH}`, `before: end of ${BATCH_CHECK}`, 'after: end'],
    ]),
  );
});

it('a check whose process stands still before it asks is asked by another process alone', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await world.submit({ items: [item('own')] });
  const still = beginBatches(world);
  let goesOn: (() => void) | undefined;
  still.step = async (name) => {
    if (still.isDead || name !== 'after: write' || (await world.batch(id)).inProgressCount === 0) return;
    // Its store, too, until it goes on: it only asks.
    still.isDead = true;
    await new Promise<void>((resolve) => {
      goesOn = resolve;
    });
  };
  await until(async () => goesOn !== undefined, PATIENCE_MS);
  // Until the time for another attempt has come.
  world.clock.advance(ROUTE.answerMs + PAUSE_MS + 1);
  const heir = beginBatches(world);
  await until(() => isAllOver(world, id), PATIENCE_MS);
  goesOn?.();
  await setTimeout(100);
  await heir.stop();
  expect(world.asked).toHaveLength(1);
  expect(await world.batch(id)).toMatchObject({ status: 'COMPLETED', successCount: 1 });
});

it('a batch is there with all of its checks, or not at all and its name is free, whenever its process is killed', async () => {
  const world = await batchWorld({ isIdle: true });
  const caller = { accountId: world.accountId, keyId: 'k', mode: 'live' } as const;
  const content = { source: 'json', request: { ...CHECK, submitterTransactionIdentifier: 'x' } } as const;
  // More than go into one transaction.
  const given = Array.from({ length: 450 }, () => ({ content, payerId: 'LAKES' }));
  for (let at = 1; ; at++) {
    const victim = new Mortal(at);
    const services = victim.services(world.services);
    const submitted = (async () => {
      const batch = await prepareBatch({ services, caller }, { name: 'one', origin: ORIGIN, items: given });
      await services.store.write((tx) => batch.commit(new AccountQueries(tx, caller.accountId)));
      return batch.id;
    })();
    const id = await Promise.race([submitted, victim.died]);
    const batches = await world.queries((queries) => queries.from('eligibility_batches').select('id').execute());
    if (id !== undefined) {
      expect(batches).toEqual([{ id }]);
      expect(await world.batch(id)).toMatchObject({ totalCount: 450, validatedCount: 450 });
      break;
    }
    // The commit may have been the last that it did: then it is there, and whoever sends it again is told so.
    if (batches.length > 0) {
      expect(victim.end).toBe('after: write');
      expect(await world.batch(batches[0]?.id ?? '')).toMatchObject({ totalCount: 450, validatedCount: 450 });
      await world.queries((queries) => queries.delete('eligibility_batches').execute());
    }
  }
  world.clock.advance(2 * 3_600_000);
  const { store } = world.services;
  expect(await purgeUnclaimedItems(store, world.clock.now())).toBeGreaterThan(450);
  const left = await world.queries((queries) => queries.from('eligibility_batch_items').select('id').execute());
  expect(left).toHaveLength(450);
});

it('a batch whose items were removed meanwhile is not made, and what made it is asked for again', async () => {
  const world = await batchWorld({ isIdle: true });
  const { store, clock } = world.services;
  const caller = { accountId: world.accountId, keyId: 'k', mode: 'live' } as const;
  const content = { source: 'json', request: { ...CHECK, submitterTransactionIdentifier: 'x' } } as const;
  const given = Array.from({ length: 600 }, () => ({ content, payerId: 'LAKES' }));
  const prepare = () => prepareBatch({ services: world.services, caller }, { origin: ORIGIN, items: given });
  const commit = (batch: Awaited<ReturnType<typeof prepare>>) =>
    store.write((tx) => batch.commit(new AccountQueries(tx, caller.accountId)));
  const [whole, partly] = [await prepare(), await prepare()];
  // The process stands still, and another one cleans up; of one batch only the last item is gone.
  await world.queries((own) => own.delete('eligibility_batch_items').where('id', '=', `${partly.id}.00599`).execute());
  await expect(commit(partly)).rejects.toMatchObject({ kind: 'unavailable' });
  world.clock.advance(2 * 3_600_000);
  const late = await prepare();
  expect(await purgeUnclaimedItems(store, clock.now())).toBe(1_199);
  await expect(commit(whole)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await world.queries((own) => own.from('eligibility_batches').select('id').execute())).toEqual([]);
  await commit(late);
  world.clock.advance(2 * 3_600_000);
  expect(await purgeUnclaimedItems(store, clock.now())).toBe(0);
  expect(await world.batch(late.id)).toMatchObject({ totalCount: 600 });
});
