import { describe, expect, it } from 'vitest';
import { loadGuide } from '../../src/guides/catalogue.js';
import { elementReader } from '../../src/mapping/element-reader.js';

describe('elementReader', () => {
  it('names an element and reads it out of guide JSON', async () => {
    const reader = elementReader(await loadGuide('850-004010'), 'BEG/03');
    expect(reader).toMatchObject({ element: 'BEG03', dataElement: '324', title: 'Purchase Order Number' });
    const heading = { beginning_segment_for_purchase_order_BEG: { purchase_order_number_03: 'PO-1' } };
    expect(reader?.read({ heading })).toEqual(['PO-1']);
    for (const other of [{}, { heading: {} }, { heading: 'BEG' }, null, 'BEG', [heading]]) {
      expect(reader?.read(other)).toEqual([]);
    }
  });

  it('reads all occurrences of a loop, in order', async () => {
    const reader = elementReader(await loadGuide('850-004010'), 'PO1/01');
    const line = (id: unknown) => ({ baseline_item_data_PO1: { assigned_identification_01: id } });
    const detail = { baseline_item_data_PO1_loop: [line('1'), line(undefined), line(2), line({})] };
    expect(reader?.element).toBe('PO101');
    expect(reader?.read({ detail })).toEqual(['1', '2']);
  });

  it('is undefined where the path leads nowhere', async () => {
    const guide = await loadGuide('850-004010');
    expect(elementReader(guide, 'BIG/02')).toBeUndefined();
    expect(elementReader(guide, 'BEG')).toBeUndefined();
  });
});
