import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/835-005010X221A1';
import { remittance } from './remittance.js';

const engine = createEngine({ guides: [guide] });
const document = await engine.parse(remittance);

for (const { header, groups } of document.interchanges) {
  console.log('from', header.senderId, 'number', header.controlNumber);
  for (const set of groups.flatMap((group) => group.transactions)) {
    // Another set has another type; so has one with errors in fact, whatever TypeScript says.
    if (set.guide !== '835-005010X221A1' || set.findings.some(({ severity }) => severity === 'error')) continue;
    const { heading, detail } = set.data;
    console.log('paid', heading.financial_information_BPR.total_actual_provider_payment_amount_02);
    for (const batch of detail?.header_number_LX_loop ?? []) {
      for (const claim of batch.claim_payment_information_CLP_loop ?? []) {
        const { patient_control_number_01: claimId, claim_payment_amount_04: paid } =
          claim.claim_payment_information_CLP;
        console.log('claim', claimId, paid);
      }
    }
  }
}

// A single value is named by its path, as guides write it.
for await (const { values } of engine.select(remittance, '2110/CAS[01=PR]/03')) {
  console.log('patient owes', ...values);
}
