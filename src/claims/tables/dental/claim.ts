import { always, filled } from '../../../mapping/lenses/constant.js';
import { decimal } from '../../../mapping/lenses/decimal.js';
import { flag } from '../../../mapping/lenses/flag.js';
import { number } from '../../../mapping/lenses/number.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Table } from '../../../mapping/table.js';
import { addressOf } from '../../rows/address.js';
import { contract } from '../../rows/contract.js';
import { dates } from '../../rows/dates.js';
import { LICENSE_UPIN_COMMERCIAL, NPI, PARTY, PERSON, PROVIDER_NUMBERS, taxonomy } from '../../rows/party.js';
import { DIAGNOSES } from '../../rows/places.js';
import { AMBULATORY_PRICING, pricing } from '../../rows/pricing.js';
import { identifiers, references } from '../../rows/reference.js';
import { reports } from '../../rows/report.js';
import { LINE } from './line.js';
import { OTHER_SUBSCRIBER } from './other-subscriber.js';

/** 2300 and below, dental. */
export const CLAIM: Table = [
  { property: 'patientControlNumber', path: 'CLM/01', lens: text },
  { property: 'claimChargeAmount', path: 'CLM/02', lens: decimal },
  { property: 'placeOfServiceCode', path: 'CLM/05-1', lens: text },
  { property: 'claimFrequencyCode', path: 'CLM/05-3', lens: text },
  { property: 'signatureIndicator', path: 'CLM/06', lens: text },
  { property: 'planParticipationCode', path: 'CLM/07', lens: text },
  { property: 'benefitsAssignmentCertificationIndicator', path: 'CLM/08', lens: text },
  { property: 'releaseInformationCode', path: 'CLM/09', lens: text },
  { property: 'relatedCausesCode', list: ['CLM/11-1', 'CLM/11-2'], lens: text },
  { property: 'autoAccidentStateCode', path: 'CLM/11-4', lens: text },
  { property: 'autoAccidentCountryCode', path: 'CLM/11-5', lens: text },
  { property: 'specialProgramCode', path: 'CLM/12', lens: text },
  { property: 'predeterminationOfBenefits', path: 'CLM/19', lens: flag('PB') },
  { property: 'delayReasonCode', path: 'CLM/20', lens: text },
  {
    property: 'claimDateInformation',
    rows: dates({
      accidentDate: '439',
      appliancePlacementDate: '452',
      serviceDate: '472',
      repricerReceivedDate: '050',
    }),
  },
  {
    property: 'orthodonticTotalMonthsOfTreatment',
    rows: [
      { property: 'monthsCount', path: 'DN1/01', lens: number },
      { property: 'monthsRemaining', path: 'DN1/02', lens: number },
      { property: 'treatmentIndicator', path: 'DN1/04', lens: text },
    ],
  },
  {
    property: 'toothStatus',
    each: 'DN2',
    rows: [
      { property: 'toothNumber', path: '01', lens: text },
      { property: 'toothStatusCode', path: '02', lens: text },
    ],
  },
  {
    property: 'claimSupplementalInformation',
    rows: [
      reports('reportInformations'),
      ...references({
        G3: 'predeterminationOfBenefitsIdentifier',
        '4N': 'serviceAuthorizationExceptionCode',
        F8: 'claimControlNumber',
        '9F': 'referralNumber',
        G1: 'priorAuthorizationNumber',
        '9A': 'repricedClaimNumber',
        '9C': 'adjustedRepricedClaimNumber',
        D9: 'claimNumber',
      }),
    ],
  },
  contract('claimContractInformation'),
  { property: 'patientAmountPaid', path: 'AMT[01=F5]/02', lens: decimal },
  { property: 'fileInformationList', each: 'K3', rows: [{ property: '', path: '01', lens: text }] },
  {
    property: 'claimNotes',
    each: 'NTE',
    rows: [
      { path: '01', lens: always('ADD') },
      { property: '', path: '02', lens: text },
    ],
  },
  { property: 'healthCareCodeInformation', each: 'HI', places: DIAGNOSES.slice(0, 4) },
  pricing('claimPricingRepricingInformation', AMBULATORY_PRICING),
  {
    property: 'referring',
    at: '2310A',
    rows: [...PERSON, { path: 'NM1/01', lens: filled('DN') }, NPI, taxonomy('RF'), ...LICENSE_UPIN_COMMERCIAL],
  },
  { property: 'rendering', at: '2310B', rows: [...PARTY, NPI, taxonomy('PE'), ...PROVIDER_NUMBERS] },
  {
    property: 'serviceFacilityLocation',
    at: '2310C',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      NPI,
      addressOf('address'),
      identifiers('secondaryIdentifier'),
    ],
  },
  { property: 'assistantSurgeon', at: '2310D', rows: [...PERSON, NPI, taxonomy('AS'), ...PROVIDER_NUMBERS] },
  { property: 'supervising', at: '2310E', rows: [...PERSON, NPI, ...PROVIDER_NUMBERS] },
  { property: 'otherSubscriberInformation', each: '2320', rows: OTHER_SUBSCRIBER },
  { property: 'serviceLines', each: '2400', rows: LINE },
];
