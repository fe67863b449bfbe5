import { beside, filled, presence } from '../../mapping/lenses/constant.js';
import { date } from '../../mapping/lenses/date.js';
import { decimal } from '../../mapping/lenses/decimal.js';
import { flag } from '../../mapping/lenses/flag.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';
import { addressOf } from '../rows/address.js';
import { adjudication, PRACTICE_ADJUDICATION } from '../rows/adjudication.js';
import { adjustments } from '../rows/adjustments.js';
import { CONTACT, telephone } from '../rows/contact.js';
import { contract } from '../rows/contract.js';
import { dates } from '../rows/dates.js';
import {
  BILLING_OF_PRACTICE,
  CONTACT_OF_PERSON,
  COVERAGE,
  DEPENDENT_NUMBERS,
  frame,
  PATIENT_FACTS,
  SUBMITTER,
} from '../rows/frame.js';
import {
  MEDICARE_OUTPATIENT,
  OTHER_PAYER_AMOUNTS,
  otherPayer,
  otherSubscriber,
  placeOfJourney,
  providersOfOtherPayer,
} from '../rows/other-payer.js';
import { LICENSE_UPIN_COMMERCIAL, NPI, PARTY, PERSON, PROVIDER_NUMBERS, taxonomy } from '../rows/party.js';
import { DIAGNOSES, TWELVE } from '../rows/places.js';
import { AMBULATORY_PRICING, pricing } from '../rows/pricing.js';
import { decisions, identifiers, identifiersOfPayers, reference, references } from '../rows/reference.js';
import { reports } from '../rows/report.js';

// 837P, 005010X222A1.

/** CR1: a patient's journey. */
const AMBULANCE: Row = {
  property: 'ambulanceTransportInformation',
  rows: [
    { property: 'patientWeightInPounds', path: 'CR1/01', lens: presence('LB') },
    { property: 'patientWeightInPounds', path: 'CR1/02', lens: decimal },
    { property: 'ambulanceTransportReasonCode', path: 'CR1/04', lens: text },
    { property: 'transportDistanceInMiles', path: 'CR1/05', lens: presence('DH') },
    { property: 'transportDistanceInMiles', path: 'CR1/06', lens: decimal },
    { property: 'roundTripPurposeDescription', path: 'CR1/09', lens: text },
    { property: 'stretcherPurposeDescription', path: 'CR1/10', lens: text },
  ],
};

/** CRC: conditions of one category. */
function conditions(property: string, category: string, elements: readonly string[] = FIVE): Row {
  return {
    property,
    each: `CRC[01=${category}]`,
    rows: [
      { property: 'codeCategory', path: '01', lens: text },
      { property: 'certificationConditionIndicator', path: '02', lens: text },
      { property: 'conditionCodes', list: elements, lens: text },
    ],
  };
}

const FIVE = ['03', '04', '05', '06', '07'];

/** NM101: a primary care provider (P3) is read as well. */
const REFERRING: Row = { path: 'NM1/01', lens: filled('DN') };

const OTHER_SUBSCRIBER: Table = [
  { property: 'paymentResponsibilityLevelCode', path: 'SBR/01', lens: text },
  { property: 'individualRelationshipCode', path: 'SBR/02', lens: text },
  { property: 'insuranceGroupOrPolicyNumber', path: 'SBR/03', lens: text },
  { property: 'otherInsuredGroupName', path: 'SBR/04', lens: text },
  { property: 'insuranceTypeCode', path: 'SBR/05', lens: text },
  { property: 'claimFilingIndicatorCode', path: 'SBR/09', lens: text },
  adjustments('claimLevelAdjustments', 'adjustmentDetails'),
  ...OTHER_PAYER_AMOUNTS,
  { property: 'benefitsAssignmentCertificationIndicator', path: 'OI/03', lens: text },
  { property: 'patientSignatureGeneratedForPatient', path: 'OI/04', lens: flag('P') },
  { property: 'releaseOfInformationCode', path: 'OI/06', lens: text },
  MEDICARE_OUTPATIENT,
  otherSubscriber('otherInsuredNameSuffix', 'otherInsuredAddress', reference('otherInsuredAdditionalIdentifier', 'SY')),
  otherPayer(),
  providersOfOtherPayer({
    loop: '2330C',
    role: 'DN',
    property: 'otherPayerReferringProvider',
    numbers: 'otherPayerReferringProviderIdentifier',
  }),
  providersOfOtherPayer({
    loop: '2330D',
    role: '82',
    property: 'otherPayerRenderingProvider',
    numbers: 'otherPayerRenderingProviderSecondaryIdentifier',
  }),
  providersOfOtherPayer({
    loop: '2330E',
    role: '77',
    property: 'otherPayerServiceFacilityLocation',
    numbers: 'otherPayerServiceFacilityLocationSecondaryIdentifier',
  }),
  providersOfOtherPayer({
    loop: '2330F',
    role: 'DQ',
    property: 'otherPayerSupervisingProvider',
    numbers: 'otherPayerSupervisingProviderIdentifier',
  }),
  providersOfOtherPayer({
    loop: '2330G',
    role: '85',
    property: 'otherPayerBillingProvider',
    numbers: 'otherPayerBillingProviderIdentifier',
  }),
];

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

