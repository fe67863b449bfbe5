import { decimal } from '../../../mapping/lenses/decimal.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Row, Table } from '../../../mapping/table.js';
import { adjustments } from '../../rows/adjustments.js';
import {
  MEDICARE_OUTPATIENT,
  OTHER_PAYER_AMOUNTS,
  otherPayer,
  otherSubscriber,
  providerOfOtherPayer,
} from '../../rows/other-payer.js';

/** MIA: what Medicare has decided of a stay. */
const MEDICARE_INPATIENT: Row = {
  property: 'medicareInpatientAdjudication',
  rows: [
    ...Object.entries({
      '01': 'coveredDaysOrVisitsCount',
      '03': 'lifetimePsychiatricDaysCount',
      '04': 'claimDRGAmount',
      '06': 'claimDisproportionateShareAmount',
      '07': 'claimMspPassThroughAmount',
      '08': 'claimPpsCapitalAmount',
      '09': 'capitalHSPDRGAmount',
      10: 'ppsCapitalHspDrgAmount',
      11: 'ppsCapitalDshDrgAmount',
      12: 'oldCapitalAmount',
      13: 'ppsCapitalImeAmount',
      14: 'ppsOperatingHospitalSpecificDrgAmount',
      15: 'costReportDayCount',
      16: 'ppsOperatingFederalSpecificDrgAmount',
      17: 'claimPpsCapitalOutlierAmmount',
      18: 'claimIndirectTeachingAmount',
      19: 'nonPayableProfessionalComponentBilledAmount',
      24: 'capitalExceptionAmount',
    }).map(([element, property]): Row => ({ property, path: `MIA/${element}`, lens: decimal })),
    {
      property: 'claimPaymentRemarkCode',
      list: ['05', '20', '21', '22', '23'].map((element) => `MIA/${element}`),
      lens: text,
    },
  ],
};

/** 2330C and on, one of each: which numbers another payer knows a provider by. */
function otherProvider(at: string, role: string, property: string): Row {
  return { property, at, rows: providerOfOtherPayer(role, `${property}Identifier`) };
}

export const OTHER_SUBSCRIBER: Table = [
  { property: 'paymentResponsibilityLevelCode', path: 'SBR/01', lens: text },
  { property: 'individualRelationshipCode', path: 'SBR/02', lens: text },
  { property: 'groupNumber', path: 'SBR/03', lens: text },
  { property: 'otherInsuredGroupName', path: 'SBR/04', lens: text },
  { property: 'claimFilingIndicatorCode', path: 'SBR/09', lens: text },
  adjustments('claimLevelAdjustments', 'claimAdjustmentDetails'),
  ...OTHER_PAYER_AMOUNTS,
  { property: 'benefitsAssignmentCertificationIndicator', path: 'OI/03', lens: text },
  { property: 'releaseOfInformationCode', path: 'OI/06', lens: text },
  MEDICARE_INPATIENT,
  MEDICARE_OUTPATIENT,
  otherSubscriber('otherInsuredSuffix', 'address', {
    property: 'otherInsuredAdditionalIdentifier',
    each: 'REF[01=SY]',
    rows: [{ property: '', path: '02', lens: text }],
  }),
  otherPayer(),
  otherProvider('2330C', '71', 'otherPayerAttendingProvider'),
  otherProvider('2330D', '72', 'otherPayerOperatingPhysician'),
  otherProvider('2330E', 'ZZ', 'otherPayerOtherOperatingPhysician'),
  otherProvider('2330F', '77', 'otherPayerServiceFacilityLocation'),
  otherProvider('2330G', '82', 'otherPayerRenderingProvider'),
  otherProvider('2330H', 'DN', 'otherPayerReferringProvider'),
  otherProvider('2330I', '85', 'otherPayerBillingProvider'),
];
