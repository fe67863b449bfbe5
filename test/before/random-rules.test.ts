import { afterEach, expect, it } from 'vitest';
import { Random } from '../../bench/generate/random.js';
import { forceWalk } from '../../src/guide/walk/wide-walk.js';
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
