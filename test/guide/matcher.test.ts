import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import { checkGuide } from '../../src/guide/check/check-guide.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { applyOverlay, type Overlay } from '../../src/guide/overlay/apply-overlay.js';
import { LONGEST_WITH_PATTERN, type Matcher, misses, nativeMatcher } from '../../src/guide/plan/matcher.js';
import type { Guide } from '../../src/model/guide.js';
import { smallGuide } from '../guides/small-guide.js';

const REFERENCE = 'reference_identification_02';
const AT = `/properties/heading/properties/reference_REF/items/properties/${REFERENCE}`;

/** The small guide with patterns on REF02, and where given a rule on REF that matches. */
function patterned(pattern: string, rule?: string): Guide {
  const rules = rule === undefined ? [] : [{ id: 'form', then: { path: '02', must: 'match' as const, pattern: rule } }];
  const overlay: Overlay = {
    overlay: 'patterned',
    base: 'small-1',
    patch: {
      properties: {
        heading: {
          properties: {
            reference_REF: { items: { properties: { [REFERENCE]: { x12: { pattern } } }, x12: { rules } } },
          },
        },
      },
    },
  };
  return applyOverlay(smallGuide(), overlay);
}

/** Native, and remembers what it was asked. */
function spy(): Matcher & { readonly compiled: string[]; readonly tested: string[] } {
  const compiled: string[] = [];
  const tested: string[] = [];
  return {
    compiled,
    tested,
    compile(pattern) {
      compiled.push(pattern);
      const test = nativeMatcher.compile(pattern);
      return { test: (text) => tested.push(text) > 0 && test.test(text) };
    },
  };
}

const picky: Matcher = {
  compile: (pattern) => {
    if (pattern.includes('(?=')) throw new Error('Look-ahead is not taken. Write it out.');
    return nativeMatcher.compile(pattern);
  },
};

function written(guide: Guide, reference: string, matcher?: Matcher | ((guide: Guide) => Matcher)): readonly string[] {
  const engine = createEngine({ guides: [guide], matcher, clock: () => 0 });
  const party = (name: string) => ({ [`${name}_N1`]: { name_02: 'ACME' } });
  const data = { heading: { reference_REF: [{ [REFERENCE]: reference }], buyer_N1_loop: party('buyer') } };
  const header = {
    senderQualifier: 'ZZ',
    senderId: 'US',
    receiverQualifier: 'ZZ',
    receiverId: 'THEM',
    controlNumber: '1',
  };
  const group = {
    header: { applicationSenderCode: 'US', applicationReceiverCode: 'THEM', controlNumber: '1' },
    transactions: [{ guide: 'small-1+patterned', data }],
  };
  const { findings } = engine.generate({ interchanges: [{ header, groups: [group] }] }, { findings: 'report' });
  return findings.map(({ reason }) => reason).filter((reason) => reason === 'element-pattern');
}

