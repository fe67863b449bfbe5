import { always, presence } from '../../mapping/lenses/constant.js';
import { date } from '../../mapping/lenses/date.js';
import { decimal } from '../../mapping/lenses/decimal.js';
import { list } from '../../mapping/lenses/list.js';
import { rangeEnd, rangeStart } from '../../mapping/lenses/period.js';
import { text } from '../../mapping/lenses/text.js';
import { textOf } from '../../mapping/lenses/text-of.js';
import type { Row, Table } from '../../mapping/table.js';
import { PROVIDER_TYPES } from './request-codes.js';

// Request and 270. The properties hang in a tree as the loops do (`request-tree.ts`): one set may hold many requests.

const ADDRESS: Table = [
  { property: 'address.address1', path: 'N3/01', lens: text },
  { property: 'address.address2', path: 'N3/02', lens: text },
  { property: 'address.city', path: 'N4/01', lens: text },
  { property: 'address.state', path: 'N4/02', lens: text },
  { property: 'address.postalCode', path: 'N4/03', lens: text },
  { property: 'address.countryCode', path: 'N4/04', lens: text },
  { property: 'address.countrySubDivisionCode', path: 'N4/07', lens: text },
];

const PROVIDER_NUMBERS: Table = [
  reference('contractNumber', 'CT'),
  { ...reference('contactNumber', 'CT'), only: 'put' },
  reference('devicePinNumber', 'EL'),
  reference('facilityIdNumber', '1J'),
  reference('facilityNetworkIdNumber', 'N7'),
  reference('medicaidProviderNumber', '1D'),
  reference('medicareProviderNumber', '1C'),
  reference('priorIdentifierNumber', 'Q4'),
  reference('providerPlanNetworkIdNumber', 'N5'),
  reference('stateLicenceNumber', '0B'),
  { property: 'informationReceiverAdditionalIdentifierState', path: 'REF[01=0B]/03', lens: text },
  reference('submitterIdNumber', 'EO'),
  ...ADDRESS,
];

const PROVIDER: Table = [
  { property: 'providerType', path: 'NM1/01', lens: textOf(PROVIDER_TYPES) },
  { path: 'NM1/01', lens: always('1P') },
  { property: 'organizationName', path: 'NM1[02=2]/03', lens: text },
  { property: 'lastName', path: 'NM1[02=1]/03', lens: text },
  { property: 'firstName', path: 'NM1[02=1]/04', lens: text },
  { property: 'npi', path: 'NM1[08=XX]/09', lens: text },
  { property: 'taxId', path: ['NM1[08=FI]/09', 'REF[01=TJ]/02'], lens: text },
  { property: 'ssn', path: ['NM1[08=34]/09', 'REF[01=SY]/02'], lens: text },
  { property: 'serviceProviderNumber', path: 'NM1[08=SV]/09', lens: text },
  { property: 'payorId', path: 'NM1[08=PI]/09', lens: text },
  { property: 'pharmacyProcessorNumber', path: 'NM1[08=PP]/09', lens: text },
  { property: 'servicesPlanID', path: 'NM1[08=XV]/09', lens: text },
  { property: 'employersId', path: 'NM1[08=24]/09', lens: text },
  ...PROVIDER_NUMBERS,
  { property: 'providerCode', path: 'PRV/01', lens: text },
  { property: 'referenceIdentification', path: 'PRV[02=PXC]/03', lens: text },
];

const INFORMATION_RECEIVER: Table = [
  reference('nationalProviderIdentifier', 'HPI'),
  ...[
    reference('socialSecurityNumber', 'SY'),
    reference('federalTaxpayerIdentificationNumber', 'TJ'),
    ...PROVIDER_NUMBERS,
  ].map((row): Row => ({ ...row, only: 'put' })),
];

const PERSON: Table = [
  { property: 'lastName', path: 'NM1/03', lens: text },
  { property: 'firstName', path: 'NM1/04', lens: text },
  { property: 'middleName', path: 'NM1/05', lens: text },
  { property: 'suffix', path: 'NM1/07', lens: text },
  { path: 'NM1/02', lens: always('1') },
  reference('groupNumber', '6P'),
  reference('idCard', 'HJ'),
  reference('ssn', 'SY'),
  reference('additionalIdentification.agencyClaimNumber', 'Y4'),
  reference('additionalIdentification.contractNumber', 'CT'),
  reference('additionalIdentification.healthInsuranceClaimNumber', 'F6'),
  reference('additionalIdentification.identificationCardSerialNumber', 'GH'),
  reference('additionalIdentification.insurancePolicyNumber', 'IG'),
  reference('additionalIdentification.medicalRecordIdentificationNumber', 'EA'),
  reference('additionalIdentification.memberIdentificationNumber', '1W'),
  reference('additionalIdentification.patientAccountNumber', 'EJ'),
  reference('additionalIdentification.planNetworkIdentificationNumber', 'N6'),
  reference('additionalIdentification.planNumber', '18'),
  reference('additionalIdentification.policyNumber', '1L'),
  ...ADDRESS,
  { property: 'providerCode', path: 'PRV/01', lens: text },
  { property: 'referenceIdentificationQualifier', path: 'PRV/02', lens: text },
  { property: 'providerIdentifier', path: 'PRV/03', lens: text },
  { property: 'dateOfBirth', path: ['DMG[01=D8]/02', 'DMG/02'], lens: text },
  { property: 'gender', path: 'DMG/03', lens: text },
  {
    property: 'healthCareCodeInformation',
    each: 'HI',
    places: ['01', '02', '03', '04', '05', '06', '07', '08'].map((element) => [
      { property: 'diagnosisTypeCode', path: `${element}-1`, lens: text },
      { property: 'diagnosisCode', path: `${element}-2`, lens: text },
    ]),
  },
  { property: 'idCardIssueDate', path: 'DTP[01=102][02=D8]/03', lens: text },
  ...range('102', 'beginningCardIssueDate', 'endCardIssueDate'),
  { property: 'planIssueDate', path: 'DTP[01=291][02=D8]/03', lens: text },
  ...range('291', 'beginningPlanIssueDate', 'endPlanIssueDate'),
];

