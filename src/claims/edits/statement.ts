import type { JsonObject } from '../../model/json.js';
import { objectIn } from '../moves/json-parts.js';
import { dayOf, dayOfMoment, type Period } from './days.js';
import type { ClaimAtHand, Edit, Trail } from './edit.js';
import { aheadAt, birthAmongServices, serviceDays } from './service-days.js';

const TYPES: Edit['types'] = ['institutional'];
const DATES = ['claimInformation', 'claimDateInformation'];

/** What a bill of a hospital covers, and the stay. */
export const STATEMENT_EDITS: readonly Edit[] = [
  {
    id: 'V52',
    types: TYPES,
    status: 'A7:188',
    text: 'A statement ends on the day it begins or later, is over when it is billed, and covers neither days before the birth of the patient nor an admission to come.',
    judge: (claim, tell) => {
      const period = statementOf(claim);
      if (period === undefined) return;
      const admission = dayOfMoment(datesOf(claim).admissionDateAndHour);
      if (period.to < period.from || period.to > claim.today) tell([...DATES, 'statementEndDate']);
      if (period.from < (birthAmongServices(claim) ?? '')) tell([...DATES, 'statementBeginDate']);
      if (admission !== undefined && admission > period.to) tell([...DATES, 'admissionDateAndHour']);
    },
  },
  {
    id: 'V52',
    types: TYPES,
    status: 'A7:188',
    text: 'The line was served outside of the days that the statement covers.',
    isWarning: true,
    judge: (claim, tell) => {
      const period = statementOf(claim);
      // A statement that runs backwards has no days to be outside of.
      if (period === undefined || period.to < period.from) return;
      const birth = birthAmongServices(claim) ?? '';
      for (const days of serviceDays(claim)) {
        const { from, to, fromAt, toAt } = days;
        // Days that are wrong by themselves are told already.
        if (from < birth || aheadAt(claim, days) !== undefined) continue;
        if (from < period.from || from > period.to) tell(fromAt);
        else if (to > period.to) tell(toAt);
      }
    },
  },
  {
    id: 'V53',
    types: TYPES,
    status: 'A6:189',
    text: 'A bill of a stay has the admission; its last bill has the hour of the discharge, which bills that others follow have not.',
    judge: (claim, tell) => {
      const { admissionDateAndHour, dischargeHour } = datesOf(claim);
      const frequency = String(claim.information.claimFrequencyCode);
      if (isStay(claim)) {
        if (admissionDateAndHour === undefined) tell([...DATES, 'admissionDateAndHour']);
        if (dischargeHour === undefined && LAST.has(frequency)) tell([...DATES, 'dischargeHour']);
      }
      if (dischargeHour !== undefined && FOLLOWED.has(frequency)) tell([...DATES, 'dischargeHour']);
    },
  },
  {
    id: 'V54',
    types: TYPES,
    status: 'A6:187',
    text: 'On a bill of several days that is not of a stay each line has a serviceDate, unless it is for a drug.',
    judge: (claim, tell) => {
      const period = statementOf(claim);
      if (isStay(claim) || period === undefined || period.to <= period.from) return;
      for (const [at, line] of claim.lines.entries())
        if (line.serviceDate === undefined && line.drugIdentification === undefined) tell(lineTrail(at));
    },
  },
];

/** The first two digits of a type of bill where the patient stays overnight. */
const STAYS: ReadonlySet<string> = new Set(['11', '12', '18', '21', '22', '28', '41', '65', '66', '86']);
/** Its third: the whole stay, or the last part. */
const LAST: ReadonlySet<string> = new Set(['1', '4']);
/** The first part, or one in between. */
const FOLLOWED: ReadonlySet<string> = new Set(['2', '3']);

function isStay({ information }: ClaimAtHand): boolean {
  return STAYS.has(String(information.placeOfServiceCode));
}

function datesOf({ information }: ClaimAtHand): JsonObject {
  return objectIn(information.claimDateInformation);
}

function statementOf(claim: ClaimAtHand): Period | undefined {
  const { statementBeginDate, statementEndDate } = datesOf(claim);
  const [from, to] = [dayOf(statementBeginDate), dayOf(statementEndDate)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

function lineTrail(at: number): Trail {
  return ['claimInformation', 'serviceLines', at, 'serviceDate'];
}
