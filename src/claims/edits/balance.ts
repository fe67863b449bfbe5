import { objectIn } from '../moves/json-parts.js';
import { centsOf } from './cents.js';
import { ALL, type ClaimAtHand, type Edit } from './edit.js';
import { hasDecided, type LineDecision, OF_OTHER_PAYERS, type OtherPayer, otherPayersOf } from './other-payers.js';

const BALANCE = { id: 'V70', types: ALL, status: 'A7:672', onlyWith: OF_OTHER_PAYERS } as const;

/** What another payer has paid and what it has not add up to the charge, to the cent. */
export const BALANCE_EDITS: readonly Edit[] = [
  {
    ...BALANCE,
    text: 'What another payer has paid for a line and its adjustments of that line together are what the line charges.',
    judge: (claim, tell) => {
      for (const payer of decidedBefore(claim))
        for (const [first, ...others] of byLine(payer.decisions)) {
          const charge = centsOf(objectIn(claim.lines[first.line]?.[claim.service]).lineItemChargeAmount);
          const sum = others.reduce((all, one) => all + one.paid + one.adjusted, first.paid + first.adjusted);
          if (charge !== undefined && sum !== charge) tell([...first.at, 'serviceLinePaidAmount']);
        }
    },
  },
  {
    ...BALANCE,
    text: 'What another payer has paid for the claim is what it has paid for all lines together, or that less its adjustments of the claim.',
    judge: (claim, tell) => {
      for (const { at, paid, adjusted, decisions } of decidedBefore(claim)) {
        if (decisions.length === 0) continue;
        const ofLines = decisions.reduce((sum, one) => sum + one.paid, 0n);
        // A deductible of the whole claim is taken off what was paid for its lines (TR3, 1.4.4.1); lines that were refused with the claim are not.
        if (paid !== ofLines && paid !== ofLines - adjusted) tell([...at, 'payerPaidAmount']);
      }
    },
  },
  {
    ...BALANCE,
    text: 'What another payer has paid for the claim and all its adjustments, of claim and lines, are what the claim charges.',
    judge: (claim, tell) => {
      const total = centsOf(claim.information.claimChargeAmount);
      if (total === undefined) return;
      for (const { at, paid, adjusted, decisions } of decidedBefore(claim))
        if (decisions.reduce((sum, one) => sum + one.adjusted, paid + adjusted) !== total)
          tell([...at, 'payerPaidAmount']);
    },
  },
  {
    ...BALANCE,
    text: 'A payer that covers nothing of the claim has its whole charge as nonCoveredChargeAmount, and no decision beside it.',
    judge: (claim, tell) => {
      const total = centsOf(claim.information.claimChargeAmount);
      for (const { at, is, isAlone, decisions } of otherPayersOf(claim).payers) {
        if (is.nonCoveredChargeAmount === undefined) continue;
        if (centsOf(is.nonCoveredChargeAmount) !== total) tell([...at, 'nonCoveredChargeAmount']);
        for (const name of ['payerPaidAmount', 'claimLevelAdjustments'])
          if (is[name] !== undefined) tell([...at, name]);
        if (isAlone && decisions[0] !== undefined) tell(decisions[0].at);
      }
    },
  },
  {
    ...BALANCE,
    text: 'A payer behind the one that the claim goes to has decided nothing yet. Leave its decision out, or correct the levels.',
    judge: (claim, tell) => {
      for (const { at, is, isBehind, isAlone, decisions } of otherPayersOf(claim).payers) {
        if (!isBehind) continue;
        for (const name of DECISION) if (is[name] !== undefined) tell([...at, name]);
        if (objectIn(is.otherPayerName)[DATE] !== undefined) tell([...at, 'otherPayerName', DATE]);
        if (isAlone && decisions[0] !== undefined) tell(decisions[0].at);
      }
    },
  },
];

/** Properties of another payer that only a decision gives. */
const DECISION = [
  ...['payerPaidAmount', 'remainingPatientLiability', 'claimLevelAdjustments'],
  ...['medicareInpatientAdjudication', 'medicareOutpatientAdjudication'],
];
const DATE = 'otherPayerAdjudicationOrPaymentDate';

/** Payers whose decision must add up: those before the one that the claim goes to, and not those that cover nothing. */
function decidedBefore(claim: ClaimAtHand): readonly OtherPayer[] {
  return otherPayersOf(claim).payers.filter((payer) => {
    const mayDecide = !payer.isBehind && payer.is.nonCoveredChargeAmount === undefined;
    return mayDecide && hasDecided(payer) && (payer.isAlone || payer.decisions.length === 0);
  });
}

/** The decisions of each line: a line may have been paid in several parts, which stand side by side. */
function* byLine(decisions: readonly LineDecision[]): Generator<readonly [LineDecision, ...LineDecision[]]> {
  let part: [LineDecision, ...LineDecision[]] | undefined;
  for (const decision of decisions) {
    if (part !== undefined && part[0].line === decision.line) {
      part.push(decision);
      continue;
    }
    if (part !== undefined) yield part;
    part = [decision];
  }
  if (part !== undefined) yield part;
}