describe('matcher', () => {
  it('tests every pattern of a guide, and compiles each once', () => {
    const matcher = spy();
    const guide = patterned('^[A-Z]+$', '^[A-Z]+$');
    expect(written(guide, 'ABC', matcher)).toEqual([]);
    expect(written(guide, 'abc', matcher)).toEqual(['element-pattern', 'element-pattern']);
    expect(matcher.compiled.filter((pattern) => pattern === '^[A-Z]+$')).toHaveLength(1);
    expect(matcher.tested).toContain('abc');
  });

  it('is chosen for each guide where that is asked for', () => {
    const matcher = spy();
    const asked: Guide[] = [];
    const guide = patterned('^B');
    const choose = (one: Guide): Matcher => {
      asked.push(one);
      return matcher;
    };
    expect(written(guide, 'A', choose)).toEqual(['element-pattern']);
    expect(asked).toEqual([guide]);
    // By the short way, which gives the set up, and by the long one, which tells.
    expect(matcher.tested).toEqual(['A', 'A']);
  });

  it('is part of what a compiled guide is known by', () => {
    const guide = patterned('^A');
    const plan = compileGuide(guide);
    expect(compileGuide(guide)).toBe(plan);
    const matcher = spy();
    const other = compileGuide(guide, { matcher });
    expect(other).not.toBe(plan);
    expect(compileGuide(guide, { matcher })).toBe(other);
    expect(matcher.compiled).toContain('^A');
  });

  it('refuses what it does not take, at its place and with its words', () => {
    const guide = patterned('^(?=A)', '^(?=B)');
    const problems = checkGuide(guide, { matcher: picky });
    expect(problems.map(({ pointer }) => pointer).sort()).toEqual(
      [`${AT.replace(`/properties/${REFERENCE}`, '')}/x12/rules/0/then/pattern`, `${AT}/x12/pattern`].sort(),
    );
    expect(problems[0]?.text).toBe('Look-ahead is not taken. Write it out.');
    expect(() => compileGuide(guide, { matcher: picky })).toThrow(
      expect.objectContaining({ code: 'X12_GUIDE_INVALID' }),
    );
    expect(() => written(guide, 'A', picky)).toThrow(expect.objectContaining({ code: 'X12_GUIDE_INVALID' }));
    expect(checkGuide(guide)).toEqual([]);
  });

  it('refuses overlays at the place in the overlay', () => {
    const overlay: Overlay = {
      overlay: 'mine',
      base: 'small-1',
      patch: {
        properties: {
          heading: { properties: { reference_REF: { items: { properties: { [REFERENCE]: { pattern: '(?=A)' } } } } } },
        },
      },
      rules: [],
    };
    const problems = [{ pointer: `/patch${AT}/x12/pattern`, text: expect.any(String) }];
    expect(() => applyOverlay(smallGuide(), overlay, { matcher: picky })).toThrow(
      expect.objectContaining({ details: { problems: expect.arrayContaining(problems) } }),
    );
    const rule = { id: 'a', then: { path: '02', must: 'match', pattern: '(?=A)' } } as const;
    const ruled = { ...overlay, patch: {}, rules: [{ at: 'REF', rule }] };
    expect(() => applyOverlay(smallGuide(), ruled, { matcher: picky })).toThrow(
      expect.objectContaining({
        details: { problems: [{ pointer: '/rules/0/rule/then/pattern', text: expect.any(String) }] },
      }),
    );
  });

  it('takes no more than JavaScript reads, so that a guide says the same everywhere', () => {
    const matcher: Matcher = { compile: () => ({ test: () => true }) };
    const guide = structuredClone(smallGuide());
    const text = JSON.stringify(guide).replace('"type":"AN"', '"type":"AN","pattern":"(?P<x>a)"');
    expect(checkGuide(JSON.parse(text), { matcher })).toContainEqual({
      pointer: expect.stringContaining('/x12/pattern'),
      text: 'This is no regular expression. Correct it.',
    });
  });

  it('is given values up to a length; longer ones fit no pattern', () => {
    const matcher = spy();
    const test = matcher.compile('^A*$');
    expect(misses(test, 'A'.repeat(2 * LONGEST_WITH_PATTERN))).toBe(false);
    expect(misses(test, 'A'.repeat(2 * LONGEST_WITH_PATTERN + 1))).toBe(true);
    expect(matcher.tested).toHaveLength(1);
    const long = JSON.parse(
      JSON.stringify(patterned('^A*$'))
        .replaceAll('"max":50', '"max":5000')
        .replaceAll('"maxLength":50', '"maxLength":5000'),
    );
    expect(checkGuide(long)).toContainEqual({ pointer: `${AT}/x12/pattern`, text: expect.stringContaining('4096') });
  });

  it('has at most a thousand patterns of one guide', () => {
    const rule = (n: number) => ({ id: `r${n}`, then: { path: '02', must: 'match', pattern: `^${n}` } });
    const ruled = (count: number): unknown => {
      const guide = patterned('^A');
      const text = JSON.stringify(guide).replace(
        '"rules":[]',
        `"rules":${JSON.stringify(Array.from({ length: count }, (_, n) => rule(n)))}`,
      );
      return JSON.parse(text);
    };
    expect(checkGuide(ruled(900))).toEqual([]);
    const problems = checkGuide(ruled(1100));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]?.text).toMatch(/at most 1000 different patterns/);
  });

  it('bounds the rules of a guide, conditions counted, and those of a base with those of its overlay', () => {
    const bound = (most: number): Matcher => ({ ...nativeMatcher, rules: { most, begin: () => {}, end: () => {} } });
    const then = { path: '02', must: 'notExist' } as const;
    const rules = [
      { at: 'REF', rule: { id: 'a', then } },
      { at: 'REF', rule: { id: 'b', when: [{ path: '02' }, { path: '02', is: ['A'] }], then } },
    ];
    const overlay: Overlay = { overlay: 'mine', base: 'small-1', rules };
    const own = applyOverlay(smallGuide(), overlay);
    const counted = JSON.stringify(smallGuide()).split('"then"').length - 1;
    const text = expect.stringMatching(/^A guide has at most \d+ rules/);
    const problemsOf = (most: number) => checkGuide(own, { matcher: bound(most) });
    expect(problemsOf(3 + counted)).toEqual([{ pointer: expect.stringContaining('/rules/1'), text }]);
    expect(problemsOf(100)).toEqual([]);
    expect(() => applyOverlay(smallGuide(), overlay, { matcher: bound(3) })).toThrow(
      expect.objectContaining({ details: { problems: [{ pointer: '/rules/1/rule', text }] } }),
    );
  });

  it('is told of each run of rules, and ends it when it throws', () => {
    const calls: string[] = [];
    let most = 2;
    const rules = {
      most: 100,
      begin: () => {
        if (most-- <= 0) throw new RangeError('Enough.');
        calls.push('begin');
      },
      end: () => void calls.push('end'),
    };
    const guide = patterned('^A', '^A');
    const matcher: Matcher = { ...nativeMatcher, rules };
    expect(written(guide, 'B', matcher)).toEqual(['element-pattern', 'element-pattern']);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((call) => call === 'begin').length * 2).toBe(calls.length);
    most = 0;
    expect(() => written(guide, 'B', matcher)).toThrow('Enough.');
  });
});
