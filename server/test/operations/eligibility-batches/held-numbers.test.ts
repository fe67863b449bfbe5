import { expect, it } from 'vitest';
import { holdNumbers, releaseNumbers } from '../../../src/resources/control-numbers/restored-numbers.js';
import { batchWorld, isIdle, items, overInTime } from '../../support/batches.js';
import { until } from '../../support/test-jobs.js';

it('checks of a batch wait as long as control numbers are held after a restore, and are made then', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await world.submit({ items: items(3) });
  await world.services.store.write((tx) => holdNumbers(tx, '2026-01-01T00:00:00Z'));
  world.jobs.start();
  for (let minute = 0; minute < 60; minute++) {
    await until(() => isIdle(world));
    world.clock.advance(60_000);
  }
  expect(await world.batch(id)).toMatchObject({ status: 'IN_PROGRESS', validatedCount: 3 });
  await world.services.store.write((tx) => releaseNumbers(tx));
  expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 3 });
  expect(world.asked).toHaveLength(3);
});
