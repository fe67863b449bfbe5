import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fullEngine, guide } from './guides.js';

const engine = fullEngine();
const claimGuide = guide('837P-005010X222A1');
const claims = readFileSync(new URL('../../fixtures/claim-837p/input.edi', import.meta.url), 'latin1');

describe('engine.loops', () => {
  it('yields each occurrence with the loops around it', async () => {
    const found = [];
    for await (const one of engine.loops(claims, claimGuide, '2300')) found.push(one);
    expect(found).toHaveLength(2);
    expect(JSON.stringify(found[0]?.data)).toContain('A-1001');
    expect(Object.keys(found[0]?.parents ?? {})).toEqual(['2000A', '2000B']);
    expect(found[1]?.at).toMatchObject({ loopId: '2300', segmentId: 'CLM' });
  });

  it('passes over sets of other guides', async () => {
    const order = readFileSync(new URL('../../fixtures/purchase-order-850/input.edi', import.meta.url), 'latin1');
    const found = [];
    for await (const one of engine.loops(order + claims, claimGuide, '2400')) found.push(one);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ at }) => at.interchange === 2)).toBe(true);
  });

  it('refuses a loop that the guide has not, and a guide that the engine has not', async () => {
    // Another guide of the engine has a loop of this id.
    await expect(engine.loops(claims, claimGuide, '2110C').next()).rejects.toMatchObject({
      code: 'X12_OPTION_INVALID',
    });
    const few = fullEngine({ guides: [guide('850-004010')] });
    await expect(few.loops(claims, claimGuide, '2300').next()).rejects.toMatchObject({ code: 'X12_GUIDE_UNKNOWN' });
  });
});
