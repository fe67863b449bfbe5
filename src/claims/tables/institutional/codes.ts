import { decimal } from '../../../mapping/lenses/decimal.js';
import { rangeEnd, rangeStart } from '../../../mapping/lenses/period.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Row, Table } from '../../../mapping/table.js';
import { TWELVE } from '../../rows/places.js';

// HI of an institutional claim: diagnoses, procedures, occurrences, values and conditions.

/** HI: lists of lists, for each inner list is a segment. */
function codeLists(property: string, qualifiers: string, rows: (place: string) => Table): Row {
  return {
    property,
    each: `HI[01-1=${qualifiers}]`,
    rows: [{ property: '', places: TWELVE.map(rows) }],
  };
}

/** HI of a single code: its qualifier, the code, and what belongs to it. */
function singleCode(property: string, qualifiers: string, code: string, more: Table = []): Row {
  return {
    property,
    at: `HI[01-1=${qualifiers}]`,
    rows: [
      { property: 'qualifierCode', path: '01-1', lens: text },
      { property: code, path: '01-2', lens: text },
      ...more,
    ],
  };
}

const PRESENT: Row = { property: 'presentOnAdmissionIndicator', path: '01-9', lens: text };

export const CODES: Table = [
  singleCode('principalDiagnosis', 'ABK,BK', 'principalDiagnosisCode', [PRESENT]),
  singleCode('admittingDiagnosis', 'ABJ,BJ', 'admittingDiagnosisCode'),
  {
    property: 'patientReasonForVisits',
    each: 'HI[01-1=APR,PR]',
    places: TWELVE.slice(0, 3).map((place) => [
      { property: 'qualifierCode', path: `${place}-1`, lens: text },
      { property: 'patientReasonForVisitCode', path: `${place}-2`, lens: text },
    ]),
  },
  {
    property: 'externalCauseOfInjuries',
    each: 'HI[01-1=ABN,BN]',
    places: TWELVE.map((place) => [
      { property: 'qualifierCode', path: `${place}-1`, lens: text },
      { property: 'externalCauseOfInjury', path: `${place}-2`, lens: text },
      { property: 'presentOnAdmissionIndicator', path: `${place}-9`, lens: text },
    ]),
  },
  { property: 'diagnosisRelatedGroupInformation.drugRelatedGroupCode', path: 'HI[01-1=DR]/01-2', lens: text },
  codeLists('otherDiagnosisInformationList', 'ABF,BF', (place) => [
    { property: 'qualifierCode', path: `${place}-1`, lens: text },
    { property: 'otherDiagnosisCode', path: `${place}-2`, lens: text },
    { property: 'presentOnAdmissionIndicator', path: `${place}-9`, lens: text },
  ]),
  singleCode('principalProcedureInformation', 'BBR,BR,CAH', 'principalProcedureCode', [
    { property: 'principalProcedureDate', path: '01-4', lens: text },
  ]),
  codeLists('otherProcedureInformationList', 'BBQ,BQ', (place) => [
    { property: 'qualifierCode', path: `${place}-1`, lens: text },
    { property: 'otherProcedureCode', path: `${place}-2`, lens: text },
    { property: 'otherProcedureDate', path: `${place}-4`, lens: text },
  ]),
  codeLists('occurrenceSpanInformations', 'BI', (place) => [
    { property: 'occurrenceSpanCode', path: `${place}-2`, lens: text },
    { property: 'occurrenceSpanCodeStartDate', path: `${place}-4`, lens: rangeStart },
    { property: 'occurrenceSpanCodeEndDate', path: `${place}-4`, lens: rangeEnd },
  ]),
  codeLists('occurrenceInformationList', 'BH', (place) => [
    { property: 'occurrenceSpanCode', path: `${place}-2`, lens: text },
    { property: 'occurrenceSpanCodeDate', path: `${place}-4`, lens: text },
  ]),
  codeLists('valueInformationList', 'BE', (place) => [
    { property: 'valueCode', path: `${place}-2`, lens: text },
    { property: 'valueCodeAmount', path: `${place}-5`, lens: decimal },
  ]),
  codeLists('conditionCodesList', 'BG', (place) => [{ property: 'conditionCode', path: `${place}-2`, lens: text }]),
  {
    property: 'treatmentCodeInformationList',
    each: 'HI[01-1=TC]',
    rows: [{ property: '', list: TWELVE.map((place) => `${place}-2`), lens: text }],
  },
];