const DURABLE_EQUIPMENT: Table = [
  {
    property: 'durableMedicalEquipmentService',
    rows: [
      { property: 'days', path: 'SV5/03', lens: decimal },
      { property: 'rentalPrice', path: 'SV5/04', lens: decimal },
      { property: 'purchasePrice', path: 'SV5/05', lens: decimal },
      { property: 'frequencyCode', path: 'SV5/06', lens: text },
    ],
  },
  {
    property: 'durableMedicalEquipmentCertificateOfMedicalNecessity',
    at: 'PWK[02=AB,AD,AF,AG,NS]',
    rows: [
      { path: '01', lens: filled('CT') },
      { property: 'attachmentTransmissionCode', path: '02', lens: text },
    ],
  },
  {
    property: 'durableMedicalEquipmentCertification',
    rows: [
      { property: 'certificationTypeCode', path: 'CR3/01', lens: text },
      { property: 'durableMedicalEquipmentDurationInMonths', path: 'CR3/03', lens: decimal },
    ],
  },
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

const LINE: Table = [
  { property: 'assignedNumber', path: 'LX/01', lens: text },
  SERVICE,
  ...DURABLE_EQUIPMENT,
  reports('serviceLineSupplementalInformation', 'PWK[02=AA,BM,EL,EM,FT,FX]'),
  AMBULANCE,
  conditions('ambulanceCertification', '07'),
  { property: 'hospiceEmployeeIndicator', path: 'CRC[01=70]/02', lens: flag('Y', 'N') },
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

const CLAIM_HEADER: Table = [
  { property: 'patientControlNumber', path: 'CLM/01', lens: text },
  { property: 'claimChargeAmount', path: 'CLM/02', lens: decimal },
  { property: 'placeOfServiceCode', path: 'CLM/05-1', lens: text },
  { property: 'claimFrequencyCode', path: 'CLM/05-3', lens: text },
  { property: 'signatureIndicator', path: 'CLM/06', lens: text },
  { property: 'planParticipationCode', path: 'CLM/07', lens: text },
  { property: 'benefitsAssignmentCertificationIndicator', path: 'CLM/08', lens: text },
  { property: 'releaseInformationCode', path: 'CLM/09', lens: text },
  { property: 'patientSignatureSourceCode', path: 'CLM/10', lens: flag('P') },
  { property: 'relatedCausesCode', list: ['CLM/11-1', 'CLM/11-2'], lens: text },
  { property: 'autoAccidentStateCode', path: 'CLM/11-4', lens: text },
  { property: 'autoAccidentCountryCode', path: 'CLM/11-5', lens: text },
  { property: 'specialProgramCode', path: 'CLM/12', lens: text },
  { property: 'delayReasonCode', path: 'CLM/20', lens: text },
];

const SUPPLEMENT: Row = {
  property: 'claimSupplementalInformation',
  rows: [
    reports('reportInformations'),
    ...references({
      '4N': 'serviceAuthorizationExceptionCode',
      F5: 'medicareCrossoverReferenceId',
      EW: 'mammographyCertificationNumber',
      '9F': 'referralNumber',
      G1: 'priorAuthorizationNumber',
      F8: 'claimControlNumber',
      X4: 'cliaNumber',
      '9A': 'repricedClaimNumber',
      '9C': 'adjustedRepricedClaimNumber',
      LX: 'investigationalDeviceExemptionNumber',
      D9: 'claimNumber',
      EA: 'medicalRecordNumber',
      P4: 'demoProjectIdentifier',
      '1J': 'carePlanOversightNumber',
    }),
  ],
};

const CONDITIONS: Table = [
  AMBULANCE,
  {
    property: 'spinalManipulationServiceInformation',
    rows: [
      { property: 'patientConditionCode', path: 'CR2/08', lens: text },
      { property: 'patientConditionDescription1', path: 'CR2/10', lens: text },
      { property: 'patientConditionDescription2', path: 'CR2/11', lens: text },
    ],
  },
  conditions('ambulanceCertification', '07'),
  conditions('patientConditionInformationVision', 'E1,E2,E3'),
  { property: 'homeboundIndicator', path: 'CRC[01=75]/02', lens: flag('Y') },
  {
    property: 'epsdtReferral',
    rows: [
      { property: 'certificationConditionCodeAppliesIndicator', path: 'CRC[01=ZZ]/02', lens: text },
      { property: 'conditionCodes', list: ['CRC[01=ZZ]/03', 'CRC[01=ZZ]/04', 'CRC[01=ZZ]/05'], lens: text },
    ],
  },
  {
    property: 'healthCareCodeInformation',
    each: 'HI[01-1=ABK,BK]',
    places: DIAGNOSES,
  },
  { property: 'anesthesiaRelatedSurgicalProcedure', list: ['HI[01-1=BP]/01-2', 'HI[01-1=BP]/02-2'], lens: text },
  {
    property: 'conditionInformation',
    each: 'HI[01-1=BG]',
    rows: [{ property: 'conditionCodes', list: TWELVE.map((element) => `${element}-2`), lens: text }],
  },
];

const CLAIM_PROVIDERS: Table = [
  { property: 'referring', at: '2310A', rows: [...PERSON, REFERRING, NPI, ...LICENSE_UPIN_COMMERCIAL] },
  { property: 'rendering', at: '2310B', rows: [...PARTY, NPI, taxonomy('PE'), ...PROVIDER_NUMBERS] },
  {
    property: 'serviceFacilityLocation',
    at: '2310C',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      NPI,
      addressOf('address'),
      identifiers('secondaryIdentifier'),
      ...telephone({ name: 'phoneName', phone: 'phoneNumber', extension: 'phoneExtension' }),
    ],
  },
  { property: 'supervising', at: '2310D', rows: [...PERSON, NPI, ...PROVIDER_NUMBERS] },
  placeOfJourney('ambulancePickUpLocation', '2310E', 'PW'),
  placeOfJourney('ambulanceDropOffLocation', '2310F', '45'),
];

const CLAIM: Table = [
  ...CLAIM_HEADER,
  {
    property: 'claimDateInformation',
    rows: dates({
      symptomDate: '431',
      initialTreatmentDate: '454',
      lastSeenDate: '304',
      acuteManifestationDate: '453',
      accidentDate: '439',
      lastMenstrualPeriodDate: '484',
      lastXRayDate: '455',
      hearingAndVisionPrescriptionDate: '471',
      disabilityPeriod: '314',
      disabilityBeginDate: '360',
      disabilityEndDate: '361',
      lastWorkedDate: '297',
      authorizedReturnToWorkDate: '296',
      admissionDate: '435',
      dischargeDate: '096',
      assumedAndRelinquishedCareBeginDate: '090',
      assumedAndRelinquishedCareEndDate: '091',
      firstContactDate: '444',
      repricerReceivedDate: '050',
    }),
  },
  SUPPLEMENT,
  contract('claimContractInformation'),
  { property: 'patientAmountPaid', path: 'AMT[01=F5]/02', lens: decimal },
  { property: 'fileInformationList', each: 'K3', rows: [{ property: '', path: '01', lens: text }] },
  {
    property: 'claimNote',
    rows: [
      { property: 'additionalInformation', path: 'NTE[01=ADD]/02', lens: text },
      { property: 'certificationNarrative', path: 'NTE[01=CER]/02', lens: text },
      { property: 'goalRehabOrDischargePlans', path: 'NTE[01=DCP]/02', lens: text },
      { property: 'diagnosisDescription', path: 'NTE[01=DGN]/02', lens: text },
      { property: 'thirdPartOrgNotes', path: 'NTE[01=TPO]/02', lens: text },
    ],
  },
  ...CONDITIONS,
  pricing('claimPricingRepricingInformation', AMBULATORY_PRICING),
  ...CLAIM_PROVIDERS,
  { property: 'otherSubscriberInformation', each: '2320', rows: OTHER_SUBSCRIBER },
  { property: 'serviceLines', each: '2400', rows: LINE },
];

/** The 837P of 005010X222A1. */
export const PROFESSIONAL_TABLE: Table = frame({
  submitter: SUBMITTER,
  billing: BILLING_OF_PRACTICE,
  coverage: COVERAGE,
  patient: PATIENT_FACTS,
  subscriber: [CONTACT_OF_PERSON],
  dependent: [...DEPENDENT_NUMBERS, CONTACT_OF_PERSON],
  claim: CLAIM,
});
