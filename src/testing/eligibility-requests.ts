import type fastCheck from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { EligibilityRequest } from '../eligibility/request/request.js';
import { eligibilityRequestSchema } from '../eligibility/request/request-schema.js';
import { requireForm } from '../model/check-options.js';
import { passesNpiCheck } from '../model/npi.js';
import { digits, valuesOf } from './form-values.js';

type Fc = typeof fastCheck;
type Json = Record<string, unknown>;

/**
 * Valid eligibility requests for fast-check, which is handed in: every property, every code, in all combinations that the
 * rules allow. The data is made up.
 */
export function eligibilityRequests(fc: Fc): Arbitrary<EligibilityRequest> {
  requireForm('eligibilityRequests', 'record', fc?.record, 'function');
  const drawn = fc.tuple(valuesOf(fc, eligibilityRequestSchema) as Arbitrary<Json>, fc.boolean(), npis(fc)); // an object schema gives objects
  // What the rules demand beyond the schema is put right here.
  return drawn.map(
    ([request, forDependent, npi]) => lawful(request, forDependent, npi) as unknown as EligibilityRequest,
  );
}

function npis(fc: Fc): Arbitrary<string> {
  return digits(fc, 9).map((nine) => [...'0123456789'].map((last) => nine + last).find(passesNpiCheck) ?? '');
}

function lawful(request: Json, forDependent: boolean, npi: string): Json {
  const result: Json = { ...request };
  if (!forDependent) delete result.dependents;
  const provider: Json = { ...objectIn(result.provider), npi };
  if (provider.organizationName === undefined) provider.lastName ??= 'DOE';
  if (provider.providerCode === undefined) delete provider.referenceIdentification;
  result.provider = licensed(fewNumbers(provider, 2));
  if (result.informationReceiverName !== undefined)
    result.informationReceiverName = licensed(fewNumbers(objectIn(result.informationReceiverName), 1));
  result.subscriber = lawfulPerson({ memberId: 'M1', ...objectIn(result.subscriber) }, forDependent);
  if (result.dependents !== undefined) result.dependents = [lawfulPerson(objectIn(result.dependents), forDependent)];
  const patient =
    forDependent && Array.isArray(result.dependents) ? objectIn(result.dependents) : objectIn(result.subscriber);
  const diagnoses = Array.isArray(patient.healthCareCodeInformation) ? patient.healthCareCodeInformation.length : 0;
  result.encounter = lawfulEncounter(objectIn(result.encounter), diagnoses);
  return result;
}

function lawfulAddress(address: Json): Json | undefined {
  if (address.address1 === undefined || address.city === undefined) return undefined;
  const { countrySubDivisionCode, state, ...rest } = address;
  if (countrySubDivisionCode !== undefined && rest.countryCode !== undefined)
    return { ...rest, countrySubDivisionCode };
  return state === undefined ? rest : { ...rest, state };
}

const NUMBERS = /^(contractNumber|contactNumber|devicePin|facility|medicaid|medicare|prior|providerPlan|submitterId)/;

// Nine REF have room, with those of the portal and of tax id and ssn.
function fewNumbers(provider: Json, most: number): Json {
  const spare = Object.keys(provider)
    .filter((name) => NUMBERS.test(name))
    .slice(most);
  const result = { ...provider };
  dropAll(result, spare);
  return result;
}

function licensed({ address, ...given }: Json): Json {
  const lawful = lawfulAddress(objectIn(address));
  const provider: Json = lawful === undefined ? given : { ...given, address: lawful };
  const { stateLicenceNumber, informationReceiverAdditionalIdentifierState, ...rest } = provider;
  return stateLicenceNumber === undefined || informationReceiverAdditionalIdentifierState === undefined
    ? rest
    : provider;
}

function lawfulPerson(person: Json, forDependent: boolean): Json {
  const result: Json = { ...person };
  ordered(result, 'beginningCardIssueDate', 'endCardIssueDate');
  ordered(result, 'beginningPlanIssueDate', 'endPlanIssueDate');
  allOrNone(result, ['providerCode', 'providerIdentifier', 'referenceIdentificationQualifier']);
  // Nine REF and two DTP have room.
  if (result.additionalIdentification !== undefined) {
    const few = Object.entries(objectIn(result.additionalIdentification)).slice(0, 3);
    result.additionalIdentification = Object.fromEntries(few);
  }
  if (result.idCardIssueDate !== undefined) dropAll(result, ['beginningCardIssueDate', 'endCardIssueDate']);
  if (result.planIssueDate !== undefined) dropAll(result, ['beginningPlanIssueDate', 'endPlanIssueDate']);
  if ('issueNumber' in result || 'eligibilityCategory' in result) result.individualRelationshipCode ??= '19';
  if (forDependent) {
    delete result.spendDownAmount;
    delete result.spendDownTotalBilledAmount;
    if (result.individualRelationshipCode === undefined) delete result.birthSequenceNumber;
  }
  if (result.individualRelationshipCode === undefined) delete result.individualRelationshipCode;
  for (const name of ['spendDownAmount', 'spendDownTotalBilledAmount'])
    if (result[name] !== undefined) result[name] = `${String(result[name]).length}.50`;
  result.address = lawfulAddress(objectIn(result.address));
  if (result.address === undefined) delete result.address;
  if (Array.isArray(result.healthCareCodeInformation))
    result.healthCareCodeInformation = result.healthCareCodeInformation.map((one, index) => ({
      ...objectIn([one]),
      diagnosisTypeCode: index === 0 ? 'ABK' : 'ABF',
    }));
  return result;
}

function lawfulEncounter(encounter: Json, diagnoses: number): Json {
  const result: Json = { ...encounter };
  ordered(result, 'beginningDateOfService', 'endDateOfService');
  if (result.beginningDateOfService !== undefined) delete result.dateOfService;
  allOrNone(result, ['procedureCode', 'productOrServiceIDQualifier']);
  allOrNone(result, ['priorAuthorizationOrReferralNumber', 'referenceIdentificationQualifier']);
  const point = (one: Json): Json => {
    const { diagnosisCodePointer, procedureModifiers, ...rest } = one;
    const pointers = diagnoses > 0 ? { diagnosisCodePointer: [String(diagnoses)] } : {};
    const modified =
      procedureModifiers === undefined || rest.procedureCode === undefined ? {} : { procedureModifiers: ['25', 'TC'] };
    return { ...rest, ...pointers, ...modified };
  };
  if (Array.isArray(result.medicalProcedures))
    result.medicalProcedures = result.medicalProcedures.map((one) => point(objectIn([one])));
  return point(result);
}

function ordered(object: Json, beginning: string, end: string): void {
  allOrNone(object, [beginning, end]);
  const [from, to] = [object[beginning], object[end]];
  if (typeof from === 'string' && typeof to === 'string' && from > to)
    Object.assign(object, { [beginning]: to, [end]: from });
}

function dropAll(object: Json, names: readonly string[]): void {
  for (const name of names) delete object[name];
}

function allOrNone(object: Json, names: readonly string[]): void {
  if (!names.every((name) => object[name] !== undefined)) for (const name of names) delete object[name];
}

/** An object, or the first of a list. */
function objectIn(value: unknown): Json {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'object' && one !== null ? { ...one } : {};
}
