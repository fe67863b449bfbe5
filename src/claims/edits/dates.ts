import type { JsonObject } from '../../model/json.js';
import { dayOf, dayOfMoment, periodOf } from './days.js';
import { ALL, type Edit, type Trail } from './edit.js';
import { entityOf, told } from './entities.js';
import { everywhere } from './everywhere.js';
import { aheadAt, birthAmongServices, serviceDays } from './service-days.js';

/** Days of service, and all dates. */
export const DATE_EDITS: readonly Edit[] = [
  {
    id: 'V50',
    types: ALL,
    status: 'A7:187',
    text: 'Nothing is billed before it is done, nor before the patient was born. A dental predetermination alone is for days to come.',
    judge: (claim, tell) => {
      const birth = birthAmongServices(claim) ?? '';
      for (const days of serviceDays(claim)) {
        const at = days.from < birth ? days.fromAt : aheadAt(claim, days);
        if (at !== undefined) tell(at);
      }
    },
  },
  {
    id: 'V51',
    types: ALL,
    status: 'A7:187',
    text: 'A period does not end before it begins, and a day on which it ends needs one on which it begins.',
    judge: (claim, tell) => {
      for (const { at, owner } of ENDS(claim)) {
        const period = PERIODS.find(({ to }) => to === at.at(-1));
        if (period !== undefined && isBrokenIn(owner, period)) tell(at);
      }
      for (const { value, at } of IN_ONE_TEXT(claim)) {
        const period = isPeriod(at) ? periodOf(value) : undefined;
        if (period !== undefined && period.to < period.from) tell(at);
      }
    },
  },
  calendar('A7:158', 'The date of birth is a day of the calendar, as CCYYMMDD.', ['dateOfBirth']),
  calendar('A7:188', 'A statement begins and ends on a day of the calendar, as CCYYMMDD.', [
    ...['statementBeginDate', 'statementEndDate'],
  ]),
  calendar(
    'A7:189',
    'An admission is on a day of the calendar, as CCYYMMDD; of a stay with its time, as CCYYMMDDHHMM.',
    [...['admissionDateAndHour', 'admissionDate']],
  ),
  calendar('A7:516', 'A payer has decided on a day of the calendar, as CCYYMMDD.', [
    ...['adjudicationOrPaymentDate', 'otherPayerAdjudicationOrPaymentDate'],
  ]),
  calendar('A7:187', 'A date is a day of the calendar, as CCYYMMDD.', [
    ...['serviceDate', 'serviceDateEnd', 'deathDate', 'questionResponseAsDate'],
    // Of claims.
    ...['accidentDate', 'acuteManifestationDate', 'appliancePlacementDate', 'authorizedReturnToWorkDate'],
    ...['assumedAndRelinquishedCareBeginDate', 'assumedAndRelinquishedCareEndDate', 'dischargeDate'],
    ...['disabilityBeginDate', 'disabilityEndDate', 'firstContactDate', 'hearingAndVisionPrescriptionDate'],
    ...['initialTreatmentDate', 'lastMenstrualPeriodDate', 'lastSeenDate', 'lastWorkedDate', 'lastXRayDate'],
    ...['repricerReceivedDate', 'symptomDate', 'principalProcedureDate', 'otherProcedureDate'],
    ...['occurrenceSpanCodeDate', 'occurrenceSpanCodeStartDate', 'occurrenceSpanCodeEndDate'],
    // Of lines.
    ...['beginTherapyDate', 'certificationRevisionOrRecertificationDate', 'hemoglobinTestDate'],
    ...['lastCertificationDate', 'prescriptionDate', 'serumCreatineTestDate', 'shippedDate', 'treatmentOrTherapyDate'],
    ...['applianceDate', 'estimatedPriorPlacementDate', 'priorPlacementDate', 'replacementDate'],
    ...['treatmentStartDate', 'treatmentCompletionDate'],
  ]),
];

interface PeriodNames {
  readonly from: string;
  readonly to: string;
  /** The end alone says something too. */
  readonly alone?: true;
}

/** Two properties that are a period; that of a statement has a rule of its own. */
const PERIODS: readonly PeriodNames[] = [
  { from: 'serviceDate', to: 'serviceDateEnd' },
  { from: 'occurrenceSpanCodeStartDate', to: 'occurrenceSpanCodeEndDate' },
  { from: 'disabilityBeginDate', to: 'disabilityEndDate', alone: true },
  { from: 'assumedAndRelinquishedCareBeginDate', to: 'assumedAndRelinquishedCareEndDate', alone: true },
  { from: 'treatmentStartDate', to: 'treatmentCompletionDate', alone: true },
];

const ENDS = everywhere(...PERIODS.map(({ to }) => to));

function isBrokenIn(object: JsonObject, { from, to, alone }: PeriodNames): boolean {
  if (object[from] === undefined) return alone !== true;
  const [begin, end] = [dayOf(object[from]), dayOf(object[to])];
  return begin !== undefined && end !== undefined && end < begin;
}

/** Properties that may hold two days in one text; `serviceDate` only that of a whole dental claim. */
const IN_ONE_TEXT = everywhere('occurrenceSpanCodeDate', 'serviceDate');

function isPeriod(at: Trail): boolean {
  const name = at.at(-1);
  return name === 'occurrenceSpanCodeDate' || (name === 'serviceDate' && at.at(-2) === 'claimDateInformation');
}

/** A rule of all dates of some names, which share the status of a 277CA. */
function calendar(status: string, text: string, names: readonly string[]): Edit {
  const dates = everywhere(...names);
  return {
    ...{ id: 'V56', types: ALL, status, text },
    judge: (claim, tell) => {
      for (const { value, at } of dates(claim)) {
        const read = at.at(-1) === 'admissionDateAndHour' ? dayOfMoment : isPeriod(at) ? periodOf : dayOf;
        if (read(value) === undefined) told(tell, at, entityOf(at));
      }
    },
  };
}
