import { text } from '../../../mapping/lenses/text.js';
import type { Table } from '../../../mapping/table.js';
import { adjustments } from '../../rows/adjustments.js';
import {
  MEDICARE_OUTPATIENT,
  OTHER_PAYER_AMOUNTS,
  otherPayer,
  otherSubscriber,
  providerOfOtherPayer,
  providersOfOtherPayer,
} from '../../rows/other-payer.js';
import { reference } from '../../rows/reference.js';

/** 2320 and below, dental. */
export const OTHER_SUBSCRIBER: Table = [
  { property: 'paymentResponsibilityLevelCode', path: 'SBR/01', lens: text },
  { property: 'individualRelationshipCode', path: 'SBR/02', lens: text },
  { property: 'insuranceGroupOrPolicyNumber', path: 'SBR/03', lens: text },
  { property: 'otherInsuredGroupName', path: 'SBR/04', lens: text },
  { property: 'insuranceTypeCode', path: 'SBR/05', lens: text },
  { property: 'claimFilingIndicatorCode', path: 'SBR/09', lens: text },
  adjustments('claimLevelAdjustments', 'adjustmentDetails'),
  ...OTHER_PAYER_AMOUNTS,
  { property: 'benefitsAssignmentCertificationIndicator', path: 'OI/03', lens: text },
  { property: 'releaseOfInformationCode', path: 'OI/06', lens: text },
  MEDICARE_OUTPATIENT,
  otherSubscriber('otherInsuredNameSuffix', 'otherInsuredAddress', {
    property: 'otherInsuredAdditionalIdentifiers',
    each: 'REF[01=SY]',
    rows: [{ property: '', path: '02', lens: text }],
  }),
  otherPayer([reference('otherPayerPredeterminationIdentification', 'G3')]),
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
    role: 'DQ',
    property: 'otherPayerSupervisingProvider',
    numbers: 'otherPayerSupervisingProviderIdentifier',
  }),
  providersOfOtherPayer({
    loop: '2330F',
    role: '85',
    property: 'otherPayerBillingProvider',
    numbers: 'otherPayerBillingProviderIdentifier',
  }),
  providersOfOtherPayer({
    loop: '2330G',
    role: '77',
    property: 'otherPayerServiceFacilityLocation',
    numbers: 'otherPayerServiceFacilityLocationSecondaryIdentifier',
  }),
  {
    property: 'otherPayerAssistantSurgeon',
    at: '2330H',
    rows: providerOfOtherPayer('DD', 'otherPayerAssistantSurgeonIdentifier'),
  },
];
