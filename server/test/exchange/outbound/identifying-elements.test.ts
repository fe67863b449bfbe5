import { exampleOf } from 'ediloom';
import { listGuides, loadGuide } from 'ediloom/guides';
import { describe, expect, it } from 'vitest';
import { businessIdentifiersOf } from '../../../src/exchange/outbound/identifying-elements.js';
import table from '../../../src/exchange/outbound/identifying-elements.json' with { type: 'json' };

describe('businessIdentifiersOf', () => {
  it('knows an element of every transaction set that the engine has a guide for', async () => {
    const without: string[] = [];
    for (const { id, set } of await listGuides()) {
      if (set === 'TA1') continue;
      const guide = await loadGuide(id);
      const data = exampleOf(guide);
      const paths: Readonly<Record<string, readonly string[]>> = table;
      if (paths[set.slice(0, 3)] === undefined) without.push(`${id}: no row`);
      else if (businessIdentifiersOf(guide, data).length === 0) without.push(`${id}: nothing found`);
    }
    expect(without).toEqual([]);
  });

  it('finds all of a claim and leaves out what cannot be searched for', async () => {
    const guide = await loadGuide('850-004010');
    const order = (number: unknown) => ({
      heading: { beginning_segment_for_purchase_order_BEG: { purchase_order_number_03: number } },
    });
    expect(businessIdentifiersOf(guide, order('PO-1'))).toEqual([
      { elementId: '324', element: 'BEG-03', name: 'Purchase Order Number', value: 'PO-1' },
    ]);
    for (const none of ['', '  ', undefined, null, {}, 'x'.repeat(256), 'nul\0', '\ud800']) {
      expect(businessIdentifiersOf(guide, order(none))).toEqual([]);
    }
  });
});
