import { expect, it } from 'vitest';
import { resultSets } from '../../../src/exchange/core-submissions/result-sets.js';
import { answeredItems } from '../../../src/exchange/eligibility-batches/answered-items.js';
import { resultRow, resultTable } from '../../../src/exchange/eligibility-batches/result-rows.js';
import { purgeExpired } from '../../../src/maintenance/purge-expired.js';
import { BATCHES, type BatchWorld, batchWorld, items } from '../../support/batches.js';
import { file270 } from '../../support/core-batches.js';
import { sets, written } from '../../support/core-results.js';

/** The answers of checks that were over first have passed their time, and their batch, which took longer, has not. */
async function expireAnswers(world: BatchWorld, count: number): Promise<void> {
  const { clock, queries, services } = world;
  const rows = await queries((own) =>
    own.from('eligibility_batch_items').select('check_id').orderBy('id').limit(count).execute(),
  );
  const ids = rows.map(({ check_id }) => check_id ?? '');
  await queries((own) =>
    own.update('artifacts').set({ expires_at: clock.now() }).where('owner_id', 'in', ids).execute(),
  );
  await purgeExpired(services);
}

const poll = async (world: BatchWorld) => (await world.call('GET', `${BATCHES}/polling/batch-eligibility`)).json();

it('an answer that has passed its time is polled no more: it is not told as an error of a check that was answered', async () => {
  const world = await batchWorld();
  const id = await world.submit({ items: items(3) });
  await world.over(id);
  expect((await poll(world)).items).toHaveLength(3);
  await expireAnswers(world, 2);
  const { items: left } = await poll(world);
  expect(left).toMatchObject([{ submitterTransactionIdentifier: 'own-2' }]);
  const { items: told } = await answeredItems(world.services, world.accountId, { batchId: id });
  expect(told.map(({ answer }) => answer !== undefined)).toEqual([false, false, true]);
  const [, first] = resultTable(told.map(resultRow)).split('\r\n');
  expect(first).toContain('"Answered",""');
});

it('results of a file of which an answer has passed its time are not there as if no payer had answered', async () => {
  const world = await batchWorld();
  const batchId = (await written(world, file270(sets(2))))?.batch_id ?? '';
  await expireAnswers(world, 1);
  const left = [];
  for await (const { question } of resultSets(world.services, world.accountId, batchId)) left.push(question);
  expect(left.map((question) => question.includes('CLINIC-2'))).toEqual([true]);
});
