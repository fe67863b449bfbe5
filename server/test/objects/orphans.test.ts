import { expect, it } from 'vitest';
import { bytesLeft, leaveToSweep, purgeOrphans, seenForADay } from '../../src/objects/orphans.js';
import { addAccount, readAs, writeAs } from '../support/accounts.js';
import { openTestStore } from '../support/open-test-store.js';

const DAY_MS = 86_400_000;

it('what was written down of bytes that somebody else has removed is forgotten in the end', async () => {
  const store = await openTestStore();
  await seenForADay(store, ['old'], ['old'], 0);
  await seenForADay(store, ['young'], ['young'], 20 * DAY_MS);
  const purge = (now: number) => store.write((tx) => purgeOrphans(tx, now, 500));
  expect(await purge(30 * DAY_MS)).toBe(0);
  expect(await purge(31 * DAY_MS)).toBe(1);
  const left = await store.read((db) => db.selectFrom('orphans').select('object_name').execute());
  expect(left).toEqual([{ object_name: 'young' }]);
  // What lies there nevertheless is looked at for a day once more.
  expect(await seenForADay(store, ['old'], ['old'], 31 * DAY_MS)).toEqual([]);
});

it('bytes that an account gives up lie there for a day from then on, whatever the sweep has seen before, and take its room', async () => {
  const store = await openTestStore();
  await addAccount(store, 'a');
  const givenUp = [
    { name: 'early', size: 5 },
    { name: 'late', size: 7 },
  ];
  // A put that took long: the sweep came by before its commit.
  await seenForADay(store, ['early'], ['early'], 0);
  await writeAs(store, 'a', (queries) => leaveToSweep(queries, givenUp, 10 * DAY_MS));
  const look = (now: number) => seenForADay(store, ['early', 'late'], ['early', 'late'], now);
  expect(await look(11 * DAY_MS - 1)).toEqual([]);
  expect(await readAs(store, 'a', bytesLeft)).toBe(12);
  expect(await look(11 * DAY_MS)).toEqual(['early', 'late']);
  // One that a row names after all, as files that came in are named by their executions, takes no room.
  await seenForADay(store, ['late'], [], 11 * DAY_MS);
  expect(await readAs(store, 'a', bytesLeft)).toBe(5);
});
