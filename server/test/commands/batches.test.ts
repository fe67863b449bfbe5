import { expect, it } from 'vitest';
import { BATCH_COMMANDS } from '../../src/commands/batches.js';
import type { Command } from '../../src/commands/command.js';
import { createMetrics } from '../../src/metrics.js';
import { batchFigures } from '../../src/resources/eligibility-batches/figures.js';
import { type BatchWorld, batchWorld, items } from '../support/batches.js';

async function run({ services }: BatchWorld, name: string, ...words: readonly string[]): Promise<string> {
  const command: Command | undefined = BATCH_COMMANDS.find((one) => one.name === name || one.alias === name);
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  const input = await command.prepare({ positionals: words, options: {} }, {});
  return command.show((await command.run(services, input)) as never, 80);
}

it('says how far batches are', async () => {
  const world = await batchWorld({ isIdle: true });
  expect(await run(world, 'batches')).toBe('There are no batches.');
  const id = await world.submit({ name: 'tomorrow', items: items(3) });
  const listed = await run(world, 'batches list');
  expect(listed).toMatch(new RegExp(`^${id}  IN_PROGRESS +0 of 3  2026-01-15T\\d\\d:\\d\\d  tomorrow$`));
  world.jobs.start();
  await world.over(id);
  const shown = await run(world, 'batches show', id);
  expect(await run(world, 'batches show', 'tomorrow')).toBe(shown);
  expect(shown).toMatch(/^tomorrow {2}COMPLETED {2}\(API, 2026-01-15T/);
  expect(shown).toMatch(/^ +3 {2}answered by the payer$/m);
  await expect(run(world, 'batches show', '01a205bc-1f20-7000-8c57-3b9ad1e6f042')).rejects.toThrow(
    'no such eligibility batch',
  );
  await expect(run(world, 'batches show')).rejects.toThrow('takes the id');
});

it('counts checks of batches, and how long accounts wait', async () => {
  const world = await batchWorld({ isIdle: true });
  await world.submit({ items: items(3) });
  world.clock.advance(5_000);
  const { oldest, ...counts } = await world.services.store.read(batchFigures);
  expect([counts, oldest]).toEqual([
    { waiting: 3, underWay: 0 },
    [{ accountId: world.accountId, since: world.clock.now() - 5_000 }],
  ]);
  const ages = oldest.map(({ accountId }) => ({ accountId, seconds: 5 }));
  const text = await createMetrics({ process: false, batches: async () => ({ ...counts, oldest: ages }) }).text();
  expect(text).toContain('ediloom_batch_checks{state="waiting"} 3');
  expect(text).toContain(`ediloom_batch_age_seconds{account="${world.accountId}"} 5`);
});
