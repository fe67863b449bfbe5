import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

/** Requests about parts of transactions, and their answers. */
export const FRAGMENT_EXAMPLES: Examples = {
  CreateOutboundFragment: [
    {
      summary: 'Two lines of an order',
      params: { fragmentGroupId: 'order-1002' },
      body: {
        guideId: IDS.guide,
        fragment: {
          baseline_item_data_PO1_loop: [
            {
              baseline_item_data_PO1: {
                assigned_identification_01: '1',
                quantity_ordered_02: 6,
                unit_or_basis_for_measurement_code_03: 'EA',
                unit_price_04: 9.75,
              },
            },
            {
              baseline_item_data_PO1: {
                assigned_identification_01: '2',
                quantity_ordered_02: 24,
                unit_or_basis_for_measurement_code_03: 'EA',
                unit_price_04: 9.75,
              },
            },
          ],
        },
      },
      answer: {
        fragmentGroupId: 'order-1002',
        createdAt: '2026-01-31T11:40:00.000Z',
        fragmentId: '01a20437-cdbc-7000-987f-6ed9f49052d6',
      },
    },
  ],
};
