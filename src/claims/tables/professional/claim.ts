import { decimal } from '../../../mapping/lenses/decimal.js';
import { flag } from '../../../mapping/lenses/flag.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Row, Table } from '../../../mapping/table.js';
import { addressOf } from '../../rows/address.js';
import { telephone } from '../../rows/contact.js';
import { contract } from '../../rows/contract.js';
import { dates } from '../../rows/dates.js';
import { placeOfJourney } from '../../rows/other-payer.js';
import { LICENSE_UPIN_COMMERCIAL, NPI, PARTY, PERSON, PROVIDER_NUMBERS, taxonomy } from '../../rows/party.js';
import { DIAGNOSES, TWELVE } from '../../rows/places.js';
import { AMBULATORY_PRICING, pricing } from '../../rows/pricing.js';
import { identifiers, references } from '../../rows/reference.js';
import { reports } from '../../rows/report.js';
import { AMBULANCE, CATEGORY, conditions, REFERRING } from './conditions.js';
import { LINE } from './line.js';
import { OTHER_SUBSCRIBER } from './other-subscriber.js';

// 2300 and below, professional.

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
  conditions('patientConditionInformationVision', 'E1,E2,E3', CATEGORY),
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

export const CLAIM: Table = [
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
