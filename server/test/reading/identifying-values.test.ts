import { elementReader } from 'ediloom/compile';
import { listGuides, loadGuide } from 'ediloom/guides';
import { describe, expect, it } from 'vitest';
import table from '../../src/reading/identifying-elements.json' with { type: 'json' };
import { identifiersIn } from '../../src/reading/identifying-values.js';

describe('identifiersIn', () => {
  it('knows elements of every transaction set that the engine has a guide for', async () => {
    const paths = new Map<string, readonly string[]>(Object.entries(table));
    const used = new Set<string>();
    const unknown: string[] = [];
    for (const { id, set } of await listGuides()) {
      if (set === 'TA1') continue;
      const guide = await loadGuide(id);
      const found = (paths.get(set.slice(0, 3)) ?? []).filter((path) => elementReader(guide, path) !== undefined);
      for (const path of found) used.add(`${set.slice(0, 3)} ${path}`);
      if (found.length === 0) unknown.push(id);
    }
    expect(unknown).toEqual([]);
    const all = [...paths].flatMap(([set, ways]) => ways.map((path) => `${set} ${path}`));
    expect(all.filter((one) => !used.has(one))).toEqual([]);
  });

  it('finds what a set has and leaves out what cannot be searched for', async () => {
    const guide = await loadGuide('850-004010');
    const order = (number: unknown) => ({
      heading: { beginning_segment_for_purchase_order_BEG: { purchase_order_number_03: number } },
    });
    expect(identifiersIn(guide, order('PO-1'))).toEqual([
      { elementId: '324', element: 'BEG-03', name: 'Purchase Order Number', value: 'PO-1' },
    ]);
    for (const none of ['', '  ', undefined, null, {}, 'x'.repeat(256), 'nul\0', '\ud800']) {
      expect(identifiersIn(guide, order(none))).toEqual([]);
    }
  });
});
