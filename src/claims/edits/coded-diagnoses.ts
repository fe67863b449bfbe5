import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import { objectIn } from '../moves/json-parts.js';
import type { ClaimAtHand, Trail } from './edit.js';

/** A diagnosis, or a procedure of ICD, and where it stands. */
export interface CodedDiagnosis {
  /** The object that has both properties. */
  readonly at: Trail;
  readonly qualifierName: string;
  readonly codeName: string;
  readonly qualifier: string;
  readonly code: string;
}

/** Names of the two properties, by the property that holds the objects: one of them, a list, or lists of lists. */
type Names = Readonly<Record<string, readonly [qualifier: string, code: string]>>;

const OF_PRACTICE: Names = { healthCareCodeInformation: ['diagnosisTypeCode', 'diagnosisCode'] };

/** What the stay was for: none of these twice. */
const OF_STAY: Names = {
  principalDiagnosis: ['qualifierCode', 'principalDiagnosisCode'],
  otherDiagnosisInformationList: ['qualifierCode', 'otherDiagnosisCode'],
};

/** These may repeat it: an injury is why a patient came, and what was found. */
const BESIDE: Names = {
  admittingDiagnosis: ['qualifierCode', 'admittingDiagnosisCode'],
  patientReasonForVisits: ['qualifierCode', 'patientReasonForVisitCode'],
  externalCauseOfInjuries: ['qualifierCode', 'externalCauseOfInjury'],
};

const PROCEDURES: Names = {
  principalProcedureInformation: ['qualifierCode', 'principalProcedureCode'],
  otherProcedureInformationList: ['qualifierCode', 'otherProcedureCode'],
};

/** Principal and other diagnoses, in the order in which they stand. */
export function mainDiagnoses(claim: ClaimAtHand): readonly CodedDiagnosis[] {
  return codedIn(claim.information, claim.type === 'institutional' ? OF_STAY : OF_PRACTICE);
}

/** The main ones first, then those of admission, visit and injury. */
export function allDiagnoses(claim: ClaimAtHand): readonly CodedDiagnosis[] {
  return claim.type === 'institutional'
    ? codedIn(claim.information, { ...OF_STAY, ...BESIDE })
    : codedIn(claim.information, OF_PRACTICE);
}

/** Procedures of ICD, which institutional claims have. */
export function codedProcedures({ information }: ClaimAtHand): readonly CodedDiagnosis[] {
  return codedIn(information, PROCEDURES);
}

function codedIn(information: JsonObject, names: Names): readonly CodedDiagnosis[] {
  return Object.entries(names).flatMap(([property, [qualifierName, codeName]]) =>
    [...objectsWithin(information[property], ['claimInformation', property])].map(([at, object]) => ({
      ...{ at, qualifierName, codeName },
      qualifier: textOf(object[qualifierName]),
      code: textOf(object[codeName]),
    })),
  );
}

/** An object, or all objects of a list, or of lists in a list. */
export function* objectsWithin(
  value: JsonValue | undefined,
  at: Trail,
): Generator<readonly [at: Trail, object: JsonObject]> {
  if (Array.isArray(value)) for (const [index, entry] of value.entries()) yield* objectsWithin(entry, [...at, index]);
  else if (isObject(value)) yield [at, objectIn(value)];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
