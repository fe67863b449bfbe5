import { expect, it, vi } from 'vitest';
import { watchedStore } from '../../store/watched-plans.js';
import { answersWorld, claimReport, interchangeOf } from '../../support/claim-answers.js';

/** A batch has thousands of claims, and a payer may say thousands of things of it: what is done for one of them is not done for all claims of the batch again. */

const COUNT = 40;

it('providers of one batch that are refused one by one have its claims read once', async () => {
  const world = await answersWorld();
  const sent = await world.file(
    'account-1',
    Array.from({ length: COUNT }, () => ({})),
    { perSet: COUNT },
  );
  const providers = Array.from({ length: COUNT }, (_, at) => [
    ...[`HL*${at + 3}*2*19*0`, `NM1*85*2*CLINIC*****XX*${1_555_000_000 + at}`, 'TRN*1*0', 'STC*A7:562:85**U*10'],
  ]);
  const batch = ['HL*2*1*21*1', 'NM1*41*2*SENDER*****46*SENDER', `TRN*2*${sent.claims[0]?.trace}`];
  const reads = vi.spyOn(world.services.store, 'read');
  await world.answer(
    interchangeOf([claimReport([]), ...batch, 'STC*A1:19:PR*20260601*WQ*10', ...providers.flat()].join('\n')),
  );
  // By each claim for each provider they are 1,600.
  expect(reads.mock.calls.length).toBeLessThan(5 * COUNT);
  expect(await world.unmatched()).toHaveLength(COUNT);
  expect(new Set(await world.states(sent.claims))).toEqual(new Set(['QUEUED']));
});

it.each([
  ['by their numbers', true, 'ACCEPTED'],
  ['by their batch alone', false, 'QUEUED'],
])(
  'claims of one batch with one patient control number, named %s, are not compared each with all',
  async (_, isNumbered, state) => {
    const world = await answersWorld();
    const sent = await world.file(
      'account-1',
      Array.from({ length: COUNT }, () => ({ number: 'SAME' })),
      { perSet: COUNT },
    );
    const bht = sent.claims[0]?.trace;
    const macs = vi.spyOn(world.services.realTime.patients, 'of');
    const said = sent.claims.map((claim) => ({ claim, bht, ...(isNumbered ? {} : { d9: undefined }) }));
    await world.answer(interchangeOf(claimReport(said)));
    expect(macs.mock.calls.length).toBeLessThan(10 * COUNT);
    expect(new Set(await world.states(sent.claims))).toEqual(new Set([state]));
    expect((await world.unmatched()).length).toBe(isNumbered ? 0 : COUNT);
  },
);

it.each([
  ['not by it where their numbers settle which they are', true],
  ['by it where they are named by their batch alone', false],
])(
  'claims of one patient control number, of which an account may have all, are looked up %s',
  async (_, isNumbered) => {
    const world = await answersWorld();
    const sent = await world.file('account-1', [{ number: 'SAME' }]);
    const watched = watchedStore(world.services.store);
    Object.assign(world.services, { store: watched.store });
    const said = sent.claims.map((claim) => ({ claim, bht: claim.trace, ...(isNumbered ? {} : { d9: undefined }) }));
    await world.answer(interchangeOf(claimReport(said)));
    const byPatient = (await watched.statements()).filter((text) => text.includes('"claim"."patient_index" in'));
    expect(byPatient).toHaveLength(isNumbered ? 0 : 1);
    expect(await world.states(sent.claims)).toEqual(['ACCEPTED']);
  },
);
