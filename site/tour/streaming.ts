import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/835-005010X221A1';
import { remittance } from './remittance.js';

/** As a file, a socket or a bucket would give it: in pieces of any size. */
async function* pieces(): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(remittance);
  for (let from = 0; from < bytes.length; from += 100) yield bytes.subarray(from, from + 100);
}

const engine = createEngine({ guides: [guide] });

// One claim after the other, with the loops around it: both have the types of the guide.
for await (const { data, parents, at } of engine.loops(pieces(), guide, '2100')) {
  const { patient_control_number_01: claim, claim_payment_amount_04: paid } = data.claim_payment_information_CLP;
  const batch = parents['2000']?.header_number_LX.assigned_number_01;
  console.log('claim', claim, 'paid', paid, 'in batch', batch, 'at segment', at.segment);
}

// One set after the other, and all else that a file says.
for await (const event of engine.stream(pieces())) {
  if (event.kind === 'transaction')
    console.log('set', event.header.controlNumber, event.segments, 'segments', event.findings.length, 'findings');
  else console.log(event.kind);
}
