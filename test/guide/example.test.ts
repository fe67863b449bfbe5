import { describe, expect, it } from 'vitest';
import { listGuides, loadGuide } from '../../src/guides/catalogue.js';
import { createEngine, exampleOf, type Guide } from '../../src/index.js';

const entries = (await listGuides()).filter(({ set }) => set !== 'TA1');
const engine = createEngine({ guides: [] });

describe('the example of a guide', () => {
  it.each(entries)('$id is one that the guide takes', async ({ id }) => {
    const guide = await loadGuide(id);
    const { issues = [] } = engine.check(guide, exampleOf(guide));
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('has the type of the guide, and tells what is no guide', async () => {
    const plain: unknown = exampleOf(await loadGuide('850-004010'));
    expect(plain).toHaveProperty('heading.beginning_segment_for_purchase_order_BEG');
    expect(() => exampleOf({ type: 'object' } as unknown as Guide)).toThrow(
      expect.objectContaining({ code: 'X12_GUIDE_INVALID' }),
    );
  });
});
