import { describe, expect, it } from 'vitest';
import { compileRules } from '../../../src/guide/rules/compile-rules.js';
import { RuleRunner } from '../../../src/guide/rules/rule-runner.js';
import type { RuleNode, RuleThen } from '../../../src/model/guide.js';
import { finish } from '../../../src/model/steps.js';
import { batchOf, DELIMITERS } from '../batch.js';
import { type Broken, loop, rulesOf, run, type SegmentOptions, type Step, segment } from './small-plan.js';
import { textSource } from './text-source.js';

/** Runs rules of one segment over its texts. */
function onSegment(rule: Omit<RuleNode, 'id'>, texts: readonly string[], options: SegmentOptions = {}): Broken[] {
  const only = segment('EB', { ...options, rules: [{ id: 'r', ...rule }] });
  return run(
    loop('', [only]),
    texts.map((text) => [only, text]),
  );
}

/** One claim loop with two kinds of segments and a child loop; `steps` inside it. */
function onClaim(rules: readonly Omit<RuleNode, 'id'>[], texts: readonly string[]): Broken[] {
  const clp = segment('CLP', { required: true, elements: ['AN', 'AN', 'R', 'R', 'N2'] });
  const cas = segment('CAS', { elements: ['AN', 'AN', 'R', 'R', 'AN', 'R'] });
  const svc = segment('SVC', { required: true, elements: ['AN', 'R', 'R'] });
  const ref = segment('REF', { elements: ['AN', 'AN*', 3] });
  const line = loop('2110', [svc]);
  const claim = loop(
    '2100',
    [clp, cas, ref, line],
    rules.map((rule, index) => ({ id: `r${index + 1}`, ...rule })),
  );
  const byTag = { CLP: clp, CAS: cas, REF: ref, SVC: svc };
  const steps = texts.flatMap((text): Step[] => {
    const tag = text.slice(0, 3) as keyof typeof byTag; // the tests use these tags only
    if (tag === 'CLP')
      return [
        ['open', claim],
        [clp, text],
      ];
    return tag === 'SVC'
      ? [
          ['open', line],
          [svc, text],
          ['close', line],
        ]
      : [[byTag[tag], text]];
  });
  return run(loop('', [claim]), [...steps, ['close', claim]]);
}

const reasons = (broken: readonly Broken[]): string[] => broken.map((b) => b.reason);

