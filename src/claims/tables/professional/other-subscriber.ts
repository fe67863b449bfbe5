import { flag } from '../../../mapping/lenses/flag.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Table } from '../../../mapping/table.js';
import {
  MEDICARE_OUTPATIENT,
  OTHER_COVERAGE,
  otherPayer,
  otherSubscriber,
  providersOfOtherPayer,
} from '../../rows/other-payer.js';
import { reference } from '../../rows/reference.js';

/** 2320 and below, professional: who else is insured, and what their payer has decided. */
export const OTHER_SUBSCRIBER: Table = [
  ...OTHER_COVERAGE,
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
