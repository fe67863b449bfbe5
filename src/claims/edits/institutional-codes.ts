import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import { periodOf } from './days.js';
import type { Edit } from './edit.js';

const TYPES: Edit['types'] = ['institutional'];
const CODES = ['claimInformation', 'claimCodeInformation'] as const;

const ADMISSION_TYPES = new Set(['1', '2', '3', '4', '5', '9']);

/** How a stay ended (FL 17 of the UB-04): at home, elsewhere, by death, not yet; 81 and on with a return planned. */
const PATIENT_STATUSES = new Set([
  ...['01', '02', '03', '04', '05', '06', '07', '09', '20', '21', '30', '40', '41', '42', '43', '50', '51'],
  ...['61', '62', '63', '64', '65', '66', '69', '70', '81', '82', '83', '84', '85', '86', '87', '88', '89'],
  ...['90', '91', '92', '93', '94', '95'],
]);
const STILL_A_PATIENT = '30';

/** A hospital's laboratory for patients of others: they are not admitted, so they come from nowhere. */
const WITHOUT_ADMISSION = '14';

/** Codes that institutional claims alone have. */
export const INSTITUTIONAL_CODE_EDITS: readonly Edit[] = [
  {
    id: 'V64',
    types: TYPES,
    status: 'A8:234',
    text: 'A bill from admission to discharge (claimFrequencyCode 1) is of someone who has left: patientStatusCode is not 30.',
    judge: ({ information }, tell) => {
      const { patientStatusCode } = objectIn(information.claimCodeInformation);
      if (information.claimFrequencyCode === '1' && patientStatusCode === STILL_A_PATIENT)
        tell([...CODES, 'patientStatusCode']);
    },
  },
  code(
    ...['admissionTypeCode', 'A7:231'],
    'An admission is of type 1, 2, 3, 4, 5 or 9.',
    (type) => type !== undefined && !ADMISSION_TYPES.has(String(type)),
  ),
  code(
    ...['patientStatusCode', 'A7:234'],
    'The status of a patient has two digits, of the list of the UB-04.',
    (status) => status !== undefined && !PATIENT_STATUSES.has(String(status)),
  ),
  code(
    ...['admissionSourceCode', 'A6:229'],
    'The claim says where the patient came from, unless its type of bill is 14.',
    (source, { placeOfServiceCode }) => source === undefined && placeOfServiceCode !== WITHOUT_ADMISSION,
  ),
  {
    id: 'V66',
    types: TYPES,
    status: 'A6:454',
    text: 'What another payer has paid for has a procedureCode and its list (productOrServiceIDQualifier), or nothing of either.',
    judge: ({ lines }, tell) => {
      for (const [at, { lineAdjudicationInformation }] of lines.entries())
        for (const [index, paid] of objectsIn(lineAdjudicationInformation).entries()) {
          const given = PAID_PROCEDURE.filter((name) => paid[name] !== undefined);
          const [missing] =
            given.length === 0 ? [] : PAID_PROCEDURE.slice(0, 2).filter((name) => !given.includes(name));
          if (missing !== undefined)
            tell(['claimInformation', 'serviceLines', at, 'lineAdjudicationInformation', index, missing]);
        }
    },
  },
  {
    id: 'V66',
    types: TYPES,
    status: 'A7:719',
    text: 'A group of occurrences has each code once. Put the second into another group.',
    judge: ({ information }, tell) => {
      const { occurrenceInformationList: groups } = information;
      for (const [at, group] of (Array.isArray(groups) ? groups : []).entries()) {
        const seen = new Set<JsonValue | undefined>();
        for (const [index, { occurrenceSpanCode }] of objectsIn(group).entries()) {
          if (seen.has(occurrenceSpanCode))
            tell(['claimInformation', 'occurrenceInformationList', at, index, 'occurrenceSpanCode']);
          seen.add(occurrenceSpanCode);
        }
      }
    },
  },
  {
    id: 'V66',
    types: TYPES,
    status: 'A6:454',
    text: 'The code of a procedure and the list that it is of (procedureIdentifier) come together.',
    judge: ({ lines }, tell) => {
      for (const [at, { institutionalService }] of lines.entries()) {
        const { procedureCode, procedureIdentifier } = objectIn(institutionalService);
        if ((procedureCode === undefined) === (procedureIdentifier === undefined)) continue;
        const missing = procedureCode === undefined ? 'procedureCode' : 'procedureIdentifier';
        tell(['claimInformation', 'serviceLines', at, 'institutionalService', missing]);
      }
    },
  },
  {
    id: 'V66',
    types: TYPES,
    status: 'A6:454',
    text: 'A procedure of the claim has the day on which it was done.',
    judge: ({ information }, tell) => {
      const { principalProcedureInformation: principal, otherProcedureInformationList: others } = information;
      if (isObject(principal) && principal.principalProcedureDate === undefined)
        tell(['claimInformation', 'principalProcedureInformation', 'principalProcedureDate']);
      for (const [at, list] of listsIn(others))
        for (const [index, { otherProcedureDate }] of objectsIn(list).entries())
          if (otherProcedureDate === undefined)
            tell(['claimInformation', 'otherProcedureInformationList', at, index, 'otherProcedureDate']);
    },
  },
  {
    id: 'V66',
    types: TYPES,
    status: 'A7:719',
    text: 'What occurred has one day; a period is a span (occurrenceSpanInformations).',
    judge: ({ information }, tell) => {
      const { occurrenceInformationList: lists } = information;
      for (const [at, list] of listsIn(lists))
        for (const [index, { occurrenceSpanCodeDate: date }] of objectsIn(list).entries())
          if (typeof date === 'string' && date.includes('-') && periodOf(date) !== undefined)
            tell(['claimInformation', 'occurrenceInformationList', at, index, 'occurrenceSpanCodeDate']);
    },
  },
  {
    id: 'V66',
    types: TYPES,
    status: 'A7:454',
    text: 'A code of HIPPS (procedureIdentifier HP) has five letters and digits.',
    judge: ({ lines }, tell) => {
      for (const [at, { institutionalService }] of lines.entries()) {
        const { procedureCode, procedureIdentifier } = objectIn(institutionalService);
        if (procedureIdentifier !== 'HP' || procedureCode === undefined) continue;
        if (typeof procedureCode !== 'string' || !/^[A-Z\d]{5}$/.test(procedureCode))
          tell(['claimInformation', 'serviceLines', at, 'institutionalService', 'procedureCode']);
      }
    },
  },
];

/** SVD03: the first two are always together. */
const PAID_PROCEDURE: readonly string[] = [
  ...['procedureCode', 'productOrServiceIDQualifier', 'procedureModifier', 'procedureCodeDescription'],
];

/** The lists of a list, with their places in it. */
function listsIn(lists: JsonValue | undefined): Iterable<readonly [number, JsonValue]> {
  return (Array.isArray(lists) ? lists : []).entries();
}

/** A rule on one of the codes of admission and discharge. */
function code(
  name: string,
  status: string,
  text: string,
  isBroken: (value: JsonValue | undefined, information: JsonObject) => boolean,
): Edit {
  return {
    ...{ id: 'V65', types: TYPES, status, text },
    judge: ({ information }, tell) => {
      if (isBroken(objectIn(information.claimCodeInformation)[name], information)) tell([...CODES, name]);
    },
  };
}
