import { expect, it } from 'vitest';
import { purgeOrphans, seenForADay } from '../../src/objects/orphans.js';
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
