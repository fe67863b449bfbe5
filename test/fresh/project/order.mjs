// Checks, writes and reads an order, and prints what came of it: run as it is, and from bundles.
import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/850-004010';

const heading = {
  beginning_segment_for_purchase_order_BEG: {
    transaction_set_purpose_code_01: '00',
    purchase_order_type_code_02: 'SA',
    purchase_order_number_03: 'PO-1001',
    date_05: '2026-01-31',
  },
};
const detail = { baseline_item_data_PO1_loop: [{ baseline_item_data_PO1: { quantity_ordered_02: 1 } }] };
const header = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'SELLER' };

const engine = createEngine({ guides: [guide] });
const transactions = [{ guide: guide.x12.id, data: { heading, detail } }];
const { bytes } = engine.generate({ interchanges: [{ header, groups: [{ transactions }] }] });
const document = await engine.parse(bytes);
const [read] = document.interchanges[0].groups[0].transactions;
const number = read.data.heading.beginning_segment_for_purchase_order_BEG.purchase_order_number_03;
console.log(`${number} ${engine.check(guide, read.data).valid} ${engine.check(guide, {}).valid}`);