describe('a rule of a segment', () => {
  it('fires when its condition holds, at the element, with the trigger', () => {
    const rule = { when: [{ path: '01', is: ['C', 'G'] }], then: { path: '07', must: 'exist' } } as const;
    expect(onSegment(rule, ['EB*C*IND*30****5', 'EB*1', 'EB*G*IND'])).toEqual([
      {
        reason: 'element-dependent-missing',
        where: { segmentId: 'EB', loopId: undefined, ordinal: 3, offset: 30, element: 7, dataElement: '107' },
        extras: {
          rule: 'r',
          trigger: { segmentId: 'EB', loopId: undefined, ordinal: 3, offset: 30, element: 1, dataElement: '101' },
        },
      },
    ]);
  });

  it('forbids elements, and names the first that is there', () => {
    const rule = { when: [{ path: '02', is: ['2'] }], then: { path: '04,05,07', must: 'notExist' } } as const;
    const broken = onSegment(rule, ['EB*IL*2*ACME', 'EB*IL*2*ACME**B', 'EB*IL*1*DOE*JO']);
    expect(broken.map((b) => [b.reason, b.where.ordinal, b.where.element])).toEqual([
      ['element-dependent-not-used', 2, 5],
    ]);
  });

  it.each<[string, RuleThen, string[], string]>([
    ['beOneOf', { path: '02', must: 'beOneOf', values: ['A', 'B'] }, ['EB**A', 'EB', 'EB**C'], 'element-code-not-used'],
    [
      'notBeOneOf',
      { path: '02', must: 'notBeOneOf', values: ['C'] },
      ['EB**A', 'EB', 'EB**C'],
      'element-code-not-used',
    ],
    ['match', { path: '02', must: 'match', pattern: '^[139]' }, ['EB**1X', 'EB', 'EB**X1'], 'element-pattern'],
    [
      'ascend',
      { path: '02', must: 'ascend' },
      ['EB**20260101-20260101', 'EB**20260101', 'EB**20260102-20260101'],
      'rule-content',
    ],
    ['equal', { path: '02', must: 'equal', to: '01' }, ['EB*A*A', 'EB*A', 'EB*A*B'], 'rule-content'],
    ['differ', { path: '02', must: 'differ', to: '01' }, ['EB*A*B', 'EB**B', 'EB*A*A'], 'rule-content'],
    ['anyOf', { anyOf: ['01', '02'], must: 'exist' }, ['EB*A', 'EB**A', 'EB***A'], 'element-dependent-missing'],
  ])('%s breaks in the third segment only', (_name, then, texts, reason) => {
    expect(onSegment({ then }, texts).map((b) => [b.reason, b.where.ordinal])).toEqual([[reason, 3]]);
  });

  it('looks at every repetition and says which', () => {
    const broken = onSegment({ then: { path: '03', must: 'notBeOneOf', values: ['X'] } }, ['EB***A^B^X^X'], {
      elements: ['AN', 'AN', 'AN*'],
    });
    expect(broken.map((b) => b.where)).toMatchObject([{ element: 3, repetition: 3 }]);
  });

  it('looks into components', () => {
    const rule = {
      when: [{ path: '01-1', is: ['ABK'] }],
      then: { path: '02-1', must: 'notBeOneOf', values: ['BF'] },
    } as const;
    const broken = onSegment(rule, ['HI*ABK:A1*ABF:B2', 'HI*ABK:A1*BF:123', 'HI*BK:1*BF:123', 'HI*ABK:A1'], {
      elements: [3, 3],
    });
    expect(broken.map((b) => [b.where.ordinal, b.where.element, b.where.component])).toEqual([[2, 2, 1]]);
  });

  it('takes a composite of nothing but separators for absent', () => {
    expect(onSegment({ then: { path: '01', must: 'notExist' } }, ['EB*::', 'EB*'], { elements: [3] })).toEqual([]);
  });

  it('compares numbers by value', () => {
    const elements = ['R', 'N2'];
    expect(
      onSegment({ then: { path: '02', must: 'equal', to: '01' } }, ['EB*12.50*1250', 'EB*12.5*1251'], { elements }),
    ).toMatchObject([{ where: { ordinal: 2 } }]);
  });

  it('holds from an element or component that carries it', () => {
    const rule = { id: 'r', then: { path: '02', must: 'exist' } } as const;
    expect(onSegment({ then: { path: '01', must: 'exist' } }, ['EB*A'], { elementRules: { 1: [rule] } })).toMatchObject(
      [{ extras: { rule: 'r' } }],
    );
  });

  it('reports with the code and severity it names', () => {
    const rule = { code: '2', severity: 'warning', then: { path: '02', must: 'exist' } } as const;
    expect(onSegment(rule, ['EB*A'])).toMatchObject([
      { reason: 'element-conditional-missing', extras: { severity: 'warning' } },
    ]);
  });

  it('turns a condition round, and is then triggered by the segment', () => {
    const rule = {
      when: [{ path: '01', is: ['18', '6P'], not: true }],
      then: { path: '03', must: 'notExist' },
    } as const;
    const broken = onSegment(rule, ['REF*18*1*NAME', 'REF*SY*1*NAME', 'REF*SY*1']);
    expect(broken).toMatchObject([
      { where: { ordinal: 2, element: 3 }, extras: { trigger: { segmentId: 'EB', ordinal: 2 } } },
    ]);
    expect(broken[0]?.extras.trigger).not.toHaveProperty('element');
  });

  it('sees loops around it in conditions, as far as they have come', () => {
    const rule = {
      id: 'r',
      when: [{ path: 'BHT/06', is: ['RT'], not: true }],
      then: { path: '01', must: 'notExist' },
    } as const;
    const amt = segment('AMT', { rules: [rule] });
    const bht = segment('BHT');
    const inner = loop('2110C', [amt]);
    const root = loop('', [bht, inner]);
    const steps: Step[] = [
      ['open', inner],
      [amt, 'AMT*R*1'],
      ['close', inner],
    ];
    expect(run(root, [[bht, 'BHT*0022*13*1*2*3*RT'], ...steps])).toEqual([]);
    expect(reasons(run(root, [[bht, 'BHT*0022*13*1*2*3'], ...steps]))).toEqual(['element-dependent-not-used']);
  });
});

