import { AT } from './spoilt-claim.js';

export interface SpoiltClaim {
  readonly fault: string;
  readonly at: string;
  readonly change: unknown;
  /** The key under which the value stands instead. */
  readonly key?: string;
  /** Text and advice of every finding, as a person reads them. */
  readonly says: readonly string[];
}

const CONTACT = {
  contact_function_code_01: 'IC',
  communication_number_qualifier_03: 'TE',
  communication_number_04: '5555550101',
};

/** One fault each, of all kinds that a form can produce: look at the texts one by one when they change. */
export const SPOILT_CLAIMS: readonly SpoiltClaim[] = [
  {
    fault: 'missing',
    at: `${AT.clm}/patient_control_number_01`,
    change: undefined,
    says: [
      'Patient Control Number (CLM01) is missing; the standard makes it mandatory. Give "patient_control_number_01", a string of 1 to 38 characters.',
    ],
  },
  {
    fault: 'null',
    at: `${AT.clm}/patient_control_number_01`,
    change: null,
    says: ['Patient Control Number (CLM01) cannot hold null. Write a string of 1 to 38 characters.'],
  },
  {
    fault: 'empty',
    at: `${AT.clm}/patient_control_number_01`,
    change: '',
    says: [
      'Patient Control Number (CLM01) is missing; the standard makes it mandatory. Give "patient_control_number_01", a string of 1 to 38 characters.',
    ],
  },
  {
    fault: 'only blanks',
    at: `${AT.clm}/patient_control_number_01`,
    change: '   ',
    says: ['Patient Control Number (CLM01) has only blanks. Write a string of 1 to 38 characters.'],
  },
  {
    fault: 'typo of a key',
    at: `${AT.clm}/release_of_information_code_09`,
    change: 0,
    key: 'release_of_infomation_code_09',
    says: [
      'Claim Information (CLM) has no property "release_of_infomation_code_09". Did you mean "release_of_information_code_09"?',
      'Release of Information Code (CLM09) is missing; this guide requires it. Give "release_of_information_code_09", a code, as a string of exactly 1 character. Allowed: I (Informed Consent to Release Medical Information for Conditions or Diagnoses Regulated by Federal…), Y (Yes, Provider has a Signed Statement Permitting Release of Medical Billing Data Related to a Claim).',
    ],
  },
  {
    fault: 'US date',
    at: `${AT.bht}/transaction_set_creation_date_04`,
    change: '04/01/2026',
    says: [
      'Transaction Set Creation Date (BHT04) is not a date of its format. Write the date as 2026-01-31; the day has to exist.',
    ],
  },
  {
    fault: 'a day that does not exist',
    at: `${AT.bht}/transaction_set_creation_date_04`,
    change: '2026-02-30',
    says: [
      'Transaction Set Creation Date (BHT04) is not a date of its format. Write the date as 2026-01-31; the day has to exist.',
    ],
  },
  {
    fault: 'US time',
    at: `${AT.bht}/transaction_set_creation_time_05`,
    change: '9:30 AM',
    says: [
      'Transaction Set Creation Time (BHT05) is not a time of its format. Write the time as 14:30, or 14:30:15, or 14:30:15.25.',
    ],
  },
  {
    fault: 'a date whose form a qualifier names',
    at: `${AT.line}/date_service_date_DTP/service_date_03`,
    change: '2026-03-30',
    says: [
      'Service Date (DTP03) is not a date of its format. Write it as DTP02 says: D8 20260131, RD8 20260101-20260131.',
    ],
  },
  {
    fault: 'delimiter',
    at: `${AT.billing}/billing_provider_name_NM1/billing_provider_last_or_organizational_name_03`,
    change: 'GOOD*CLINIC',
    says: [
      'Billing Provider Last or Organizational Name (NM103) contains a delimiter, and X12 has no escape. Leave it out of the value, or write with delimiters that no value has.',
    ],
  },
  {
    fault: 'newline',
    at: `${AT.billing}/billing_provider_address_N3/billing_provider_address_line_01`,
    change: '10 MAIN\nSTREET',
    says: ['Billing Provider Address Line (N301) has a control character, such as a line break or a tab. Remove it.'],
  },
  {
    fault: 'too long',
    at: `${AT.clm}/patient_control_number_01`,
    change: 'A'.repeat(39),
    says: ['Patient Control Number (CLM01) is too long. Write 1 to 38 characters.'],
  },
  {
    fault: 'too short',
    at: `${AT.billing}/billing_provider_name_NM1/billing_provider_identifier_09`,
    change: '1',
    says: ['Billing Provider Identifier (NM109) is too short. Write 2 to 80 characters.'],
  },
  {
    fault: 'NaN',
    at: `${AT.clm}/total_claim_charge_amount_02`,
    change: Number.NaN,
    says: [
      'Total Claim Charge Amount (CLM02) cannot hold such a value. Write a number of 1 to 18 digits, such as 12.5.',
    ],
  },
  {
    fault: 'text for a number',
    at: `${AT.clm}/total_claim_charge_amount_02`,
    change: '150 dollars',
    says: [
      'Total Claim Charge Amount (CLM02) is not a number of its type. Write a number of 1 to 18 digits, such as 12.5.',
    ],
  },
  {
    fault: 'number for a text',
    at: `${AT.clm}/patient_control_number_01`,
    change: 1001,
    says: ['Patient Control Number (CLM01) cannot hold a number. Write a string of 1 to 38 characters.'],
  },
  {
    fault: 'yes and no as a boolean',
    at: `${AT.clm}/provider_or_supplier_signature_indicator_06`,
    change: true,
    says: [
      'Provider or Supplier Signature Indicator (CLM06) cannot hold true or false. Write a code, as a string of exactly 1 character. Allowed: N (No), Y (Yes).',
    ],
  },
  {
    fault: 'decimals in a whole number',
    at: `${AT.line}/service_line_number_LX/assigned_number_01`,
    change: 1.5,
    says: ['Assigned Number (LX01) cannot hold such a value. Write a whole number of 1 to 6 digits, such as 12.'],
  },
  {
    fault: 'wrong code',
    at: `${AT.subscriber}/subscriber_name_NM1_loop/subscriber_demographic_information_DMG/subscriber_gender_code_03`,
    change: 'X',
    says: [
      'Subscriber Gender Code (DMG03) has a code that is not in the code list. Allowed: F (Female), M (Male), U (Unknown).',
    ],
  },
  {
    fault: 'lower-case code',
    at: `${AT.subscriber}/subscriber_name_NM1_loop/subscriber_demographic_information_DMG/subscriber_gender_code_03`,
    change: 'f',
    says: [
      'Subscriber Gender Code (DMG03) has a code that is not in the code list. Write the code in capital letters. Allowed: F (Female), M (Male), U (Unknown).',
    ],
  },
  {
    fault: 'bad qualifier',
    at: `${AT.billing}/billing_provider_name_NM1/identification_code_qualifier_08`,
    change: '24',
    says: [
      'Identification Code Qualifier (NM108) has a code that this guide does not use. Allowed: XX (CMS National Provider Identifier (NPI)).',
    ],
  },
  {
    fault: 'code of an external list',
    at: `${AT.clm}/health_care_service_location_information_05/place_of_service_code_01`,
    change: '111',
    says: [
      'Place of Service Code (CLM05-1) is too long. Write 1 to 2 characters. It is a code of this list: Place of service (code source 237).',
    ],
  },
  {
    fault: 'text for a composite',
    at: `${AT.clm}/health_care_service_location_information_05`,
    change: '11:B:1',
    says: [
      'Health Care Service Location Information (CLM05) cannot hold a string. Write an object with place_of_service_code_01, claim_frequency_code_03.',
    ],
  },
  {
    fault: 'missing component',
    at: `${AT.clm}/health_care_service_location_information_05/claim_frequency_code_03`,
    change: undefined,
    says: [
      'Claim Frequency Code (CLM05-3) is missing; this guide requires it. Give "claim_frequency_code_03", a code, as a string of exactly 1 character. It is a code of this list: Claim frequency type (code source 235).',
    ],
  },
  {
    fault: 'too many occurrences',
    at: AT.contact,
    change: Array.from({ length: 3 }, () => CONTACT),
    says: ['Submitter EDI Contact Information (PER) occurs more often than allowed. Send at most 2.'],
  },
  {
    fault: 'half of a pair',
    at: `${AT.contact}/0/communication_number_04`,
    change: undefined,
    says: [
      'Communication Number (PER04) is missing; a syntax note requires it. Give "communication_number_04", a string of 1 to 256 characters. Of PER03, PER04 send all or none.',
    ],
  },
  {
    fault: 'thirteenth diagnosis',
    at: `${AT.claim}/health_care_diagnosis_code_HI/health_care_code_information_13`,
    change: { diagnosis_type_code_01: 'ABF' },
    says: [
      'Health Care Diagnosis Code (HI) has no property "health_care_code_information_13". There are health_care_code_information_01 to health_care_code_information_12.',
    ],
  },
  {
    fault: 'unknown loop',
    at: `${AT.claim}/claim_note_loop`,
    change: {},
    says: ['Claim Information (loop 2300) has no property "claim_note_loop". Did you mean "claim_note_NTE"?'],
  },
  {
    fault: 'missing segment',
    at: `${AT.claim}/health_care_diagnosis_code_HI`,
    change: undefined,
    says: [
      'Health Care Diagnosis Code (HI) is missing; this guide requires it. Give "health_care_diagnosis_code_HI", an object with health_care_code_information_01.',
    ],
  },
  {
    fault: 'missing loop',
    at: `${AT.subscriber}/payer_name_NM1_loop`,
    change: undefined,
    says: [
      'Payer Name (loop 2010BB) is missing; this guide requires it. Give "payer_name_NM1_loop", an object with payer_name_NM1.',
    ],
  },
  {
    fault: 'element that is not used',
    at: `${AT.clm}/element_13`,
    change: 'Y',
    says: ['Yes/No Condition or Response Code (CLM13) is not used by this guide. Leave it out.'],
  },
  {
    fault: 'lines that do not add up',
    at: `${AT.clm}/total_claim_charge_amount_02`,
    change: 151,
    says: [
      'Total Claim Charge Amount (CLM02) does not agree with other amounts or counts (rule balance-claim). Correct the amounts. A claim charges the sum of its lines.',
    ],
  },
];
