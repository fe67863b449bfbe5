import { beside, filled } from '../../../mapping/lenses/constant.js';
import { date } from '../../../mapping/lenses/date.js';
import { decimal } from '../../../mapping/lenses/decimal.js';
import { flag } from '../../../mapping/lenses/flag.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Row, Table } from '../../../mapping/table.js';
import { addressOf } from '../../rows/address.js';
import { adjudication, PRACTICE_ADJUDICATION } from '../../rows/adjudication.js';
import { CONTACT } from '../../rows/contact.js';
import { contract } from '../../rows/contract.js';
import { dates } from '../../rows/dates.js';
import { placeOfJourney } from '../../rows/other-payer.js';
import { NPI, PARTY, PERSON, taxonomy } from '../../rows/party.js';
import { AMBULATORY_PRICING, pricing } from '../../rows/pricing.js';
import { decisions, identifiersOfPayers, reference, references } from '../../rows/reference.js';
import { reports } from '../../rows/report.js';
import { AMBULANCE, conditions, REFERRING } from './conditions.js';

// 2400 and below, professional.

const SERVICE: Row = {
  property: 'professionalService',
  rows: [
    { property: 'procedureIdentifier', path: 'SV1/01-1', lens: text },
    { property: 'procedureCode', path: 'SV1/01-2', lens: text },
    { property: 'procedureModifiers', list: ['SV1/01-3', 'SV1/01-4', 'SV1/01-5', 'SV1/01-6'], lens: text },
    { property: 'description', path: 'SV1/01-7', lens: text },
    { property: 'lineItemChargeAmount', path: 'SV1/02', lens: decimal },
    { property: 'measurementUnit', path: 'SV1/03', lens: text },
    { property: 'serviceUnitCount', path: 'SV1/04', lens: decimal },
    { property: 'placeOfServiceCode', path: 'SV1/05', lens: text },
    {
      property: 'compositeDiagnosisCodePointers.diagnosisCodePointers',
      list: ['SV1/07-1', 'SV1/07-2', 'SV1/07-3', 'SV1/07-4'],
      lens: text,
    },
    { property: 'emergencyIndicator', path: 'SV1/09', lens: text },
    { property: 'epsdtIndicator', path: 'SV1/11', lens: text },
    { property: 'familyPlanningIndicator', path: 'SV1/12', lens: text },
    { property: 'copayStatusCode', path: 'SV1/15', lens: text },
  ],
};

// In the order of the guide: segments of one position (PWK, CRC) are written as they were put.
const EQUIPMENT_AND_JOURNEY: Table = [
  {
    property: 'durableMedicalEquipmentService',
    rows: [
      { property: 'procedureCode', path: 'SV5/01-2', lens: text },
      { path: 'SV5/01-1', lens: filled('HC') },
      { property: 'days', path: 'SV5/03', lens: decimal },
      { property: 'rentalPrice', path: 'SV5/04', lens: decimal },
      { property: 'purchasePrice', path: 'SV5/05', lens: decimal },
      { property: 'frequencyCode', path: 'SV5/06', lens: text },
    ],
  },
  reports('serviceLineSupplementalInformation', 'PWK[02=AA,BM,EL,EM,FT,FX]'),
  {
    property: 'durableMedicalEquipmentCertificateOfMedicalNecessity',
    at: 'PWK[02=AB,AD,AF,AG,NS]',
    rows: [
      { path: '01', lens: filled('CT') },
      { property: 'attachmentTransmissionCode', path: '02', lens: text },
    ],
  },
  AMBULANCE,
  {
    property: 'durableMedicalEquipmentCertification',
    rows: [
      { property: 'certificationTypeCode', path: 'CR3/01', lens: text },
      { property: 'durableMedicalEquipmentDurationInMonths', path: 'CR3/03', lens: decimal },
    ],
  },
  conditions('ambulanceCertification', '07'),
  { property: 'hospiceEmployeeIndicator', path: 'CRC[01=70]/02', lens: flag('Y', 'N') },
  {
    property: 'conditionIndicatorDurableMedicalEquipment',
    rows: [
      { property: 'certificationConditionIndicator', path: 'CRC[01=09]/02', lens: text },
      { property: 'conditionIndicator', path: 'CRC[01=09]/03', lens: text },
      { property: 'conditionIndicatorCode', path: 'CRC[01=09]/04', lens: text },
    ],
  },
];

// In the order of the guide, as all rows: segments of one position are written as they were put.
const LINE_REFERENCES: Table = [
  {
    property: 'serviceLineReferenceInformation',
    rows: [
      ...references({ '9B': 'repricedLineItemReferenceNumber', '9D': 'adjustedRepricedLineItemReferenceNumber' }),
      decisions('priorAuthorization', 'priorAuthorizationOrReferralNumber', 'G1'),
    ],
  },
  reference('providerControlNumber', '6R'),
  {
    property: 'serviceLineReferenceInformation',
    rows: [
      ...references({
        EW: 'mammographyCertificationNumber',
        X4: 'clinicalLaboratoryImprovementAmendmentNumber',
        F4: 'referringCliaNumber',
        BT: 'immunizationBatchNumber',
      }),
      { property: 'referralNumber', each: 'REF[01=9F]', rows: [{ property: '', path: '02', lens: text }] },
    ],
  },
];