describe('a rule of a loop', () => {
  it('balances exactly, with signs, over child loops', () => {
    const rule = {
      then: { path: 'CLP/03', must: 'equalSum', equals: ['CLP/04', 'CAS/03,06', '2110/SVC/02', '-2110/SVC/03'] },
    } as const;
    expect(onClaim([rule], ['CLP*1*1*10.3*10', 'CAS*CO*45*.1**2*.1', 'SVC**.3*.2'])).toEqual([]);
    expect(onClaim([rule], ['CLP*1*1*10.3*10', 'CAS*CO*45*.1**2*.1', 'SVC**.3*.20001'])).toMatchObject([
      { reason: 'rule-balance', where: { segmentId: 'CLP', loopId: '2100', ordinal: 1, element: 3 } },
    ]);
  });

  it('counts with #, and reads implied decimals', () => {
    const rule = { then: { path: 'CLP/05', must: 'equalSum', equals: ['#2110'] } } as const;
    expect(onClaim([rule], ['CLP*****200', 'SVC', 'SVC'])).toEqual([]);
    expect(reasons(onClaim([rule], ['CLP*****200', 'SVC']))).toEqual(['rule-balance']);
  });

  it.each([
    ['CLP*1*1', 'an absent total'],
    ['CLP*1*1*1*abc', 'a text that is no number'],
    ['CLP*1*1*1*1E1', 'an exponent'],
  ])('does not judge a balance with %s (%s)', (text) => {
    expect(onClaim([{ then: { path: 'CLP/03', must: 'equalSum', equals: ['CLP/04'] } }], [text])).toEqual([]);
  });

  it('starts each occurrence anew', () => {
    const clp = segment('CLP', { elements: ['R', 'R'] });
    const claim = loop('2100', [clp], [{ id: 'r', then: { path: 'CLP/01', must: 'equalSum', equals: ['CLP/02'] } }]);
    const one = (text: string): Step[] => [
      ['open', claim],
      [clp, text],
      ['close', claim],
    ];
    expect(
      run(loop('', [claim]), [...one('CLP*1*2'), ...one('CLP*2*2'), ...one('CLP*2*1')]).map((b) => b.where.ordinal),
    ).toEqual([1, 3]);
  });

  it('reports a missing segment behind the loop, a missing loop by its trigger', () => {
    const when = [{ path: 'CLP/02', is: ['4'] }] as const;
    const rules = [
      { when, then: { path: 'REF', must: 'exist' } },
      { when, then: { path: '2110', must: 'exist' } },
      { when, then: { path: '2110/SVC/02', must: 'exist' } },
    ] as const;
    const broken = onClaim(rules, ['CLP*1*4', 'CAS*CO']);
    expect(broken).toMatchObject([
      {
        reason: 'segment-dependent-missing',
        where: { segmentId: 'REF', loopId: '2100', ordinal: 3, offset: 30 },
        extras: { trigger: { ordinal: 1, element: 2 } },
      },
      { reason: 'segment-dependent-missing', where: { segmentId: 'SVC', loopId: '2110', ordinal: 3 } },
      { reason: 'segment-dependent-missing', where: { segmentId: 'SVC', loopId: '2110', ordinal: 3 } },
    ]);
    expect(broken.every((b) => b.where.element === undefined)).toBe(true);
  });

  it('reports that no segment of some value is there, though one of its tag is', () => {
    const rule = { then: { path: 'CLP[02=9]/04', must: 'exist' } } as const;
    expect(onClaim([rule], ['CLP*1*9', 'CAS*CO'])).toMatchObject([{ reason: 'element-dependent-missing' }]);
    expect(onClaim([rule], ['CLP*1*4**1', 'CAS*CO'])).toMatchObject([
      { reason: 'segment-dependent-missing', where: { segmentId: 'CLP' } },
    ]);
  });

  it('places a missing element in its segment, and leaves a missing required segment to the structure', () => {
    const rule = { when: [{ path: 'REF', not: true }], then: { path: 'CLP/04', must: 'exist' } } as const;
    expect(onClaim([rule], ['CLP*1*4', 'CAS*CO'])).toMatchObject([
      {
        where: { segmentId: 'CLP', ordinal: 1, element: 4 },
        extras: { trigger: { segmentId: 'CLP', loopId: '2100', ordinal: 1 } },
      },
    ]);
    const claim = loop('2100', [segment('CLP', { required: true }), segment('REF')], [{ id: 'r', ...rule }]);
    expect(
      run(loop('', [claim]), [
        ['open', claim],
        ['close', claim],
      ]),
    ).toEqual([]);
  });

  it('forbids segments and loops where they stand', () => {
    const rules = [{ then: { path: 'REF', must: 'notExist' } }, { then: { path: '2110', must: 'notExist' } }] as const;
    expect(onClaim(rules, ['CLP*1', 'CAS*CO', 'SVC*A', 'REF*1', 'SVC*B'])).toMatchObject([
      { reason: 'segment-dependent-not-used', where: { segmentId: 'REF', ordinal: 4 } },
      { reason: 'segment-dependent-not-used', where: { segmentId: 'SVC', loopId: '2110', ordinal: 3 } },
    ]);
  });

  it('counts occurrences: too few at the end, too many at the last', () => {
    const occur = (path: string, min: number, max: number): Omit<RuleNode, 'id'> => ({
      then: { path, must: 'occur', min, max },
    });
    expect(onClaim([occur('REF', 1, 2), occur('2110', 1, 2)], ['CLP', 'REF', 'SVC'])).toEqual([]);
    expect(onClaim([occur('REF', 1, 2), occur('2110', 1, 2)], ['CLP', 'CAS'])).toMatchObject([
      { reason: 'segment-under-minimum', where: { segmentId: 'REF', ordinal: 3 } },
      { reason: 'loop-under-minimum', where: { segmentId: 'SVC', loopId: '2110', ordinal: 3 } },
    ]);
    expect(onClaim([occur('REF', 0, 1)], ['CLP', 'REF', 'REF', 'REF'])).toMatchObject([
      { reason: 'rule-content', where: { ordinal: 4 } },
    ]);
  });

  it('filters segments by a value of their own', () => {
    const rule = { when: [{ path: 'REF[01=G1|9F]/02', is: ['X'] }], then: { path: 'CAS', must: 'exist' } } as const;
    expect(onClaim([rule], ['CLP', 'REF*SY*X', 'REF*G1*Y'])).toEqual([]);
    expect(onClaim([rule], ['CLP', 'REF*SY*X', 'REF*G1*Y^X'])).toMatchObject([
      { extras: { trigger: { ordinal: 3, element: 2, repetition: 2 } } },
    ]);
  });

  it('compares each occurrence with a value that stood before', () => {
    const rule = { then: { path: 'REF/02', must: 'differ', to: 'CLP/01' } } as const;
    expect(onClaim([rule], ['CLP*A1', 'REF*SY*B', 'REF*1L*A1', 'REF*6P*A1'])).toMatchObject([
      { reason: 'rule-content', where: { ordinal: 3, element: 2 } },
    ]);
  });

  it('sees its own level only where the loop contains itself', () => {
    const hl = segment('HL');
    const lin = segment('LIN');
    const slots = [hl, lin];
    const rule = { id: 'r', when: [{ path: 'HL/03', is: ['I'] }], then: { path: 'LIN', must: 'exist' } } as const;
    const level = loop('HL', slots, [rule]);
    const inner = { ...level };
    (slots as unknown[]).push(inner); // shares its slots with the outer, as compileGuide makes it
    const steps: Step[] = [
      ['open', level],
      [hl, 'HL*1**I'],
      ['open', inner],
      [hl, 'HL*2*1*I'],
      [lin, 'LIN'],
      ['close', inner],
      ['close', level],
    ];
    expect(run(loop('', [level]), steps)).toMatchObject([
      { where: { segmentId: 'LIN', ordinal: 4 }, extras: { trigger: { ordinal: 1, element: 3 } } },
    ]);
  });
});

