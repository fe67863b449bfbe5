import { afterEach, expect, it } from 'vitest';
import { Random } from '../../bench/generate/random.js';
import { forceWalk } from '../../src/guide/walk/wide-walk.js';
import type { Guide } from '../../src/model/guide.js';
import { loadPair } from './packages.js';
import { guideOfRules, setOfRules } from './random-rules.js';

/** Guides of eighty rules each, and sets put to each of them. */
const [GUIDES, SETS] = [6, 40];

afterEach(() => forceWalk(undefined));

it.each([
  ['of the usual seed', 1],
  ['of a seed at random', Math.trunc(Math.random() * 1e9)],
])('rules %s (%d) are judged as before, in files as in JSON', async (_, seed) => {
  const pair = await loadPair();
  const random = new Random(seed);
  let told = 0;
  for (let at = 0; at < GUIDES; at++) {
    const guide = guideOfRules(random);
    const [before, now] = [pair.before, pair.now].map(({ core }) => core.createEngine({ guides: [guide] }));
    for (let of = 0; of < SETS; of++) {
      forceWalk(([undefined, 'wide', 'loop'] as const)[of % 3]);
      const text = setOfRules(random);
      const expected = await before?.validate(text);
      const actual = await now?.validate(text);
      expect(actual, text).toEqual(expected);
      told += actual?.findings.filter(({ rule }) => rule !== undefined).length ?? 0;
      const document = await now?.parse(text);
      const written = [before, now].map((engine) => document && engine?.generate(document, { findings: 'report' }));
      expect(written[1], text).toEqual(written[0]);
    }
  }
  // Each rule can break, and most sets break some.
  expect(told).toBeGreaterThan(GUIDES * SETS);
});

it.each([
  [
    'a value behind NUL, and the same without',
    { then: { must: 'match', path: '01', pattern: '^.{2}$' } },
    ['\0B', 'B', 'B'],
  ],
  [
    'values under one condition and without another',
    {
      when: [
        { path: '01', is: ['A'] },
        { path: '02', is: ['B'], not: true },
      ],
      then: { must: 'notExist', path: '03' },
    },
    ['A*B*C', 'A*D*C', 'B*D*C', 'A**C', 'A*B', 'A*B:B*C', 'A*B^D*C', 'A*BBBBB*C'],
  ],
])('%s are judged as before', async (_, rule, segments) => {
  const pair = await loadPair();
  const guide = JSON.parse(JSON.stringify(guideOfRules(new Random(1)))) as Guide;
  const loop = guide.properties.detail?.properties.first_N9_loop as { items: { properties: Record<string, unknown> } };
  loop.items.properties.others_REF = withRule(loop.items.properties.others_REF, rule);
  const body = ['N9*1', ...segments.map((elements) => `REF*${elements}`)];
  const text = setOfRules(new Random(1)).replace(/N9\*.*~SE\*\d+/, `${body.join('~')}~SE*${body.length + 2}`);
  const engines = [pair.before, pair.now].map(({ core }) => core.createEngine({ guides: [guide] }));
  for (const walk of ['wide', 'loop', undefined] as const) {
    forceWalk(walk);
    const [expected, actual] = await Promise.all(engines.map((engine) => engine.validate(text)));
    expect(actual).toEqual(expected);
    expect(actual?.findings.some((found) => found.rule === 'r')).toBe(true);
  }
});

function withRule(slot: unknown, rule: object): unknown {
  const { items } = slot as { items: { x12: object } };
  return { ...(slot as object), items: { ...items, x12: { ...items.x12, rules: [{ id: 'r', ...rule }] } } };
}
