import type { PayerTransaction, ProcessName } from './schemas.js';

/** What a table of payers has of a transaction: names of its columns, in their order. */
export interface TransactionColumns {
  readonly transaction: PayerTransaction;
  readonly process: ProcessName;
  readonly supported: string;
  readonly enrollment: string;
  readonly type: string;
  readonly timeframe: string;
  /** Of remittances only. */
  readonly aggregation?: string;
  readonly effectiveDate: string;
}

function columns(
  transaction: PayerTransaction,
  process: ProcessName,
  support: string,
  enrollment = `${support}Enrollment`,
): TransactionColumns {
  return {
    ...{ transaction, process },
    supported: support,
    enrollment: `${support}EnrollmentRequired`,
    type: `${enrollment}Type`,
    timeframe: `${enrollment}Timeframe`,
    effectiveDate: `${enrollment}RequestedEffectiveDate`,
  };
}

/** In the order of the table. */
export const TRANSACTION_COLUMNS: readonly TransactionColumns[] = [
  columns('eligibilityCheck', 'eligibilityInquiry', 'EligibilityInquiry'),
  columns('claimStatus', 'claimStatusInquiry', 'ClaimStatusInquiry'),
  columns('professionalClaimSubmission', 'professionalClaim', 'ProfessionalClaim'),
  columns('institutionalClaimSubmission', 'institutionalClaim', 'InstitutionalClaim'),
  columns('dentalClaimSubmission', 'dentalClaim', 'DentalClaim'),
  {
    ...columns('claimPayment', 'claimPayment', 'ClaimPaymentAdvice', 'ClaimPaymentEnrollment'),
    aggregation: 'ClaimPaymentEnrollmentSupportedAggregationPreferences',
  },
  columns('coordinationOfBenefits', 'coordinationOfBenefits', 'CoordinationOfBenefits'),
  columns(
    'unsolicitedClaimAttachment',
    'unsolicitedClaimAttachment',
    'ClaimAttachmentsSupport',
    'ClaimAttachmentEnrollment',
  ),
];

export function namesOf(one: TransactionColumns): readonly string[] {
  const { supported, enrollment, type, timeframe, aggregation, effectiveDate } = one;
  return [supported, enrollment, type, timeframe, ...(aggregation === undefined ? [] : [aggregation]), effectiveDate];
}

/** The header of the table that clients of the interface read. */
export const HEADER: readonly string[] = [
  ...['PlatformId', 'PrimaryPayerId', 'DisplayName', 'Names', 'Aliases'],
  ...TRANSACTION_COLUMNS.flatMap(namesOf),
  ...['EmployerIdentificationNumbers', 'CoverageTypes', 'OperatingStates', 'PtanRequired', 'ParentPayerGroupId'],
  'WebsiteUrl',
];

/** What imports take beside: what only the operator decides. */
export const OPERATOR_COLUMNS = ['EnrollmentPolicy', 'UsOnly', 'Programs'] as const;

/** Between the values of a list. */
export const BAR = '|';
