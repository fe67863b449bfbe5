import type { Data } from 'ediloom/guides/837P-005010X222A1';
import type { Visit } from './visit.js';

/** The 837P of one visit. HL numbers, qualifiers with one value, and counts are filled in when it is written. */
export function claimOfVisit(visit: Visit): Data {
  return {
    heading: {
      beginning_of_hierarchical_transaction_BHT: {
        transaction_set_purpose_code_02: '00',
        originator_application_transaction_identifier_03: visit.number,
        transaction_set_creation_date_04: visit.day,
        transaction_set_creation_time_05: '09:30',
        claim_or_encounter_identifier_06: 'CH',
      },
      submitter_name_NM1_loop: {
        submitter_name_NM1: {
          entity_type_qualifier_02: '2',
          submitter_last_or_organization_name_03: 'LAKE CLINIC',
          submitter_identifier_09: 'LAKECLINIC',
        },
        submitter_edi_contact_information_PER: [
          { communication_number_qualifier_03: 'TE', communication_number_04: '5555550101' },
        ],
      },
      receiver_name_NM1_loop: {
        receiver_name_NM1: { receiver_name_03: 'NORTH HEALTH', receiver_primary_identifier_09: 'NH001' },
      },
    },
    detail: {
      billing_provider_hierarchical_level_HL_loop: [
        {
          billing_provider_name_NM1_loop: {
            billing_provider_name_NM1: {
              entity_type_qualifier_02: '2',
              billing_provider_last_or_organizational_name_03: 'LAKE CLINIC',
              identification_code_qualifier_08: 'XX',
              billing_provider_identifier_09: '1234567893',
            },
            billing_provider_address_N3: { billing_provider_address_line_01: '10 LAKE ROAD' },
            billing_provider_city_state_zip_code_N4: {
              billing_provider_city_name_01: 'SPRINGFIELD',
              billing_provider_state_or_province_code_02: 'IL',
              billing_provider_postal_zone_or_zip_code_03: '627010001',
            },
            billing_provider_tax_identification_REF: {
              reference_identification_qualifier_01: 'EI',
              billing_provider_tax_identification_number_02: '123456789',
            },
          },
          subscriber_hierarchical_level_HL_loop: [subscriberOf(visit)],
        },
      ],
    },
  };
}

type Provider = NonNullable<NonNullable<Data['detail']>['billing_provider_hierarchical_level_HL_loop']>[number];
type Subscriber = NonNullable<Provider['subscriber_hierarchical_level_HL_loop']>[number];

function subscriberOf({ number, day, patient, diagnoses, services }: Visit): Subscriber {
  const [principal = '', ...others] = diagnoses;
  return {
    subscriber_information_SBR: {
      payer_responsibility_sequence_number_code_01: 'P',
      individual_relationship_code_02: '18',
      claim_filing_indicator_code_09: 'CI',
    },
    subscriber_name_NM1_loop: {
      subscriber_name_NM1: {
        entity_type_qualifier_02: '1',
        subscriber_last_name_03: patient.lastName,
        subscriber_first_name_04: patient.firstName,
        identification_code_qualifier_08: 'MI',
        subscriber_primary_identifier_09: patient.memberId,
      },
      subscriber_address_N3: { subscriber_address_line_01: patient.street },
      subscriber_city_state_zip_code_N4: {
        subscriber_city_name_01: patient.city,
        subscriber_state_code_02: patient.state,
        subscriber_postal_zone_or_zip_code_03: patient.zip,
      },
      subscriber_demographic_information_DMG: {
        subscriber_birth_date_02: patient.born.replaceAll('-', ''),
        subscriber_gender_code_03: patient.gender,
      },
    },
    payer_name_NM1_loop: {
      payer_name_NM1: {
        payer_name_03: 'NORTH HEALTH',
        identification_code_qualifier_08: 'PI',
        payer_identifier_09: 'NH001',
      },
    },
    claim_information_CLM_loop: [
      {
        claim_information_CLM: {
          patient_control_number_01: number,
          total_claim_charge_amount_02: services.reduce((sum, { charge }) => sum + charge, 0),
          health_care_service_location_information_05: {
            place_of_service_code_01: '11',
            claim_frequency_code_03: '1',
          },
          provider_or_supplier_signature_indicator_06: 'Y',
          assignment_or_plan_participation_code_07: 'A',
          benefits_assignment_certification_indicator_08: 'Y',
          release_of_information_code_09: 'Y',
        },
        health_care_diagnosis_code_HI: {
          health_care_code_information_01: { diagnosis_type_code_01: 'ABK', diagnosis_code_02: principal },
          ...(others[0] === undefined
            ? {}
            : { health_care_code_information_02: { diagnosis_type_code_01: 'ABF', diagnosis_code_02: others[0] } }),
        },
        service_line_number_LX_loop: services.map(({ procedure, charge, units }, index) => ({
          service_line_number_LX: { assigned_number_01: index + 1 },
          professional_service_SV1: {
            composite_medical_procedure_identifier_01: {
              product_or_service_id_qualifier_01: 'HC',
              procedure_code_02: procedure,
            },
            line_item_charge_amount_02: charge,
            unit_or_basis_for_measurement_code_03: 'UN',
            service_unit_count_04: units,
            composite_diagnosis_code_pointer_07: { diagnosis_code_pointer_01: 1 },
          },
          date_service_date_DTP: {
            date_time_period_format_qualifier_02: 'D8',
            service_date_03: day.replaceAll('-', ''),
          },
        })),
      },
    ],
  };
}
