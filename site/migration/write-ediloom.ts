import { createEngine } from 'ediloom';
import { type Data, guide } from 'ediloom/guides/850-004010';

const engine = createEngine({ guides: [guide], clock: () => Date.UTC(2026, 0, 31, 9, 5) });

const data: Data = {
  heading: {
    beginning_segment_for_purchase_order_BEG: {
      transaction_set_purpose_code_01: '00',
      purchase_order_type_code_02: 'SA',
      purchase_order_number_03: 'PO-1001',
      date_05: '2026-01-31',
    },
  },
  detail: {
    baseline_item_data_PO1_loop: [
      {
        baseline_item_data_PO1: {
          quantity_ordered_02: 12,
          unit_or_basis_for_measurement_code_03: 'EA',
          unit_price_04: 9.75,
        },
      },
    ],
  },
};

/** An order of twelve. It is checked before it is written. */
export function order(): string {
  const header = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'SELLER' };
  const { bytes } = engine.generate({
    interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data }] }] }],
  });
  return new TextDecoder().decode(bytes);
}
