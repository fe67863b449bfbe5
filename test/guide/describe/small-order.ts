import { readFileSync } from 'node:fs';
import type { Dictionary, Guide } from '../../../src/index.js';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));

export const BASE_850 = read('guides/850-004010.json') as Guide; // shipped data
export const DICTIONARY_004010 = read('guides/dictionary-004010.json') as Dictionary; // shipped data, too

export const BEG = ['heading', 'beginning_segment_for_purchase_order_BEG'] as const;
export const LINES = ['detail', 'baseline_item_data_PO1_loop'] as const;

type Data = Record<string, unknown>;

/** A place in the order, by its keys, and the value that it gets. */
export type Change = readonly [path: readonly string[], value: unknown];

/** A sound order with other values at some places: of a value `undefined` the key is left out. */
export function orderWith(...changes: readonly Change[]): unknown {
  const item = { quantity_ordered_02: 1, product_service_id_qualifier_06: 'BP', product_service_id_07: 'X1' };
  const beg = {
    transaction_set_purpose_code_01: '00',
    purchase_order_type_code_02: 'SA',
    purchase_order_number_03: 'P1',
    date_05: '2026-01-31',
  };
  const data: Data = {
    heading: { beginning_segment_for_purchase_order_BEG: beg },
    detail: { baseline_item_data_PO1_loop: [{ baseline_item_data_PO1: item }] },
  };
  for (const [path, value] of changes) {
    const last = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce<Data>((node, key) => node[key] as Data, data); // paths lead through objects and lists
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return data;
}
