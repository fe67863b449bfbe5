import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { ClaimAtHand, Trail } from './edit.js';
import { once } from './once.js';

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

/** What a claim has of ICD, each kind in the order in which it stands. */
interface CodedClaim {
  /** Principal and other diagnoses. */
  readonly main: readonly CodedDiagnosis[];
  /** The main ones, then those of admission, visit and injury. */
  readonly all: readonly CodedDiagnosis[];
  /** Procedures, which institutional claims have. */
  readonly procedures: readonly CodedDiagnosis[];
}

export const codedIn: (claim: ClaimAtHand) => CodedClaim = once(({ type, information }) =>
  type === 'institutional' ? codedInStay(information) : codedInPractice(information),
);

function codedInStay(information: JsonObject): CodedClaim {
  const main = named(information, OF_STAY);
  return { main, all: [...main, ...named(information, BESIDE)], procedures: named(information, PROCEDURES) };
}

function codedInPractice(information: JsonObject): CodedClaim {
  const main = named(information, OF_PRACTICE);
  return { main, all: main, procedures: [] };
}

function named(information: JsonObject, names: Names): readonly CodedDiagnosis[] {
  const found: CodedDiagnosis[] = [];
  for (const property in names) {
    const [qualifierName = '', codeName = ''] = names[property] ?? [];
    const hear = (object: JsonObject, at: Trail): void => {
      const [qualifier, code] = [textOf(object[qualifierName]), textOf(object[codeName])];
      found.push({ at, qualifierName, codeName, qualifier, code });
    };
    eachObject(information[property], ['claimInformation', property], hear);
  }
  return found;
}

/** An object, or all objects of a list, or of lists in a list. */
function eachObject(value: JsonValue | undefined, at: Trail, hear: (object: JsonObject, at: Trail) => void): void {
  if (isObject(value)) hear(value, at);
  else if (Array.isArray(value))
    for (let index = 0; index < value.length; index++) eachObject(value[index], [...at, index], hear);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
