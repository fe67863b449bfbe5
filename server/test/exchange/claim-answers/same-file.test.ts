import { expect, it } from 'vitest';
import { watchedStore } from '../../store/watched-plans.js';
import { answersWorld, functional, type PlantedFile, ta1 } from '../../support/claim-answers.js';

const CLAIMS = 60;

/** An answer with so many 999s, each of which speaks of every set of a file; and TA1s. */
function repeated(file: PlantedFile, times: number): string {
  const sets = Object.fromEntries(file.claims.map((_, at) => [String(at + 1).padStart(4, '0'), 'A']));
  return functional(file.group, sets, 'A').repeat(times);
}

it('many acknowledgments of one file have its claims read once, and locked where they move', async () => {
  const world = await answersWorld();
  const file = await world.file(
    'account-1',
    Array.from({ length: CLAIMS }, () => ({})),
  );
  const { store } = world.services;
  const watched = watchedStore(store);
  Object.assign(world.services, { store: watched.store });
  await world.answer(`${repeated(file, 20)}${ta1(file.interchange).repeat(3)}`);
  Object.assign(world.services, { store });
  const asked = await watched.statements();
  const count = (pattern: RegExp) => asked.filter((statement) => pattern.test(statement)).length;
  expect(count(/^select \S+ from "claim_file_items"/)).toBe(1);
  // As it is received and refused, by one transaction: what repeats that makes no further ones.
  expect(count(/^update "claims" set .* returning/)).toBe(CLAIMS);
  expect(new Set(await world.states(file.claims))).toEqual(new Set(['REJECTED']));
  const [answer] = await store.read((db) => db.selectFrom('claim_answers').selectAll().execute());
  expect(answer).toMatchObject({ state: 'READ', done: 23, claim_count: 2 * CLAIMS });
  expect(await world.unmatched()).toEqual([]);
});
