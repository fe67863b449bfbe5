import { createEngine } from 'ediloom';
import { type Data, guide } from 'ediloom/guides/855-004010';

const acknowledgment: Data = {
  heading: {
    beginning_segment_for_purchase_order_acknowledgment_BAK: {
      transaction_set_purpose_code_01: '00',
      acknowledgment_type_code_02: 'AD',
      purchase_order_number_03: 'PO-1001',
      date_04: '2026-01-31',
    },
  },
};

const engine = createEngine({ guides: [guide], clock: () => Date.UTC(2026, 0, 31, 9, 5) });
const header = { senderQualifier: 'ZZ', senderId: 'SELLER', receiverQualifier: 'ZZ', receiverId: 'BUYER' };
const { bytes } = engine.generate(
  { interchanges: [{ header, groups: [{ transactions: [{ guide: '855-004010', data: acknowledgment }] }] }] },
  { newline: '\n' },
);
console.log(new TextDecoder().decode(bytes).trimEnd());
