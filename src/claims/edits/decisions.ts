import type { JsonValue } from '../../model/json.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import { ADJUSTMENTS } from './adjustments.js';
import { centsOf } from './cents.js';
import { dayOf } from './days.js';
import { ALL, type ClaimAtHand, type Edit, type TellBroken, type Trail } from './edit.js';
import { hasDecided, OF_OTHER_PAYERS, type OtherPayer, otherPayersOf } from './other-payers.js';

const DATE_OF_CLAIM = ['otherPayerName', 'otherPayerAdjudicationOrPaymentDate'] as const;
const DATE_OF_LINE = 'adjudicationOrPaymentDate';
const LIABILITY = 'remainingPatientLiability';

const DATE = { id: 'V71', types: ALL, status: 'A6:516', onlyWith: OF_OTHER_PAYERS } as const;
const DECISION = { id: 'V72', types: ALL, status: 'A7:286', onlyWith: OF_OTHER_PAYERS } as const;

/** What other payers have decided: when, of how much, and why. */
export const DECISION_EDITS: readonly Edit[] = [
  {
    ...DATE,
    text: 'A payer has decided on a day: give it with the payer, or with each of its decisions of lines, and not with both.',
    judge: (claim, tell) => {
      for (const payer of otherPayersOf(claim).payers)
        if (payer.isAlone && !payer.isBehind && hasDecided(payer)) judgeDate(payer, tell);
    },
  },
  {
    ...DATE,
    text: 'A payer has decided already: the day is not in the future.',
    judge: (claim, tell) => {
      const { payers, decisions } = otherPayersOf(claim);
      const isLater = (date: JsonValue | undefined): boolean => (dayOf(date) ?? '') > claim.today;
      for (const { at, is } of payers) if (isLater(dateOf(is))) tell([...at, ...DATE_OF_CLAIM]);
      for (const { at, is } of decisions) if (isLater(is[DATE_OF_LINE])) tell([...at, DATE_OF_LINE]);
    },
  },
  {
    ...DECISION,
    text: 'A payer has paid an amount for a line that is not negative.',
    judge: (claim, tell) => {
      for (const { at, is } of otherPayersOf(claim).decisions) {
        const cents = centsOf(is.serviceLinePaidAmount);
        if (is.serviceLinePaidAmount !== undefined && (cents === undefined || cents < 0n))
          tell([...at, 'serviceLinePaidAmount']);
      }
    },
  },
  {
    ...DECISION,
    text: 'An adjustment has a reason and an amount. Of nothing there is none: leave it out.',
    judge: (claim, tell) => {
      const { payers, decisions } = otherPayersOf(claim);
      const { ofLine } = ADJUSTMENTS[claim.type];
      for (const { at, is } of payers)
        judgeReasons(claim, is.claimLevelAdjustments, tellIn([...at, 'claimLevelAdjustments'], tell));
      for (const { at, is } of decisions) judgeReasons(claim, is[ofLine], tellIn([...at, ofLine], tell));
    },
  },
  {
    ...DECISION,
    text: 'What a payer leaves to the patient stands once: with the payer, or with its decisions of lines.',
    judge: (claim, tell) => {
      for (const { at, is, isAlone, decisions } of otherPayersOf(claim).payers)
        if (isAlone && is[LIABILITY] !== undefined && decisions.some((one) => one.is[LIABILITY] !== undefined))
          tell([...at, LIABILITY]);
    },
  },
];

function dateOf(other: OtherPayer['is']) {
  return objectIn(other.otherPayerName).otherPayerAdjudicationOrPaymentDate;
}

function judgeDate({ at, is, decisions }: OtherPayer, tell: TellBroken): void {
  const dated = decisions.filter((one) => one.is[DATE_OF_LINE] !== undefined);
  if (dateOf(is) !== undefined) {
    if (dated.length > 0) tell([...at, ...DATE_OF_CLAIM]);
    return;
  }
  if (dated.length === 0) tell([...at, ...DATE_OF_CLAIM]);
  else for (const one of decisions) if (one.is[DATE_OF_LINE] === undefined) tell([...one.at, DATE_OF_LINE]);
}

/** Tells places below another. */
function tellIn(at: Trail, tell: TellBroken): TellBroken {
  return (below) => tell([...at, ...below]);
}

function judgeReasons({ type }: ClaimAtHand, list: JsonValue | undefined, tell: TellBroken): void {
  const { details } = ADJUSTMENTS[type];
  for (const [group, { [details]: reasons }] of objectsIn(list).entries())
    for (const [index, { adjustmentReasonCode: reason, adjustmentAmount: amount }] of objectsIn(reasons).entries()) {
      if (reason === undefined) tell([group, details, index, 'adjustmentReasonCode']);
      const cents = centsOf(amount);
      if (cents === undefined || cents === 0n) tell([group, details, index, 'adjustmentAmount']);
    }
}