const TRACES: Row = {
  property: 'traces',
  each: 'TRN',
  rows: [
    { path: '01', lens: always('1') },
    { property: 'referenceIdentification', path: '02', lens: text },
    { property: 'originatingCompanyIdentifier', path: '03', lens: text },
    { property: 'secondaryReferenceIdentification', path: '04', lens: text },
  ],
};

const INQUIRY: Table = [
  { property: 'serviceTypeCodes', path: 'EQ/01', lens: list },
  { property: 'productOrServiceIDQualifier', path: 'EQ/02-1', lens: text },
  { property: 'procedureCode', path: 'EQ/02-2', lens: text },
  { property: 'procedureModifiers', list: ['EQ/02-3', 'EQ/02-4', 'EQ/02-5', 'EQ/02-6'], lens: text },
  { property: 'diagnosisCodePointer', list: ['EQ/05-1', 'EQ/05-2', 'EQ/05-3', 'EQ/05-4'], lens: text },
  { property: 'industryCode', path: 'III[01=ZZ]/02', lens: text },
  { property: 'referenceIdentificationQualifier', path: 'REF/01', lens: text },
  { property: 'priorAuthorizationOrReferralNumber', path: 'REF/02', lens: text },
  { property: 'dateOfService', path: 'DTP[01=291][02=D8]/03', lens: text },
  ...range('291', 'beginningDateOfService', 'endDateOfService'),
];

const DEPENDENT: Table = [
  TRACES,
  {
    at: '2100D',
    rows: [
      ...PERSON,
      reference('issueNumber', 'IF'),
      reference('eligibilityCategory', 'MRC'),
      { property: 'individualRelationshipCode', path: 'INS/02', lens: text },
      { property: 'birthSequenceNumber', path: 'INS/17', lens: text },
    ],
  },
  { property: 'inquiries', each: '2110D', rows: INQUIRY },
];

const SUBSCRIBER: Table = [
  TRACES,
  {
    property: 'subscriber',
    at: '2100C',
    rows: [
      { property: 'memberId', path: 'NM1[08=MI]/09', lens: text },
      ...PERSON,
      reference('caseNumber', '3H'),
      reference('medicaidRecipientIdentificationNumber', 'NQ'),
      { property: 'birthSequenceNumber', path: 'INS/17', lens: text },
    ],
  },
  { property: 'inquiries', each: '2110C', rows: INQUIRY },
  { property: 'subscriber.spendDownAmount', path: '2110C/AMT[01=R]/02', lens: decimal },
  { property: 'subscriber.spendDownTotalBilledAmount', path: '2110C/AMT[01=PB]/02', lens: decimal },
  { property: 'dependents', each: '2000D', rows: DEPENDENT },
];

const RECEIVER: Table = [
  {
    at: '2100B',
    rows: [
      { property: 'provider', rows: PROVIDER },
      { property: 'informationReceiverName', rows: INFORMATION_RECEIVER },
      reference('portalUsername', 'JD'),
      reference('portalPassword', '4A'),
    ],
  },
  { property: 'subscribers', each: '2000C', rows: SUBSCRIBER },
];

const SOURCE: Table = [
  { property: 'tradingPartnerServiceId', path: ['2100A/NM1[08=PI]/09', '2100A/NM1/09'], lens: text },
  { property: 'tradingPartnerName', path: '2100A/NM1/03', lens: text },
  { path: '2100A/NM1/01', lens: always('PR') },
  { path: '2100A/NM1/02', lens: always('2') },
  { property: 'receivers', each: '2000B', rows: RECEIVER },
];

/** The 270 of 005010X279A1. */
export const REQUEST_TABLE: Table = [
  { path: 'BHT/02', lens: always('13') },
  { property: 'submitterTransactionIdentifier', path: 'BHT/03', lens: text },
  { property: 'date', path: 'BHT/04', lens: date },
  { property: 'time', path: 'BHT/05', lens: text },
  { property: 'spendDown', path: 'BHT/06', lens: presence('RT') },
  { property: 'sources', each: '2000A', rows: SOURCE },
];

function reference(property: string, qualifier: string): Row {
  return { property, path: `REF[01=${qualifier}]/02`, lens: text };
}

function range(qualifier: string, beginning: string, end: string): Table {
  const path = `DTP[01=${qualifier}][02=RD8]/03`;
  return [
    { property: beginning, path, lens: rangeStart },
    { property: end, path, lens: rangeEnd },
  ];
}
