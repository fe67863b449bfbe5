import {
  createEngine,
  type DataOf,
  type Document,
  type DocumentInput,
  type Engine,
  type Finding,
  type Guide,
  type LoopDataOf,
  X12Error,
} from 'ediloom';
import { loadGuides } from 'ediloom/guides';
import { type Data as Payment, guide as paymentGuide } from 'ediloom/guides/835-005010X221A1';
import { guide as claim837, type Loop2300 } from 'ediloom/guides/837P-005010X222A1';
import { type Data, type Heading, guide as order } from 'ediloom/guides/850-004010';
import { dictionary } from 'ediloom/guides/dictionary-004010';
import { type RemittanceClaim, remittance } from 'ediloom/remittance';

const heading: Heading = {
  beginning_segment_for_purchase_order_BEG: {
    transaction_set_purpose_code_01: '00',
    purchase_order_type_code_02: 'SA',
    purchase_order_number_03: 'PO-1001',
    date_05: '2026-01-31',
  },
};
const detail: Data['detail'] = {
  baseline_item_data_PO1_loop: [{ baseline_item_data_PO1: { quantity_ordered_02: 1 } }],
};
const sameHeading: Data['heading'] = heading;
const header = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' };

// Plain guides: everything is as open as JSON.
const plain = createEngine({ guides: [order, ...(await loadGuides(['270']))], dictionaries: [dictionary] });
const document: Document = await plain.parse('ISA*');
const findings: readonly Finding[] = document.findings;
const anyEngine: Engine = plain;

// Typed guides: the id tells what the data look like.
const engine = createEngine({ guides: [order, claim837] });
for (const interchange of (await engine.parse('ISA*')).interchanges)
  for (const group of interchange.groups)
    for (const set of group.transactions) {
      if (set.guide === '850-004010') {
        const number: string = set.data.heading.beginning_segment_for_purchase_order_BEG.purchase_order_number_03;
        console.log(number);
        // @ts-expect-error no such element
        console.log(set.data.heading.beginning_segment_for_purchase_order_BEG.purchase_order_number_04);
      } else if (set.guide === claim837.x12.id) {
        const purpose: '00' | '18' =
          set.data.heading.beginning_of_hierarchical_transaction_BHT.transaction_set_purpose_code_02;
        console.log(purpose);
      } else console.log(set.data.segments.length);
      // @ts-expect-error no guide of this engine has the id
      if (set.guide === '855-004010') console.log();
    }

// Writing is checked, too.
engine.generate({
  interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data: { heading, detail } }] }] }],
});
// A set without a guide is known by its header.
engine.generate({
  interchanges: [{ header, groups: [{ transactions: [{ header: { transactionSet: '850' }, data: {} }] }] }],
});
engine.generate({
  // @ts-expect-error no guide of this engine has the id
  interchanges: [{ header, groups: [{ transactions: [{ guide: '850', data: { heading, detail } }] }] }],
});
engine.generate({
  // @ts-expect-error data of another form
  interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data: 12 }] }] }],
});
const wrongCode: DataOf<typeof claim837>['heading']['beginning_of_hierarchical_transaction_BHT'] = {
  // @ts-expect-error the guide lists 00 and 18
  transaction_set_purpose_code_02: '05',
  originator_application_transaction_identifier_03: 'A1',
  transaction_set_creation_date_04: '2026-01-31',
  transaction_set_creation_time_05: '12:00',
  claim_or_encounter_identifier_06: 'CH',
};

// Loops by their ids.
for await (const { data, parents } of engine.loops('ISA*', claim837, '2300')) {
  const claim: Loop2300 = data;
  const amount: number | string = claim.claim_information_CLM.total_claim_charge_amount_02;
  console.log(amount, parents['2000B']?.subscriber_hierarchical_level_HL);
}
for await (const event of engine.stream('ISA*', { loop: '2300' })) {
  if (event.kind === 'loop') {
    const claim: LoopDataOf<typeof claim837, '2300'> = event.data;
    console.log(claim.claim_information_CLM.patient_control_number_01);
  }
}
// @ts-expect-error the guide has no such loop
engine.loops('ISA*', claim837, '23000');
// @ts-expect-error no guide of this engine has such a loop
engine.stream('ISA*', { loop: '23000' });

// Data alone.
const checked = engine.check(order, {});
if (checked.valid) console.log(checked.data.heading.beginning_segment_for_purchase_order_BEG);
else console.log(checked.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
const schema = engine.schema(order)['~standard'];
const result = schema.validate({});
if (result.issues === undefined) console.log(result.value.heading);

const written: DocumentInput = { interchanges: [] };
const guide: Guide = order;
try {
  plain.generate(written);
} catch (error) {
  if (error instanceof X12Error) console.log(error.code);
}

// Facts of a payment.
const claims = (data: Payment): readonly RemittanceClaim[] => remittance(paymentGuide, data).claims;

export { anyEngine, claims, findings, guide, heading, sameHeading, wrongCode };

// What is written is a body as it is.
export const bodyOf = (bytes: ReturnType<typeof engine.generate>['bytes']): Blob => new Blob([bytes]);
