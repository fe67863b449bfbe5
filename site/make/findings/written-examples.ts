import { readFileSync } from 'node:fs';
import { createEngine, type Finding, type FindingListener, type Guide, type Reason } from '../../../src/index.js';

/** Only writing finds these: the data of an 850 as JSON, of which the section `heading` is shown. */
export const WRITTEN_EXAMPLES: Readonly<Partial<Record<Reason, string>>> = {
  'value-type': heading('"purchase_order_number_03": true'),
  'delimiter-in-data': heading('"purchase_order_number_03": "PO*1001"'),
  'character-unencodable': heading('"purchase_order_number_03": "PO-1001 \\ud800"'),
  'property-unknown': heading('"purchase_order_number_03": "PO-1001", "purchase_order_nummer": "PO-1001"'),
};

function heading(property: string): string {
  const lines = property.split(', ').map((line) => `      ${line},`);
  return `{
  "heading": {
    "beginning_segment_for_purchase_order_BEG": {
      "transaction_set_purpose_code_01": "00",
      "purchase_order_type_code_02": "SA",
${lines.join('\n')}
      "date_05": "2026-01-31"
    }
  }
}`;
}

const GUIDE = new URL('../../../guides/850-004010.json', import.meta.url);
const engine = createEngine({ guides: [JSON.parse(readFileSync(GUIDE, 'utf8')) as Guide] }); // a guide that ships
const header = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'SELLER' };
const order = {
  baseline_item_data_PO1_loop: [
    { baseline_item_data_PO1: { quantity_ordered_02: 1, unit_or_basis_for_measurement_code_03: 'EA' } },
  ],
};

/** What writing says of such data, in an 850 that is sound otherwise. */
export function writtenFindings(text: string, onFinding: FindingListener): readonly Finding[] {
  const data = { ...JSON.parse(text), detail: order };
  const { findings } = engine.generate(
    { interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data }] }] }] },
    { findings: 'report', onFinding },
  );
  return findings;
}