const DRUG: Row = {
  property: 'drugIdentification',
  at: '2410',
  rows: [
    { property: 'serviceIdQualifier', path: 'LIN/02', lens: text },
    { property: 'nationalDrugCode', path: 'LIN/03', lens: text },
    { property: 'nationalDrugUnitCount', path: 'CTP/04', lens: decimal },
    { property: 'measurementUnitCode', path: 'CTP/05-1', lens: text },
    ...references({ VY: 'linkSequenceNumber', XZ: 'pharmacyPrescriptionNumber' }),
  ],
};

const FORMS: Row = {
  property: 'formIdentification',
  each: '2440',
  rows: [
    { property: 'formTypeCode', path: 'LQ/01', lens: text },
    { property: 'formIdentifier', path: 'LQ/02', lens: text },
    {
      property: 'supportingDocumentation',
      each: 'FRM',
      rows: [
        { property: 'questionNumber', path: '01', lens: text },
        { property: 'questionResponseCode', path: '02', lens: text },
        { property: 'questionResponse', path: '03', lens: text },
        { property: 'questionResponseAsDate', path: '04', lens: date },
        { property: 'questionResponseAsPercent', path: '05', lens: decimal },
      ],
    },
  ],
};

export const LINE: Table = [
  { property: 'assignedNumber', path: 'LX/01', lens: text },
  SERVICE,
  ...EQUIPMENT_AND_JOURNEY,
  ...dates({ servicePeriod: '472' }),
  {
    property: 'serviceLineDateInformation',
    rows: dates({
      prescriptionDate: '471',
      certificationRevisionOrRecertificationDate: '607',
      beginTherapyDate: '463',
      lastCertificationDate: '461',
      treatmentOrTherapyDate: '304',
      hemoglobinTestDate: '738',
      serumCreatineTestDate: '739',
      shippedDate: '011',
      lastXRayDate: '455',
      initialTreatmentDate: '454',
    }),
  },
  { property: 'ambulancePatientCount', path: 'QTY[01=PT]/02', lens: decimal },
  { property: 'obstetricAnesthesiaAdditionalUnits', path: 'QTY[01=FL]/02', lens: decimal },
  {
    property: 'testResults',
    each: 'MEA',
    rows: [
      { property: 'measurementReferenceIdentificationCode', path: '01', lens: text },
      { property: 'measurementQualifier', path: '02', lens: text },
      { property: 'testResults', path: '03', lens: decimal },
    ],
  },
  contract('contractInformation'),
  ...LINE_REFERENCES,
  { property: 'salesTaxAmount', path: 'AMT[01=T]/02', lens: decimal },
  { property: 'postageTaxAmount', path: 'AMT[01=F4]/02', lens: decimal },
  { property: 'fileInformation', each: 'K3', rows: [{ property: '', path: '01', lens: text }] },
  { property: 'additionalNotes', path: 'NTE[01=ADD]/02', lens: text },
  { property: 'goalRehabOrDischargePlans', path: 'NTE[01=DCP]/02', lens: text },
  { property: 'thirdPartyOrganizationNotes', path: 'NTE[01=TPO]/02', lens: text },
  {
    property: 'purchasedServiceInformation',
    rows: [
      { property: 'purchasedServiceProviderIdentifier', path: 'PS1/01', lens: text },
      { property: 'purchasedServiceChargeAmount', path: 'PS1/02', lens: decimal },
    ],
  },
  pricing('linePricingRepricingInformation', AMBULATORY_PRICING),
  DRUG,
  {
    property: 'renderingProvider',
    at: '2420A',
    rows: [...PARTY, NPI, taxonomy('PE'), identifiersOfPayers('secondaryIdentifier')],
  },
  {
    property: 'purchasedServiceProvider',
    at: '2420B',
    rows: [
      { property: 'entityTypeQualifier', path: 'NM1/02', lens: text, only: 'put' },
      NPI,
      identifiersOfPayers('secondaryIdentifier'),
      { path: 'NM1/02', lens: beside('2') },
    ],
  },
  {
    property: 'serviceFacilityLocation',
    at: '2420C',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      NPI,
      addressOf('address'),
      identifiersOfPayers('secondaryIdentifier'),
    ],
  },
  { property: 'supervisingProvider', at: '2420D', rows: [...PERSON, NPI, identifiersOfPayers('secondaryIdentifier')] },
  {
    property: 'orderingProvider',
    at: '2420E',
    rows: [...PERSON, NPI, addressOf('address'), identifiersOfPayers('secondaryIdentifier'), CONTACT],
  },
  {
    property: 'referringProvider',
    at: '2420F',
    rows: [...PERSON, REFERRING, NPI, identifiersOfPayers('secondaryIdentifier')],
  },
  placeOfJourney('ambulancePickUpLocation', '2420G', 'PW'),
  placeOfJourney('ambulanceDropOffLocation', '2420H', '45'),
  adjudication(PRACTICE_ADJUDICATION),
  FORMS,
];
