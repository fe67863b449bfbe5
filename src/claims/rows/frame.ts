import { filled, presence } from '../../mapping/lenses/constant.js';
import { date } from '../../mapping/lenses/date.js';
import { decimal } from '../../mapping/lenses/decimal.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';
import { ADDRESS, addressOf } from './address.js';
import { CONTACT, telephone } from './contact.js';
import { NPI, PARTY, PERSON, taxonomy } from './party.js';
import { reference, references } from './reference.js';

// What stands around a claim: submitter, payer, provider and patient. All claim types have it in the same loops.

/** What a claim type has otherwise than the others around its claims. */
export interface FrameParts {
  /** 1000A. */
  readonly submitter: Table;
  /** 2000A and the loops of who bills and is paid. */
  readonly billing: Table;
  /** SBR of 2000B beside the level. */
  readonly coverage: Table;
  /** PAT of 2000B and 2000C. */
  readonly patient: Table;
  /** What says who the subscriber is, beside the name. */
  readonly subscriber: Table;
  readonly dependent: Table;
  /** 2300 and all below. */
  readonly claim: Table;
}

export const CONTACT_OF_PERSON: Row = {
  property: 'contactInformation',
  rows: telephone({ name: 'name', phone: 'phoneNumber', extension: 'phoneExtension' }),
};

/** Birth, sex, address and numbers of a person. */
const BIRTH: Table = [
  { property: 'dateOfBirth', path: 'DMG/01', lens: presence('D8') },
  { property: 'dateOfBirth', path: 'DMG[01=D8]/02', lens: text },
  { property: 'gender', path: 'DMG/03', lens: text },
];

const PAYER: Table = [
  { property: 'tradingPartnerName', path: 'NM1/03', lens: text },
  { property: 'tradingPartnerServiceId', path: ['NM1[08=PI]/09', 'NM1/09'], lens: text },
  { property: 'payerAddress', rows: ADDRESS },
  {
    property: 'tradingPartnerSecondaryIdentifiers',
    rows: references({
      '2U': 'payerIdentificationNumber',
      EI: 'employerIdentificationNumber',
      FY: 'claimOfficeNumber',
      NF: 'naic',
    }),
  },
  // The payer's own numbers of who bills: the only loop with a place for them.
  { property: 'billing', rows: references({ G2: 'commercialNumber', LU: 'locationNumber' }) },
];

/** The set of one claim type, from BHT down. */
export function frame({ submitter, billing, coverage, patient, subscriber, dependent, claim }: FrameParts): Table {
  const claims: Row = { property: 'claims', each: '2300', rows: claim };
  const property = reference('propertyCasualtyClaimNumber', 'Y4');
  return [
    { path: 'BHT/02', lens: filled('00') },
    { property: 'purpose', path: 'BHT/02', lens: text },
    { property: 'transactionId', path: 'BHT/03', lens: text },
    { property: 'date', path: 'BHT/04', lens: date },
    { property: 'time', path: 'BHT/05', lens: text },
    { property: 'claimIdentifier', path: 'BHT/06', lens: text },
    { property: 'submitter', at: '1000A', rows: [...submitter, CONTACT] },
    {
      property: 'receiver',
      at: '1000B',
      rows: [
        { property: 'organizationName', path: 'NM1/03', lens: text },
        { property: 'id', path: 'NM1/09', lens: text },
      ],
    },
    {
      property: 'billings',
      each: '2000A',
      rows: [
        ...billing,
        {
          property: 'subscribers',
          each: '2000B',
          rows: [
            {
              property: 'subscriber',
              rows: [
                { property: 'paymentResponsibilityLevelCode', path: 'SBR/01', lens: text },
                { property: 'relationship', path: 'SBR/02', lens: text },
                ...coverage,
              ],
            },
            { property: 'claimFilingCode', path: 'SBR/09', lens: text },
            { property: 'patient', rows: patient },
            {
              property: 'subscriber',
              at: '2010BA',
              rows: [
                ...PARTY,
                { property: 'memberId', path: 'NM1[08=MI]/09', lens: text },
                addressOf('address'),
                ...BIRTH,
                reference('ssn', 'SY'),
                ...subscriber,
              ],
            },
            { property: 'patient', at: '2010BA', rows: [property] },
            { at: '2010BB', rows: PAYER },
            claims,
            {
              property: 'dependents',
              each: '2000C',
              rows: [
                { property: 'dependent.relationshipToSubscriberCode', path: 'PAT/01', lens: text },
                { property: 'patient', rows: patient },
                {
                  property: 'dependent',
                  at: '2010CA',
                  rows: [...PERSON, addressOf('address'), ...BIRTH, ...dependent],
                },
                { property: 'patient', at: '2010CA', rows: [property] },
                claims,
              ],
            },
          ],
        },
      ],
    },
  ];
}

/** PAT06 to PAT09: what the payer is to know of the patient, where the claim type has it. */
export const PATIENT_FACTS: Table = [
  { property: 'deathDate', path: 'PAT/05', lens: presence('D8') },
  { property: 'deathDate', path: 'PAT/06', lens: text },
  { property: 'patientWeight', path: 'PAT/07', lens: presence('01') },
  { property: 'patientWeight', path: 'PAT/08', lens: decimal },
  { property: 'pregnancyIndicator', path: 'PAT/09', lens: text },
];

/** 2000A, 2010AA to 2010AC, professional and dental. */
export const BILLING_OF_PRACTICE: Table = [
  { property: 'billing', rows: [taxonomy('BI')] },
  {
    property: 'billing',
    at: '2010AA',
    rows: [
      ...PARTY,
      NPI,
      addressOf('address'),
      ...references({ EI: 'employerId', SY: 'ssn', '0B': 'stateLicenseNumber', '1G': 'providerUpinNumber' }),
      CONTACT,
    ],
  },
  {
    at: '2010AB',
    rows: [
      { property: 'payToAddress.entityTypeQualifier', path: 'NM1/02', lens: text },
      { property: 'payToAddress', rows: ADDRESS },
    ],
  },
  {
    property: 'payToPlan',
    at: '2010AC',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      { property: 'primaryIdentifierTypeCode', path: 'NM1/08', lens: text },
      { property: 'primaryIdentifier', path: 'NM1/09', lens: text },
      addressOf('address'),
      {
        at: 'REF[01=2U,FY,NF]',
        rows: [
          { property: 'secondaryIdentifierTypeCode', path: '01', lens: text },
          { property: 'secondaryIdentifier', path: '02', lens: text },
        ],
      },
      reference('taxIdentificationNumber', 'EI'),
    ],
  },
];

/** 1000A of a person or an organisation. */
export const SUBMITTER: Table = [...PARTY, { property: 'submitterIdentification', path: 'NM1[08=46]/09', lens: text }];

/** SBR03 to SBR05, professional and dental. */
export const COVERAGE: Table = [
  { property: 'groupNumber', path: 'SBR/03', lens: text },
  { property: 'subscriberGroupName', path: 'SBR/04', lens: text },
  { property: 'insuranceTypeCode', path: 'SBR/05', lens: text },
];

/** Numbers of a dependent, professional and dental. */
export const DEPENDENT_NUMBERS: Table = references({ '1W': 'memberId', SY: 'ssn' });
