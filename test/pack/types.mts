import { createEngine, type Document, type Finding } from 'ediloom';
import { loadGuides } from 'ediloom/guides';
import { type Data as Payment, guide as paymentGuide } from 'ediloom/guides/835-005010X221A1';
import { type Data, guide } from 'ediloom/guides/850-004010';
import { dictionary } from 'ediloom/guides/dictionary-004010';
import { type RemittanceClaim, remittance } from 'ediloom/remittance';

const heading: Data['heading'] = {
  beginning_segment_for_purchase_order_BEG: {
    transaction_set_purpose_code_01: '00',
    purchase_order_type_code_02: 'SA',
    purchase_order_number_03: 'PO-1001',
    date_05: '2026-01-31',
  },
};
const engine = createEngine({ guides: [guide, ...(await loadGuides(['270']))], dictionaries: [dictionary] });
const document: Document = await engine.parse('ISA*');
const findings: readonly Finding[] = document.findings;
const claims = (data: Payment): readonly RemittanceClaim[] => remittance(paymentGuide, data).claims;

export { claims, findings, heading };
