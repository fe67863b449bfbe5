import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answersWorld, claimReport, functional, interchangeOf, ta1 } from '../../support/claim-answers.js';

it('answers in any order and number leave the same states', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
      fc.array(fc.nat(5), { maxLength: 4 }),
      async (order, again) => {
        const world = await answersWorld();
        const { claims, group, interchange } = await world.file('account-1', [{}, {}, {}, {}]);
        const refused = await world.file('account-2', [{}]);
        const [a, b, c, d] = claims;
        if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('none');
        const none = { d9: undefined, bht: undefined } as const;
        const answers = [
          functional(group, { '0001': 'A', '0002': 'A', '0003': 'R', '0004': 'A' }, 'P'),
          interchangeOf(claimReport([{ claim: a }, { claim: b, ...none }])),
          interchangeOf(claimReport([{ claim: a, code: 'A2:20' }])),
          interchangeOf(claimReport([{ claim: b, code: 'A7:21', action: 'U', d9: undefined }])),
          ta1(refused.interchange),
          ta1(interchange, 'A', '000'),
        ];
        for (const at of [...order, ...again]) await world.answer(answers[at] ?? '');
        expect(await world.states([...claims, ...refused.claims])).toEqual([
          'IN_ADJUDICATION',
          'REJECTED',
          'REJECTED',
          'RECEIVED',
          'REJECTED',
        ]);
        expect(await world.unmatched()).toEqual([]);
        const { services } = world;
        const history = await services.store.read((db) => db.selectFrom('claim_history').selectAll().execute());
        // Each event once, however often it was told.
        const told = history.map(({ claim_id, state, source }) => `${claim_id} ${state} ${source}`);
        expect(new Set(told).size).toBe(told.length);
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);
