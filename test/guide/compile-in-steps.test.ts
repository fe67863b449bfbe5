import { describe, expect, it } from 'vitest';
import { compileGuide, compileInSteps } from '../../src/guide/compile/compile.js';
import { loadDictionaries, loadGuide } from '../../src/guides/catalogue.js';
import type { Guide } from '../../src/model/guide.js';
import { finish } from '../../src/model/steps.js';

/** One that nobody has compiled. */
const fresh = async (): Promise<Guide> => structuredClone(await loadGuide('837I-005010X223A2'));

/** What is in a plan, but for what two of one guide cannot share. */
function shownOf(guide: Guide): string {
  const seen = new Set<unknown>();
  return JSON.stringify(compileGuide(guide), (key, value: unknown) => {
    if (key === 'guide' || typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return 'again';
    seen.add(value);
    return value instanceof Map || value instanceof Set ? [...value] : value;
  });
}

describe('compileInSteps', () => {
  it('rests at each segment and each rule, and gives what compileGuide gives', async () => {
    const [whole, stepped] = [await fresh(), await fresh()];
    let steps = 0;
    for (const running = compileInSteps(stepped); running.next().done !== true; ) steps++;
    expect(steps).toBeGreaterThan(300);
    expect(shownOf(stepped)).toBe(shownOf(whole));
  });

  it('leaves nothing to compile to who has the same dictionaries, however they are sorted', async () => {
    const guide = await fresh();
    const dictionaries = await loadDictionaries();
    const plan = finish(compileInSteps(guide, { dictionaries }));
    expect(compileGuide(guide, { dictionaries: [...dictionaries].reverse() })).toBe(plan);
  });

  it('compiles anew for other dictionaries, and refuses what is no guide', async () => {
    const guide = await fresh();
    const [one, other] = await loadDictionaries();
    if (one === undefined || other === undefined) throw new Error('no dictionary');
    const plan = compileGuide(guide, { dictionaries: [one] });
    expect(compileGuide(guide, { dictionaries: [other] })).not.toBe(plan);
    const broken = { ...guide, properties: {} };
    expect(() => finish(compileInSteps(broken))).toThrowError(expect.objectContaining({ code: 'X12_GUIDE_INVALID' }));
  });
});
