import { describe, expect, it } from 'vitest';
import { loadGuide } from '../../src/guides/catalogue.js';
import { elementRules, knownKeys } from '../../src/mapping/element-rules.js';

describe('the rules of an element', () => {
  it('are found by its pointer in the data of a set', async () => {
    const guide = await loadGuide('850-004010');
    const BEG = '/heading/beginning_segment_for_purchase_order_BEG';
    expect(elementRules(guide, `${BEG}/purchase_order_number_03`)).toEqual({
      ...{ title: 'Purchase Order Number', dataElement: '324', type: 'AN', min: 1, max: 22 },
    });
    const line = '/detail/baseline_item_data_PO1_loop/12/baseline_item_data_PO1/quantity_ordered_02';
    expect(elementRules(guide, line)).toMatchObject({ dataElement: '330', type: 'R' });
  });

  it('have the codes of a list that elements share', async () => {
    const guide = await loadGuide('837P-005010X222A1');
    const BHT = '/heading/beginning_of_hierarchical_transaction_BHT';
    expect(elementRules(guide, `${BHT}/claim_or_encounter_identifier_06`)?.codes).toEqual(
      expect.arrayContaining(['CH', 'RP']),
    );
  });

  it('are nothing where there is no element', async () => {
    const guide = await loadGuide('850-004010');
    for (const pointer of ['', '/', '/heading', '/nothing/at/all', '/heading/constructor/name', '/heading/0']) {
      expect(elementRules(guide, pointer), pointer).toBeUndefined();
    }
  });
});

describe('the keys of an object', () => {
  it('are those of the guide, in sections, segments, loops with a place and without', async () => {
    const guide = await loadGuide('850-004010');
    expect(knownKeys(guide, '')).toEqual(['heading', 'detail', 'summary']);
    expect(knownKeys(guide, '/heading/beginning_segment_for_purchase_order_BEG')).toContain('purchase_order_number_03');
    const line = '/detail/baseline_item_data_PO1_loop';
    expect(knownKeys(guide, `${line}/3`)).toContain('baseline_item_data_PO1');
    expect(knownKeys(guide, line)).toEqual(knownKeys(guide, `${line}/3`));
  });

  it('are none where there is no object', async () => {
    const guide = await loadGuide('850-004010');
    const element = '/heading/beginning_segment_for_purchase_order_BEG/purchase_order_number_03';
    for (const pointer of [element, '/nothing', '/heading/constructor']) expect(knownKeys(guide, pointer)).toEqual([]);
  });
});
