import { readFileSync } from 'node:fs';

// Guide JSON of what the two send each other; all of it is made up.

const FIXTURES = new URL('../../../fixtures/', import.meta.url);
const CLAIMS = readFileSync(new URL('demo/837P-claim.json', FIXTURES), 'utf8');
const CLAIM_ACKNOWLEDGMENT = readFileSync(new URL('claim-acknowledgment-277ca/expected.json', FIXTURES), 'utf8');

/** An 850 of one line, by its number. */
export function order(number: string): object {
  return {
    heading: {
      beginning_segment_for_purchase_order_BEG: {
        transaction_set_purpose_code_01: '00',
        purchase_order_type_code_02: 'SA',
        purchase_order_number_03: number,
        date_05: '2026-01-31',
      },
    },
    detail: {
      baseline_item_data_PO1_loop: [
        {
          baseline_item_data_PO1: {
            assigned_identification_01: '1',
            quantity_ordered_02: 12,
            unit_or_basis_for_measurement_code_03: 'EA',
            unit_price_04: 9.75,
          },
        },
      ],
    },
  };
}

/** An 855: the order of that number is accepted as it is. */
export function confirmation(number: string): object {
  return {
    heading: {
      beginning_segment_for_purchase_order_acknowledgment_BAK: {
        transaction_set_purpose_code_01: '00',
        acknowledgment_type_code_02: 'AC',
        purchase_order_number_03: number,
        date_04: '2026-02-01',
      },
    },
  };
}

/** Claims of one patient that the guide takes. */
const CLAIMS_OF_PATIENT = 100;

/**
 * An 837P.
 * @param batch its BHT03.
 * @param claims CLM01 of each claim; a hundred each are of one patient.
 */
export function claimBatch(batch: string, claims: readonly string[]): object {
  return JSON.parse(CLAIMS, (name, value: unknown) => {
    if (name === 'originator_application_transaction_identifier_03') return batch;
    if (name !== 'subscriber_hierarchical_level_HL_loop' || !Array.isArray(value)) return value;
    const patient = JSON.stringify(value[0]);
    const patients = Math.ceil(claims.length / CLAIMS_OF_PATIENT);
    return Array.from({ length: patients }, (_, n): unknown =>
      claimsOf(patient, claims.slice(n * CLAIMS_OF_PATIENT, (n + 1) * CLAIMS_OF_PATIENT)),
    );
  });
}

function claimsOf(patient: string, claims: readonly string[]): unknown {
  return JSON.parse(patient, (name, value: unknown) => {
    if (name !== 'claim_information_CLM_loop' || !Array.isArray(value)) return value;
    const one = JSON.stringify(value[0]);
    return claims.map((number): unknown => JSON.parse(one.replace('VISIT-3391', number)));
  });
}

/**
 * A 277CA: what a payer says of the claims of an 837P.
 * @param of BHT03 of the 837P, and CLM01 of its claims, each accepted or rejected (STC01-1 and STC03).
 */
export function claimAcknowledgment(
  number: string,
  of: { readonly batch: string; readonly claims: Readonly<Record<string, 'accepted' | 'rejected'>> },
): object {
  const document = JSON.parse(CLAIM_ACKNOWLEDGMENT, (name, value: unknown) => {
    // What reading adds, and totals, which need not be said.
    if (/_(ST|SE)$/.test(name) || name === 'provider_of_service_information_trace_identifier_TRN_loop')
      return undefined;
    if (name === 'originator_application_transaction_identifier_03') return number;
    if (name === 'claim_transaction_batch_number_02') return of.batch;
    if (name !== 'patient_level_HL_loop' || !Array.isArray(value)) return value;
    const one = JSON.stringify(value[0]);
    return Object.entries(of.claims).map(([claim, verdict]): unknown => {
      const text = one.replace('CLAIM1', claim);
      return JSON.parse(verdict === 'accepted' ? text : text.replace('"A2"', '"A3"').replace('"WQ"', '"U"'));
    });
  }) as { readonly interchanges: readonly [Interchange] };
  return document.interchanges[0].groups[0].transactions[0].data;
}

interface Interchange {
  readonly groups: readonly [{ readonly transactions: readonly [{ readonly data: object }] }];
}
