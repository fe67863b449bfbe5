// Code lists of the people and organizations in a 271 and their texts, as the wire has them.

/** NM102: a person or anything else. */
export const ENTITY_TYPE_TEXTS = {
  1: 'Person',
  2: 'Non-Person Entity',
} as const;

/** NM101 of loop 2100A: what the source of the information is. */
export const PAYER_ENTITY_TEXTS = {
  '2B': 'Third-Party Administrator',
  36: 'Employer',
  GP: 'Gateway Provider',
  P5: 'Plan Sponsor',
  PR: 'Payer',
} as const;

/** NM101 of loop 2100B: what the receiver of the information is. */
export const PROVIDER_ENTITY_TEXTS = {
  '1P': 'Provider',
  '2B': 'Third-Party Administrator',
  36: 'Employer',
  80: 'Hospital',
  FA: 'Facility',
  GP: 'Gateway Provider',
  P5: 'Plan Sponsor',
  PR: 'Payer',
} as const;

/** NM101 of loop 2100C. */
export const SUBSCRIBER_ENTITY_TEXTS = {
  IL: 'Insured or Subscriber',
} as const;

/** NM101 of loop 2100D. */
export const DEPENDENT_ENTITY_TEXTS = {
  '03': 'Dependent',
} as const;

/** NM101 of loops 2120C and 2120D: what a person or organization has to do with a benefit. */
export const RELATED_ENTITY_TEXTS = {
  13: 'Contracted Service Provider',
  '1I': 'Preferred Provider Organization (PPO)',
  '1P': 'Provider',
  '2B': 'Third-Party Administrator',
  36: 'Employer',
  73: 'Other Physician',
  FA: 'Facility',
  GP: 'Gateway Provider',
  GW: 'Group',
  I3: 'Independent Physicians Association (IPA)',
  IL: 'Insured or Subscriber',
  LR: 'Legal Representative',
  OC: 'Origin Carrier',
  P3: 'Primary Care Provider',
  P4: 'Prior Insurance Carrier',
  P5: 'Plan Sponsor',
  PR: 'Payer',
  PRP: 'Primary Payer',
  SEP: 'Secondary Payer',
  TTP: 'Tertiary Payer',
  VER: 'Party Performing Verification',
  VN: 'Vendor',
  VY: 'Organization Completing Configuration Change',
  X3: 'Utilization Management Organization',
  Y2: 'Managed Care Organization',
} as const;

/** INS02: what a person is to the subscriber. */
export const RELATION_TEXTS = {
  18: 'Self',
  '01': 'Spouse',
  19: 'Child',
  20: 'Employee',
  21: 'Unknown',
  39: 'Organ Donor',
  40: 'Cadaver Donor',
  53: 'Life Partner',
  G8: 'Other Relationship',
} as const;

/** PER03, 05 and 07: the kind of a communication number. */
export const CONTACT_TEXTS = {
  ED: 'Electronic Data Interchange Access Number',
  EM: 'Electronic Mail',
  FX: 'Facsimile',
  TE: 'Telephone',
  UR: 'Uniform Resource Locator (URL)',
  EX: 'Telephone Extension',
  WP: 'Work Phone Number',
} as const;

/** TRN01: whose trace number it is. */
export const TRACE_TEXTS = {
  1: 'Current Transaction Trace Numbers',
  2: 'Referenced Transaction Trace Numbers',
} as const;
