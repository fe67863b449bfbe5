import type fastCheck from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { claimSchema } from '../claims/claim-schemas.js';
import type { ClaimType } from '../claims/claim-type.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { valuesOf } from './form-values.js';

type Fc = typeof fastCheck;

/** Qualifiers that the places of numbers take, by the property of the list; else those of providers. */
const QUALIFIERS: Readonly<Record<string, readonly string[]>> = {
  otherPayerSecondaryIdentifier: ['2U', 'EI', 'FY', 'NF'],
  otherPayerBillingProviderIdentifier: ['G2', 'LU'],
  otherPayerReferringProviderIdentifier: ['0B', '1G', 'G2'],
  otherPayerServiceFacilityLocationSecondaryIdentifier: ['0B', 'G2', 'LU'],
  otherPayerServiceFacilityLocationIdentifier: ['0B', 'G2', 'LU'],
};
const OF_PROVIDERS = ['0B', 'G2'];

/**
 * Requests of a claim type for fast-check, which is handed in: every property of the schema, in all combinations, with values that their
 * places take. They are well-formed; a payer would not take them, for amounts, dates and codes are made up.
 */
export function claimRequests(fc: Fc, type: ClaimType): Arbitrary<JsonObject> {
  return valuesOf(fc, claimSchema(type), { mostEntries: 2 }).map((request) => lawful(request as JsonObject, ''));
}

function lawful(object: JsonObject, owner: string): JsonObject {
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(object)) result[name] = lawfulValue(value, name, owner);
  const { healthCareCodeInformation: diagnoses } = result;
  if (Array.isArray(diagnoses))
    result.healthCareCodeInformation = diagnoses.map((one, at) => ({
      diagnosisCode: 'J069',
      ...(one as JsonObject),
      diagnosisTypeCode: at === 0 ? 'ABK' : 'ABF',
    }));
  if (result.serviceDate === undefined) delete result.serviceDateEnd;
  return result;
}

function lawfulValue(value: JsonValue, name: string, owner: string): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => lawfulValue(entry, name, owner));
  if (typeof value === 'object' && value !== null) return lawful(value as JsonObject, name);
  if (typeof value !== 'string') return value;
  if (name === 'qualifier') return oneOf(QUALIFIERS[owner] ?? OF_PROVIDERS, value);
  if (name.endsWith('Date') || name === 'serviceDateEnd') return /^\d{8,}/.test(value) ? value : '20260131';
  return DECIMAL.test(name) ? String(value.length + 0.5) : value;
}

/** Names of amounts and quantities that the schema leaves as any text. */
const DECIMAL =
  /(Amount|Ammount|PerDiem|Price|Percentage|Quantity|Count|Pounds|Miles|Months|Rate|Percent|Liability|patientWeight|days|testResults)$/;

function oneOf(codes: readonly string[], seed: string): string {
  return codes[seed.length % codes.length] ?? '';
}
