import { text } from '../../../mapping/lenses/text.js';
import type { Table } from '../../../mapping/table.js';
import {
  MEDICARE_OUTPATIENT,
  OTHER_COVERAGE,
  otherPayer,
  otherSubscriber,
  providerOfOtherPayer,
  providersOfOtherPayer,
} from '../../rows/other-payer.js';
import { reference } from '../../rows/reference.js';

/** 2320 and below, dental. */
export const OTHER_SUBSCRIBER: Table = [
  ...OTHER_COVERAGE,
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
