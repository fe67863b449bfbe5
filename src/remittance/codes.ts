import type { Codes } from '../mapping/lenses/text-of.js';
import type { ClaimOutcome } from './facts.js';

// Codes of an 835 and short names for them, in words of our own. CARCs and RARCs are licensed lists: those alone that are met often.

/** BPR01. */
export const HANDLING_NAMES: Codes = {
  C: 'Payment with this remittance',
  D: 'Payment only',
  H: 'Notification only',
  I: 'Remittance only',
  P: 'Prenotification',
  U: 'Payment and remittance apart',
  X: 'Payment and remittance as the bank decides',
};

/** BPR04. */
export const METHOD_NAMES: Codes = {
  ACH: 'Automated clearing house',
  BOP: 'As the bank decides',
  CHK: 'Check',
  FWT: 'Wire transfer',
  NON: 'No payment',
};

/** CLP02, with what each comes to. */
const STATUSES: readonly (readonly [code: string, outcome: ClaimOutcome, name: string])[] = [
  ['1', 'processed', 'Processed as primary'],
  ['2', 'processed', 'Processed as secondary'],
  ['3', 'processed', 'Processed as tertiary'],
  ['4', 'denied', 'Denied'],
  ['19', 'processed', 'Processed as primary and forwarded'],
  ['20', 'processed', 'Processed as secondary and forwarded'],
  ['21', 'processed', 'Processed as tertiary and forwarded'],
  ['22', 'reversed', 'Reversal of an earlier payment'],
  ['23', 'forwarded', "Another payer's claim, forwarded"],
  ['25', 'predetermined', 'Predetermination, no payment'],
];

export const STATUS_NAMES: Codes = Object.fromEntries(STATUSES.map(([code, , name]) => [code, name]));

export const OUTCOMES: ReadonlyMap<string, ClaimOutcome> = new Map(STATUSES.map(([code, outcome]) => [code, outcome]));

/** CLP06. */
export const FILING_NAMES: Codes = {
  12: 'Preferred provider organization',
  13: 'Point of service',
  14: 'Exclusive provider organization',
  15: 'Indemnity insurance',
  16: 'HMO of Medicare',
  17: 'Dental maintenance organization',
  AM: 'Automobile medical',
  CH: 'Tricare',
  DS: 'Disability',
  HM: 'Health maintenance organization',
  LM: 'Liability medical',
  MA: 'Medicare part A',
  MB: 'Medicare part B',
  MC: 'Medicaid',
  OF: 'Other federal program',
  TV: 'Title V',
  VA: 'Veterans Affairs',
  WC: "Workers' compensation",
  ZZ: 'Mutually defined',
};

/** CAS01. */
export const GROUP_NAMES: Codes = {
  CO: 'Contractual obligation',
  OA: 'Other adjustment',
  PI: 'Payer initiated reduction',
  PR: 'Patient responsibility',
};

/** CARC. */
export const ADJUSTMENT_NAMES: Codes = {
  1: 'Deductible',
  2: 'Coinsurance',
  3: 'Co-payment',
  4: 'Modifier wrong or missing',
  5: 'Place of service',
  11: 'Diagnosis does not fit procedure',
  16: 'Information missing',
  18: 'Duplicate',
  22: 'Other payer may be liable',
  23: "Prior payer's payment",
  24: 'Capitation',
  26: 'Before coverage',
  27: 'After coverage',
  29: 'Filed too late',
  31: 'Patient not identified',
  39: 'Authorization denied',
  45: 'Over fee schedule',
  49: 'Routine exam',
  50: 'Not medically necessary',
  51: 'Pre-existing',
  59: 'Multiple procedures',
  66: 'Blood deductible',
  94: 'More paid than charged',
  96: 'Non-covered',
  97: 'Included in another service',
  109: 'Not this payer',
  119: 'Maximum reached',
  125: 'Submission error',
  131: 'Negotiated discount',
  140: 'Name and number disagree',
  151: 'Frequency not supported',
  167: 'Diagnosis not covered',
  170: 'Provider type',
  177: 'Eligibility rule',
  181: 'Procedure invalid on date',
  197: 'No authorization',
  204: 'Not in the plan',
  208: 'NPI',
  226: 'Information not sent in time',
  227: 'Patient information not sent',
  234: 'Not paid separately',
  236: 'Procedure combination',
  242: 'Not in network',
  252: 'Attachment wanted',
  253: 'Sequestration',
  A1: 'Denied',
  B7: 'Provider not certified on date',
  B13: 'Paid before',
  B15: 'Qualifying service missing',
  P14: "Included in another day's service",
};

/** RARC. */
export const REMARK_NAMES: Codes = {
  M15: 'Bundled',
  M20: 'HCPCS missing',
  M51: 'Procedure code missing',
  M76: 'Diagnosis missing',
  M77: 'Place of service missing',
  M86: 'Too close to same service',
  MA01: 'Appeal rights',
  MA04: "Prior payer's remittance missing",
  MA07: 'Forwarded to Medicaid',
  MA18: 'Forwarded to supplement',
  MA63: 'Principal diagnosis missing',
  MA130: 'Unprocessable, resubmit',
  N4: "Prior payer's EOB missing",
  N19: 'Incidental',
  N30: 'Patient not eligible',
  N56: 'Procedure not right for service',
  N95: 'Provider type',
  N115: 'Local coverage decision',
  N130: 'See plan documents',
  N179: 'Information requested from the member',
  N265: 'Ordering provider missing',
  N290: 'Rendering provider missing',
  N362: 'Units over maximum',
  N418: 'Misrouted',
  N479: 'EOB missing',
  N522: 'Duplicate',
  N640: 'Frequency exceeded',
  N657: 'Code by payer rules',
};

/** PLB03-1. */
export const PROVIDER_ADJUSTMENT_NAMES: Codes = {
  50: 'Late charge',
  51: 'Interest penalty',
  72: 'Authorized return',
  90: 'Early payment allowance',
  AH: 'Origination fee',
  AM: "Applied to the borrower's account",
  AP: 'Acceleration of benefits',
  B2: 'Rebate',
  B3: 'Recovery allowance',
  BD: 'Bad debt',
  BN: 'Bonus',
  C5: 'Temporary allowance',
  CR: 'Capitation interest',
  CS: 'Adjustment',
  CT: 'Capitation payment',
  CV: 'Capital passthru',
  CW: 'Nurse anesthetist passthru',
  DM: 'Direct medical education passthru',
  E3: 'Withholding',
  FB: 'Balance carried forward',
  FC: 'Fund allocation',
  GO: 'Graduate medical education passthru',
  HM: 'Hemophilia clotting factor supplement',
  IP: 'Incentive premium',
  IR: 'Tax withholding',
  IS: 'Interim settlement',
  J1: 'Not reimbursable',
  L3: 'Penalty',
  L6: 'Interest owed',
  LE: 'Levy',
  LS: 'Lump sum',
  OA: 'Organ acquisition passthru',
  OB: 'Offset for affiliated providers',
  PI: 'Periodic interim payment',
  PL: 'Final payment',
  RA: 'Retroactive adjustment',
  RE: 'Return on equity',
  SL: 'Student loan repayment',
  TL: 'Third party liability',
  WO: 'Overpayment recovery',
  WU: 'Unspecified recovery',
};
