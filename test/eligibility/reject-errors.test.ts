import { describe, expect, it } from 'vitest';
import { REJECT_ADVICE } from '../../src/eligibility/texts/reject-advice.js';
import { REJECT_LEVELS } from '../../src/eligibility/texts/reject-levels.js';
import { FOLLOW_UP_TEXTS, REJECT_TEXTS } from '../../src/eligibility/texts/reject-texts.js';
import { answersOf, HEAD, interchange271, RECEIVER, SOURCE, SUBSCRIBER } from './response-fixture.js';

const DEPENDENT = ['HL*4*3*23*0', 'TRN*2*T-1*9CLINIC001', 'NM1*03*1*DOE*TIM'];
const [levelA, ...nameA] = SOURCE;
const [levelC, ...nameC] = SUBSCRIBER;

/** Where an AAA segment may stand: the object that has its error, the loop, and the set with the AAA in it. */
const PLACES: readonly (readonly [keyof typeof REJECT_LEVELS, string, (aaa: string) => readonly string[]])[] = [
  ['payer', '2000A', (aaa) => [levelA, aaa, ...nameA]],
  ['payer', '2100A', (aaa) => [...SOURCE, aaa]],
  ['provider', '2100B', (aaa) => [...SOURCE, ...RECEIVER, aaa]],
  ['subscriber', '2100C', (aaa) => [...SOURCE, ...RECEIVER, levelC, ...nameC, aaa]],
  ['subscriber', '2110C', (aaa) => [...SOURCE, ...RECEIVER, ...SUBSCRIBER, 'EB*V', aaa]],
  ['dependent', '2100D', (aaa) => [...SOURCE, ...RECEIVER, ...SUBSCRIBER, ...DEPENDENT, aaa]],
  ['dependent', '2110D', (aaa) => [...SOURCE, ...RECEIVER, ...SUBSCRIBER, ...DEPENDENT, 'EB*V', aaa]],
];

describe('AAA errors', () => {
  for (const [level, loop, segments] of PLACES) {
    it.each(REJECT_LEVELS[level])(`gives code %s in loop ${loop} to the ${level}`, async (code) => {
      const [answer] = await answersOf(interchange271(...HEAD, ...segments(`AAA*N**${code}*C`)));
      const error = {
        field: 'AAA',
        code,
        description: texts(REJECT_TEXTS)[code],
        followupAction: 'Please Correct and Resubmit',
        location: `Loop ${loop}`,
        possibleResolutions: texts(REJECT_ADVICE)[code],
      };
      const owner = level === 'dependent' ? answer?.dependents[0] : answer?.[level];
      expect(owner?.aaaErrors).toEqual([error]);
      expect(answer?.errors).toEqual([error]);
    });
  }

  it('covers every code at one level at least', () => {
    const covered = new Set<string>(Object.values(REJECT_LEVELS).flat());
    expect([...covered].sort()).toEqual(Object.keys(REJECT_TEXTS).sort());
  });

  it.each(Object.entries(FOLLOW_UP_TEXTS))('gives the text of follow-up action %s', async (code, followupAction) => {
    const [answer] = await answersOf(interchange271(...HEAD, ...SOURCE, `AAA*N**42*${code}`));
    expect(answer?.errors[0]).toMatchObject({ code: '42', followupAction });
  });

  it('passes codes on that no list has, and says so', async () => {
    const [answer] = await answersOf(interchange271(...HEAD, ...SOURCE, 'AAA*N**Q9*Q'));
    expect(answer?.errors).toEqual([
      { field: 'AAA', code: 'Q9', description: 'Q9', followupAction: 'Q', location: 'Loop 2100A' },
    ]);
    expect(answer?.warnings?.map(({ code }) => code)).toContain('response::271::code_unknown');
  });

  it('lists the errors of all levels from the outside in', async () => {
    const [answer] = await answersOf(
      interchange271(...HEAD, ...SOURCE, 'AAA*Y**42*R', ...RECEIVER, 'AAA*Y**51*C', ...SUBSCRIBER, 'AAA*Y**75*C'),
    );
    expect(answer?.errors.map(({ code }) => code)).toEqual(['42', '51', '75']);
  });
});

function texts(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return table;
}
