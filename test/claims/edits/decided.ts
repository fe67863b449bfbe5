import type { Example } from './breaks.js';

/** A claim that goes to the second payer of two, and what it calls the decision of the first. */
export interface DecidedClaim {
  readonly claim: Example;
  /** What it charges, in one line. */
  readonly total: number;
  /** Pointer to the first payer. */
  readonly other: string;
  /** The adjustments of a line, and the reasons in an adjustment. */
  readonly ofLine: string;
  readonly details: string;
  /** The procedure, as a decision of its line says it. */
  readonly procedure: Readonly<Record<string, string>>;
}

export const DECISION = '/claimInformation/serviceLines/0/lineAdjudicationInformation';
export const PAID = 60;
const OTHERS = '/claimInformation/otherSubscriberInformation';
const PRACTICE = { other: `${OTHERS}/0`, ofLine: 'claimAdjustmentInformation', details: 'adjustmentDetails' };

export const DECIDED: readonly DecidedClaim[] = [
  {
    ...{ claim: 'p2-dependent-cob', total: 100, ...PRACTICE },
    procedure: { serviceIdQualifier: 'HC', procedureCode: '99203' },
  },
  {
    ...{ claim: 'i2-outpatient-cob', total: 350, other: OTHERS },
    ...{ ofLine: 'lineAdjustment', details: 'claimAdjustmentDetails' },
    procedure: { serviceLineRevenueCode: '0450' },
  },
  {
    ...{ claim: 'd2-orthodontic-cob', total: 4000, ...PRACTICE },
    procedure: { serviceIdQualifier: 'AD', procedureCode: 'D8080' },
  },
];

// biome-ignore lint/suspicious/noExplicitAny: a request is spoilt in ways that its type forbids
type Loose = any;

/** The first of the other payers of a request. */
export function firstPayer({ claimInformation: { otherSubscriberInformation: others } }: Loose): Loose {
  return Array.isArray(others) ? others[0] : others;
}

/** Leaves out what the first payer of a request has decided. */
export function undecided(request: Loose): Loose {
  const { serviceLines } = request.claimInformation;
  const other = firstPayer(request);
  for (const name of ['payerPaidAmount', 'remainingPatientLiability', 'claimLevelAdjustments']) delete other[name];
  delete other.medicareOutpatientAdjudication;
  delete other.otherPayerName.otherPayerAdjudicationOrPaymentDate;
  for (const line of serviceLines) delete line.lineAdjudicationInformation;
  return other;
}

/** Has the first payer decide of the claim as a whole: it pays 60, and the rest is one adjustment. */
export function decideClaim(one: DecidedClaim, request: Loose): Loose {
  const other = undecided(request);
  other.payerPaidAmount = String(PAID);
  other.claimLevelAdjustments = [adjustment(one, one.total - PAID)];
  other.otherPayerName.otherPayerAdjudicationOrPaymentDate = '20260205';
  return other;
}

/** Has it decide of the line instead. Returns the decision. */
export function decideLine(one: DecidedClaim, request: Loose): Loose {
  const other = undecided(request);
  other.payerPaidAmount = String(PAID);
  const decision = decisionOf(one, other.otherPayerName.otherPayerIdentifier, PAID, one.total - PAID);
  request.claimInformation.serviceLines[0].lineAdjudicationInformation = [decision];
  return decision;
}

export function decisionOf(one: DecidedClaim, payer: string, paid: number, adjusted: number): Loose {
  return {
    ...{ otherPayerPrimaryIdentifier: payer, serviceLinePaidAmount: String(paid), ...one.procedure },
    ...{ paidServiceUnitCount: '1', adjudicationOrPaymentDate: '20260205' },
    [one.ofLine]: [adjustment(one, adjusted)],
  };
}

/** CAS of one reason. */
export function adjustment({ details }: DecidedClaim, amount: number, group = 'CO'): Loose {
  const reason = { adjustmentReasonCode: '45', adjustmentAmount: String(amount) };
  return { adjustmentGroupCode: group, [details]: [reason] };
}

/** One more payer, behind the first: it has decided nothing. */
export function addPayer(request: Loose, level: string, identifier = '99977'): Loose {
  const { claimInformation } = request;
  const { otherSubscriberInformation: others } = claimInformation;
  const list = Array.isArray(others) ? others : [others];
  const added = JSON.parse(JSON.stringify(list[0]));
  undecided({ claimInformation: { otherSubscriberInformation: added, serviceLines: [] } });
  added.paymentResponsibilityLevelCode = level;
  added.otherPayerName.otherPayerIdentifier = identifier;
  claimInformation.otherSubscriberInformation = [...list, added];
  return added;
}
