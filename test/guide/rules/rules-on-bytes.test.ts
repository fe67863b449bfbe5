import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { STATE_KNOWN, STATE_WORDS } from '../../../src/guide/plan/walk-state.js';
import { forceWalk, wideWalk } from '../../../src/guide/walk/wide-walk.js';
import { fullEngine } from '../../engine/guides.js';

// Rules of the 271 that bytes settle: EB08 fits an expression (E037), REF03 stands beside some codes of REF01 alone (E045), TRN03 begins with one of three digits (E016).

const engine = fullEngine({ clock: () => Date.UTC(2026, 3, 1, 9, 31) });

const FRACTION = /^0*(?:\.\d*|1(?:\.0*)?)?$/u;
const NAMED = ['18', '1L', '6P', 'N6'];
const FRACTIONS = ['.5', '0', '1', '1.0', '.25', '0.25', '00.5', '1.5', '2', '.123456', '1.00000', '11', '01'];
const NUMBERS = ['18', '1L', '6P', 'N6', '1W', 'CT', 'EA', 'HJ'];

const benefit = fc.record({
  share: fc.option(fc.constantFrom(...FRACTIONS), { freq: 4 }),
  numbers: fc.array(fc.record({ code: fc.constantFrom(...NUMBERS), name: fc.option(fc.constantFrom('GOLD', 'A:B')) }), {
    maxLength: 3,
  }),
});
const answer = fc.record({
  origin: fc.constantFrom('1234567890', '3ABCDEFGHI', '9CLINIC001', '2CLINIC001', 'X', '1'),
  benefits: fc.array(benefit, { maxLength: 9 }),
});

type Answer = typeof answer extends fc.Arbitrary<infer A> ? A : never;

/** The set, and the rules that it breaks: the id and the number of the segment. */
function written(
  { origin, benefits }: Answer,
  number = 1,
): { readonly segments: readonly string[]; readonly broken: string[] } {
  const segments = [`ST*271*000${number}*005010X279A1`, 'BHT*0022*11*REQ1*20260401*0931', 'HL*1**20*1'];
  segments.push('NM1*PR*2*NORTH HEALTH*****PI*00123', 'HL*2*1*21*1', 'NM1*1P*2*LAKE CLINIC*****XX*1234567893');
  segments.push('HL*3*2*22*0', `TRN*1*T-1*${origin}`, 'NM1*IL*1*DOE*JANE****MI*M0001');
  const broken = /^[139]/.test(origin) ? [] : ['E016 8'];
  for (const { share, numbers } of benefits) {
    segments.push(`EB*1*IND*30*****${share ?? ''}`.replace(/\*+$/, ''));
    if (share !== null && !FRACTION.test(share)) broken.push(`E037 ${segments.length}`);
    for (const { code, name } of numbers) {
      segments.push(name === null ? `REF*${code}*N1` : `REF*${code}*N1*${name}`);
      if (name !== null && !NAMED.includes(code)) broken.push(`E045 ${segments.length}`);
    }
  }
  segments.push(`SE*${segments.length + 1}*000${number}`);
  return { segments, broken };
}

function interchange(answers: readonly Answer[]): Uint8Array {
  const segments = [
    'ISA*00*          *00*          *ZZ*NORTHHEALTH    *ZZ*LAKECLINIC     *260401*0931*^*00501*000000072*0*T*:',
    'GS*HB*NORTHHEALTH*LAKECLINIC*20260401*0930*72*X*005010X279A1',
    ...answers.flatMap((one, index) => written(one, index + 1).segments),
    `GE*${answers.length}*72`,
    'IEA*1*000000072',
  ];
  return new TextEncoder().encode(`${segments.join('~')}~`);
}

const TOLD = ['E016', 'E037', 'E045'];

afterEach(() => forceWalk(undefined));

describe('rules that bytes settle', () => {
  it.each(['loop', 'wide', undefined] as const)(
    'are broken by what breaks them, and by nothing else (%s)',
    async (walk) => {
      forceWalk(walk);
      const answers = fc.array(answer, { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(answers, async (sets) => {
          const { findings } = await engine.validate(interchange(sets));
          const told = findings.filter(({ rule }) => rule !== undefined && TOLD.includes(rule));
          const expected = sets.flatMap((one) => written(one).broken);
          expect(told.map(({ rule, at }) => `${rule} ${at.segment}`)).toEqual(expected);
        }),
        { numRuns: 120 },
      );
    },
  );

  it('remember short values that they have found right, and forget them with the input', async () => {
    let tested = 0;
    const matcher = {
      compile(pattern: string) {
        const expression = new RegExp(pattern, 'u');
        const test = (text: string) => {
          if (text === '.5') tested++;
          return expression.test(text);
        };
        return { test };
      },
    };
    const counting = fullEngine({ matcher });
    forceWalk('wide');
    const one: Answer = { origin: '1234567890', benefits: Array(8).fill({ share: '.5', numbers: [] }) };
    expect((await counting.validate(interchange([one, one, one]))).findings).toEqual([]);
    expect(tested).toBe(1);
    await counting.validate(interchange([one]));
    expect(tested).toBe(2);
    const state = wideWalk()?.state.words ?? expect.fail();
    expect(state.subarray(STATE_KNOWN, STATE_WORDS).every((word) => word === 0)).toBe(true);
  });
});
