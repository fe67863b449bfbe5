import type { JsonObject, JsonValue } from '../../model/json.js';

// An encounter asks several things at once; a transaction set asks each in a loop of its own (2110C or 2110D).

export type ServiceTypes = 'together' | 'apart';

const SHARED = [
  'dateOfService',
  'beginningDateOfService',
  'endDateOfService',
  'industryCode',
  'referenceIdentificationQualifier',
  'priorAuthorizationOrReferralNumber',
] as const;
const PROCEDURE = ['productOrServiceIDQualifier', 'procedureCode', 'procedureModifiers'] as const;
const POINTER = 'diagnosisCodePointer';
/** Health benefit plan coverage: what is asked when nothing is. */
const DEFAULT_SERVICE_TYPES: readonly string[] = ['30'];

/** The inquiries of an encounter: its service types, in one loop or each in its own, then its procedures. */
export function inquiriesOf(encounter: JsonObject, serviceTypes: ServiceTypes = 'together'): readonly JsonObject[] {
  const shared = picked(encounter, SHARED);
  const pointer = picked(encounter, [POINTER]);
  const procedures = [encounter, ...objectsIn(encounter.medicalProcedures)].filter(
    (one) => one.procedureCode !== undefined,
  );
  const given = Array.isArray(encounter.serviceTypeCodes) ? encounter.serviceTypeCodes : [];
  const codes: readonly JsonValue[] = given.length === 0 && procedures.length === 0 ? DEFAULT_SERVICE_TYPES : given;
  const groups = serviceTypes === 'apart' ? codes.map((code) => [code]) : codes.length === 0 ? [] : [codes];
  return [
    ...groups.map((serviceTypeCodes) => ({ serviceTypeCodes, ...pointer, ...shared })),
    ...procedures.map((one) => ({ ...picked(one, PROCEDURE), ...pointer, ...picked(one, [POINTER]), ...shared })),
  ];
}

/** The encounter that asks these inquiries: one procedure stands in it, several stand in `medicalProcedures`. */
export function encounterOf(inquiries: readonly JsonObject[]): JsonObject {
  const first = inquiries[0] ?? {};
  const services = inquiries.filter((one) => one.serviceTypeCodes !== undefined);
  const codes = services.flatMap((one): readonly JsonValue[] =>
    Array.isArray(one.serviceTypeCodes) ? one.serviceTypeCodes : [],
  );
  const procedures = inquiries.filter((one) => one.procedureCode !== undefined);
  const pointer = (services[0] ?? commonPointer(procedures))?.[POINTER];
  const medicalProcedures = procedures.map((one) => ({
    ...picked(one, PROCEDURE),
    ...(isSame(one[POINTER], pointer) ? {} : picked(one, [POINTER])),
  }));
  const [only] = medicalProcedures;
  const single = medicalProcedures.length === 1 && only !== undefined && only[POINTER] === undefined;
  return {
    ...(codes.length === 0 ? {} : { serviceTypeCodes: [...new Set(codes)] }),
    ...(single ? only : {}),
    ...(single || medicalProcedures.length === 0 ? {} : { medicalProcedures }),
    ...(pointer === undefined ? {} : { [POINTER]: pointer }),
    ...picked(first, SHARED),
  };
}

function commonPointer(procedures: readonly JsonObject[]): JsonObject | undefined {
  const [first] = procedures;
  return first !== undefined && procedures.every((one) => isSame(one[POINTER], first[POINTER])) ? first : undefined;
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function picked(object: JsonObject, names: readonly string[]): JsonObject {
  const result: JsonObject = {};
  for (const name of names) {
    const value = object[name];
    if (value !== undefined && value !== '') result[name] = value;
  }
  return result;
}

export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value)
    ? value.filter((one): one is JsonObject => typeof one === 'object' && one !== null && !Array.isArray(one))
    : [];
}
