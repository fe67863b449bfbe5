import { createEngine, type Source } from 'ediloom';
import { guide } from 'ediloom/guides/835-005010X221A1';
import { type RemittanceClaim, remittance, remittanceClaim } from 'ediloom/remittance';

const engine = createEngine({ guides: [guide] });

/** What became of a claim. Amounts are exact, as text. */
export interface Payment {
  readonly claim: string | undefined;
  readonly charged: string | undefined;
  readonly paid: string | undefined;
  /** `CO-45`: who bears it, and why. */
  readonly adjustments: readonly { readonly reason: string; readonly amount: string | undefined }[];
}

/** All payments of a file, of which each has to add up. */
export async function paymentsOf(source: Source): Promise<readonly Payment[]> {
  const { interchanges } = await engine.parse(source);
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  return sets.flatMap((set) => {
    if (set.guide !== '835-005010X221A1') return []; // another set of the file
    const { claims, balance } = remittance(guide, set.data);
    if (!balance.balanced) throw new Error('The payment does not add up: see balance for where, and by how much.');
    return claims.map(paymentOf);
  });
}

/** The same of a file of any size, one claim at a time; whether the whole adds up is then for you to say. */
export async function* streamedPayments(source: Source): AsyncGenerator<Payment> {
  for await (const { data } of engine.loops(source, guide, '2100')) yield paymentOf(remittanceClaim(guide, data));
}

function paymentOf(claim: RemittanceClaim): Payment {
  const adjustments = [claim, ...claim.lines].flatMap((part) => part.adjustments);
  return {
    claim: claim.patientControlNumber,
    charged: claim.charge,
    paid: claim.paid,
    adjustments: adjustments.map(({ group, reason, amount }) => ({ reason: `${group}-${reason}`, amount })),
  };
}
