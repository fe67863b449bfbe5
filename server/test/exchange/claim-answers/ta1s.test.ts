import { describe, expect, it, vi } from 'vitest';
import { TA1S_AT_ONCE } from '../../../src/exchange/claim-answers/tie-ta1s.js';
import { type AnswersWorld, answersWorld, interchangeOf, ta1 } from '../../support/claim-answers.js';

const NOON = Date.parse('2026-06-01T12:00:00Z');

/** TA1s of one answer. */
const many = (numbers: readonly number[]) =>
  interchangeOf(numbers.map((number) => `TA1*${String(number).padStart(9, '0')}*260601*1200*R*023`).join('\n'));

/** How often an answer reads from the store. */
async function readsOf(world: AnswersWorld, x12: string): Promise<number> {
  const { store } = world.services;
  const read = vi.fn(store.read);
  Object.assign(world.services, { store: { ...store, read } });
  await world.answer(x12);
  Object.assign(world.services, { store });
  return read.mock.calls.length;
}

describe('TA1s of one answer', () => {
  it('that are equal are looked up and listed once, as they say nothing new', async () => {
    const world = await answersWorld();
    const reads = await readsOf(world, many(Array.from({ length: 20 * TA1S_AT_ONCE }, () => 999_999_999)));
    expect(await world.unmatched()).toMatchObject([{ said: 'TA1', kind: 'none' }]);
    expect(reads).toBeLessThan(50);
  });

  it('that differ are looked up some at a time, in turns with the work of others, and each finds its file', async () => {
    const world = await answersWorld();
    const count = 5 * TA1S_AT_ONCE;
    const file = await world.file('account-1', [{}, {}]);
    const run = vi.spyOn(world.services.heavyTurns, 'run');
    const numbers = Array.from({ length: count - 1 }, (_, at) => 800_000_000 + at);
    const reads = await readsOf(world, many([...numbers, Number(file.interchange)]));
    expect(await world.states(file.claims)).toEqual(['REJECTED', 'REJECTED']);
    expect(await world.unmatched()).toHaveLength(count - 1);
    // One for some of them, and what a file that is found costs.
    expect(reads).toBeLessThan(50);
    expect(run.mock.calls.length).toBeGreaterThanOrEqual(5);
  });

  it('are as many as they are, however often its job begins', async () => {
    const world = await answersWorld();
    const { store } = world.services;
    const numbers = Array.from({ length: 6 * TA1S_AT_ONCE }, (_, at) => 800_000_000 + (at % 550));
    let writes = 0;
    const dying: typeof store.write = (work, options) => {
      if (++writes === 3) throw new Error('killed');
      return store.write(work, options);
    };
    Object.assign(world.services, { store: { ...store, write: dying } });
    await expect(world.answer(many(numbers))).rejects.toThrow('killed');
    Object.assign(world.services, { store });
    await world.answer(many(numbers));
    expect(await world.unmatched()).toHaveLength(550);
  });

  it('find their files where another has gone under one number more often than is looked at', async () => {
    const world = await answersWorld();
    const file = await world.file('account-1', [{}]);
    for (let at = 0; at < 45; at++) await world.file('account-1', [{}], { interchange: 700_000_000 });
    await world.answer(many([700_000_000, Number(file.interchange)]));
    expect(await world.states(file.claims)).toEqual(['REJECTED']);
    expect(await world.unmatched()).toMatchObject([{ said: 'TA1', kind: 'several' }]);
  });
});

describe('a TA1', () => {
  it.each([
    ['another day', '260531', '1200'],
    ['another time', '260601', '1201'],
    ['no moment', '', ''],
  ])('that names %s than the file was sent with is about another, and is listed', async (_, date, time) => {
    const world = await answersWorld();
    const file = await world.file('account-1', [{}]);
    await world.answer(ta1(file.interchange, 'R', '023', date, time));
    expect(await world.states(file.claims)).toEqual(['QUEUED']);
    expect(await world.unmatched()).toMatchObject([{ said: 'TA1', kind: 'none' }]);
  });

  it('is about the file of its moment, in whatever order several went under one number', async () => {
    const world = await answersWorld();
    const earlier = await world.file('account-1', [{}], { interchange: 5, sentAt: NOON - 60_000 });
    const later = await world.file('account-1', [{}], { interchange: 5 });
    await world.answer(ta1(earlier.interchange, 'R', '023', '260601', '1159'));
    expect(await world.states([...earlier.claims, ...later.claims])).toEqual(['REJECTED', 'QUEUED']);
  });

  it('counts by the moment of the envelope, and not by when the file was made of a claim of the day before', async () => {
    const world = await answersWorld();
    const file = await world.file('account-1', [{}], { sentAt: Date.parse('2026-05-31T23:58:00Z') });
    await world.answer(ta1(file.interchange, 'R', '023', '260531', '2358'));
    expect(await world.states(file.claims)).toEqual(['REJECTED']);
  });

  it('about a file whose bytes are gone moves nothing: a person decides', async () => {
    const world = await answersWorld();
    const file = await world.file('account-1', [{}]);
    await world.services.store.write((tx) => tx.deleteFrom('artifacts').where('owner_id', '=', file.id).execute());
    await world.answer(ta1(file.interchange));
    expect(await world.states(file.claims)).toEqual(['QUEUED']);
    expect(await world.unmatched()).toMatchObject([{ said: 'TA1', kind: 'none' }]);
  });
});
