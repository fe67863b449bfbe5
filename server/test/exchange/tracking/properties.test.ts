import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerTo,
  applyAnswer,
  expectAnswers,
  groupsOf,
  type PartnerAnswer,
  sendGroups,
  statesOf,
} from '../../support/answers.js';
import { coreApp } from '../../support/core-app.js';
import type { TestApp } from '../../support/test-app.js';

const SIZES = [3, 2];

/** Everything that a partner may say of one file. */
const SAID = [
  {},
  { reject: [[1, 2]] },
  {
    reject: [
      [2, 1],
      [2, 2],
    ],
  },
  { reject: [[1, 1]], policy: { errors: 'accept' } },
  { functional: 'none', ta1: 'always' },
  { functional: 'none', ta1: 'always', ta105: '025' },
  { functional: 'none', ta1: 'always', ta105: '009' },
] as const;

async function outcome(test: TestApp, order: readonly number[]) {
  const { executionId, edi } = await sendGroups(test, SIZES);
  const answers = new Map<number, PartnerAnswer>();
  for (const index of order) {
    const answer = answers.get(index) ?? (await answerTo(edi, SAID[index]));
    answers.set(index, answer);
    await applyAnswer(test, answer);
  }
  const groups = await groupsOf(test, executionId);
  return {
    sets: await statesOf(test, executionId),
    groups: groups.map(({ state, interchange_answer, duplicate }) => [state, interchange_answer, duplicate]),
  };
}

describe('what came of a file', () => {
  it('is the same in whatever order answers come, and however often', async () => {
    const test = await coreApp();
    await expectAnswers(test, { interchange: true, functional: true });
    const some = fc.uniqueArray(fc.nat(SAID.length - 1), { minLength: 1 });
    const orders = some.chain((chosen) =>
      fc.tuple(fc.constant(chosen), fc.shuffledSubarray([...chosen, ...chosen], { minLength: chosen.length })),
    );
    await fc.assert(
      fc.asyncProperty(orders, async ([chosen, shuffled]) => {
        const again = [...shuffled, ...chosen.filter((index) => !shuffled.includes(index))];
        expect(await outcome(test, again)).toEqual(await outcome(test, chosen));
      }),
      { numRuns: 25 },
    );
  });
});
