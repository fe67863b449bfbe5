import { createEngine, type Source } from 'ediloom';
import { guide, type Loops } from 'ediloom/guides/835-005010X221A1';

const engine = createEngine({ guides: [guide] });

/** What became of a claim. Amounts are numbers where that is exact, else text. */
export interface Payment {
  readonly claim: string;
  readonly charged: number | string;
  readonly paid: number | string;
  /** `CO-45`: who bears it, and why. */
  readonly adjustments: readonly { readonly reason: string; readonly amount: number | string }[];
}

type Claim = Loops['2100'];
type Adjustment = NonNullable<Loops['2110']['service_adjustment_CAS']>[number];

export async function paymentsOf(source: Source): Promise<readonly Payment[]> {
  const { interchanges } = await engine.parse(source);
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  return sets.flatMap((set) => {
    if (set.guide !== '835-005010X221A1') return []; // another set of the file
    const batches = set.data.detail?.header_number_LX_loop ?? [];
    return batches.flatMap((batch) => batch.claim_payment_information_CLP_loop ?? []).map(paymentOf);
  });
}

function paymentOf(claim: Claim): Payment {
  const { patient_control_number_01, total_claim_charge_amount_03, claim_payment_amount_04 } =
    claim.claim_payment_information_CLP;
  const lines = claim.service_payment_information_SVC_loop ?? [];
  return {
    claim: patient_control_number_01,
    charged: total_claim_charge_amount_03,
    paid: claim_payment_amount_04,
    adjustments: lines.flatMap((line) => line.service_adjustment_CAS ?? []).map(adjustmentOf),
  };
}

// A CAS has up to six triplets of reason, amount and quantity; most payers send one.
function adjustmentOf(cas: Adjustment): Payment['adjustments'][number] {
  const { claim_adjustment_group_code_01, adjustment_reason_code_02, adjustment_amount_03 } = cas;
  return { reason: `${claim_adjustment_group_code_01}-${adjustment_reason_code_02}`, amount: adjustment_amount_03 };
}
