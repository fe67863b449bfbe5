import { expect, it } from 'vitest';
import { ROUTE_SUBMISSION_COMMANDS } from '../../src/commands/route-submissions.js';
import { none } from '../../src/exchange/payer-routes/replies.js';
import { batchWorld, isIdle, items } from '../support/batches.js';
import { answerTo } from '../support/eligibility.js';
import { FILE_ROUTE, FilePayer, insertFileRoute } from '../support/file-payer.js';
import { runCommand } from '../support/run-command.js';
import { until } from '../support/test-jobs.js';

it('lists files of checks while they are on their way: what is left of each, and what is waited for', async () => {
  const world = await batchWorld({ route: { ...FILE_ROUTE, batch: { mostChecks: 2, pollMs: 60_000 } } });
  await insertFileRoute(world.services.store, { mostChecks: 2 });
  const payer = new FilePayer();
  payer.answer = async (x12, place) => (place === 2 ? answerTo(x12) : undefined);
  let isOpen = false;
  world.files = (step) => (isOpen ? payer.take(step) : none('not-reached', false));
  const shown = async () =>
    (await runCommand(world.services, ROUTE_SUBMISSION_COMMANDS, 'route-submissions', {})).shown;
  expect(await shown()).toContain('No file of checks is on its way.');
  const batchId = await world.submit({ items: items(3) });
  await expect.poll(shown).toMatch(/tried once.*\n.*tried once/);
  const lines = (await shown()).split('\n');
  expect(lines.map((line) => /\d of \d checks left/.exec(line)?.[0]).sort()).toEqual([
    '1 of 1 checks left',
    '2 of 2 checks left',
  ]);
  for (const line of lines) {
    expect(line).toContain(`  ${FILE_ROUTE.name}  `);
    expect(line).toContain(`  batch ${batchId}  not taken, tried once, until 20`);
  }
  isOpen = true;
  await until(async () => {
    if (await isIdle(world)) world.clock.advance(30_000);
    return /sent 20.*, 999 read, until 20.*\n.*sent 20.*, 999 read, until 20/.test(await shown());
  });
  await expect.poll(shown).toContain('1 of 2 checks left');
});
