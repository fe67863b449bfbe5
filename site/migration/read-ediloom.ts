import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/835-005010X221A1';

const engine = createEngine({ guides: [guide] });

/** Claims and what was paid for them. */
export async function paidClaims(x12: string): Promise<readonly string[]> {
  const { interchanges } = await engine.parse(x12);
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  const batches = sets.flatMap((set) =>
    set.guide === '835-005010X221A1' ? (set.data.detail?.header_number_LX_loop ?? []) : [],
  );
  return batches
    .flatMap((batch) => batch.claim_payment_information_CLP_loop ?? [])
    .map(({ claim_payment_information_CLP: clp }) => `${clp.patient_control_number_01} ${clp.claim_payment_amount_04}`);
}