describe('RuleRunner', () => {
  const clp = segment('CLP', { elements: ['R', 'R'] });
  const claim = loop('2100', [clp], [{ id: 'r', then: { path: 'CLP/01', must: 'equalSum', equals: ['CLP/02'] } }]);
  const root = loop('', [segment('ST'), claim], [{ id: 's', then: { path: '2100', must: 'occur', max: 1 } }]);

  it('watches only what rules look at', () => {
    const plan = rulesOf(root);
    expect([[...plan.segments.keys()], plan.count]).toEqual([[clp], 2]);
    expect([root, claim].every(({ ruleProgram }) => ruleProgram !== undefined)).toBe(true);
  });

  it.each([':', '.', '-'])('adds up first components on their bytes, where %s separates them', (component) => {
    const total = segment('CLP', { elements: ['R', 2] });
    const rule: RuleNode = { id: 'r', then: { path: 'CLP/01', must: 'equalSum', equals: ['CLP/02-1'] } };
    const open = loop('2100', [total], [rule]);
    const broken: string[] = [];
    const runner = new RuleRunner(rulesOf(loop('', [open])), (_reason, _where, { rule }) => broken.push(rule));
    const judge = (text: string): readonly string[] => {
      runner.openLoop(open, 1, 2, 10);
      const delimiters = { ...DELIMITERS, component };
      runner.separate(delimiters);
      runner.batchSegment(total, 1, batchOf(text, delimiters), 0, 2, 10);
      runner.closeLoop(open, 1, 3, 20);
      return broken.splice(0);
    };
    expect(judge('CLP*12*12~')).toEqual([]);
    expect(judge('CLP*12*13~')).toEqual(['r']);
    expect(judge(`CLP*12*12${component}5~`)).toEqual([]);
    expect(judge(`CLP*12*13${component}5~`)).toEqual(['r']);
  });

  it('forgets a set that broke off when the next begins', () => {
    const broken: string[] = [];
    const runner = new RuleRunner(rulesOf(root), (_reason, _where, { rule }) => broken.push(rule));
    runner.openLoop(root, 0, 1, 0);
    runner.openLoop(claim, 1, 2, 10);
    runner.segment(clp, 1, textSource('CLP*1*2'), 2, 10);
    runner.openLoop(root, 0, 1, 0);
    runner.openLoop(claim, 1, 2, 10);
    runner.segment(clp, 1, textSource('CLP*2*2'), 2, 10);
    runner.closeLoop(claim, 1, 3, 20);
    runner.closeLoop(root, 0, 3, 20);
    expect(broken).toEqual([]);
  });

  it.each<[string, Partial<RuleNode> & Pick<RuleNode, 'then'>]>([
    ['a path that leads to nothing', { then: { path: '2300/CLM', must: 'exist' } }],
    ['a condition that leads to nothing', { when: [{ path: 'XX/01' }], then: { path: 'CLP', must: 'exist' } }],
    ['an element that is not defined', { then: { path: 'CLP/03', must: 'exist' } }],
    ['a value rule on a segment', { then: { path: 'CLP', must: 'beOneOf', values: ['A'] } }],
    ['a sum of segments', { then: { path: 'CLP/01', must: 'equalSum', equals: ['CLP'] } }],
    ['a pattern that is no expression', { then: { path: 'CLP/01', must: 'match', pattern: '(' } }],
    ['a code of the other level', { code: 'I13', then: { path: 'CLP', must: 'notExist' } }],
    ['an empty anyOf', { then: { anyOf: [], must: 'exist' } }],
  ])('refuses %s with the rule in the error', (_name, rule) => {
    const bad = loop('', [loop('2100', [clp], [{ id: 'bad-rule', ...rule }])]);
    expect(() => finish(compileRules(bad))).toThrowError(
      expect.objectContaining({ code: 'X12_GUIDE_INVALID', message: expect.stringContaining('bad-rule') }) as Error,
    );
  });
});
