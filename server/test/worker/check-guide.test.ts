import { applyOverlay } from 'ediloom';
import { loadGuide } from 'ediloom/guides';
import { describe, expect, it } from 'vitest';
import { sharedCustomerCode } from '../support/shared-customer-code.js';

const code = sharedCustomerCode({ now: () => 0 });

const overlay = (patch: Readonly<Record<string, unknown>>) => ({ overlay: 'mine', base: '997-004010', patch });

describe('checkGuide', () => {
  it('finds nothing wrong with the guides of the engine, the largest included', async () => {
    expect(await code.checkGuide(await loadGuide('850-004010'))).toEqual({ problems: [] });
    expect(await code.checkGuide(await loadGuide('997-004010'))).toEqual({ problems: [] });
  });

  it('says what is wrong with a guide, and where', async () => {
    const guide = structuredClone(await loadGuide('997-004010')) as unknown as { properties: Record<string, unknown> };
    guide.properties.middle = {};
    const { problems } = await code.checkGuide(guide);
    expect(problems).toContainEqual({ pointer: '/properties/middle', text: expect.any(String) });
    for (const wrong of [null, 1, [], {}, { properties: { heading: null } }]) {
      expect((await code.checkGuide(wrong)).problems).not.toEqual([]);
    }
  });

  it('applies an overlay to its base, and gives what it comes to', async () => {
    const base = await loadGuide('997-004010');
    const [section] = Object.keys(base.properties);
    const narrower = overlay({ title: 'Narrower' });
    expect(await code.checkGuide(narrower, base)).toEqual({ problems: [], guide: applyOverlay(base, narrower) });
    const wider = overlay({ properties: { [String(section)]: { properties: { NEW_segment: { type: 'object' } } } } });
    const refused = await code.checkGuide(wider, base);
    expect(refused.problems).not.toEqual([]);
    expect(refused.guide).toBeUndefined();
    expect(await code.checkGuide({ ...overlay({}), base: '850-004010' }, base)).toEqual({
      problems: [{ pointer: '/base', text: expect.stringContaining('997-004010') }],
    });
  });

  it('refuses what is over a limit', async () => {
    let deep: unknown = {};
    for (let level = 0; level < 200; level++) deep = { properties: deep };
    await expect(code.checkGuide(deep)).rejects.toMatchObject({ code: 'too-large' });
    await expect(code.checkGuide(Array.from({ length: 70_000 }, () => 0))).rejects.toMatchObject({ code: 'too-large' });
    await expect(code.checkGuide({ a: 'x'.repeat(1_100_000) })).rejects.toMatchObject({ code: 'too-large' });
  });
});
