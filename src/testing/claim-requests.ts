import type fastCheck from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { claimSchema } from '../claims/claim-schemas.js';
import type { ClaimType } from '../claims/claim-type.js';
import { requireForm } from '../model/check-options.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { lawfulClaim } from './claims/lawful-claim.js';
import { lawfulPart } from './claims/lawful-parts.js';
import { lawfulText, oneOf } from './claims/lawful-texts.js';
import { valuesOf } from './form-values.js';

type Fc = typeof fastCheck;

/**
 * Requests of a claim type for fast-check, which is handed in: every property of the schema, in all combinations, with values that their
 * places take. In the 837 of each the guide finds no error; made-up numbers such as an NPI get the warnings of their formats (check digits, states,
 * ZIP codes). A payer would not take it.
 */
export function claimRequests(fc: Fc, type: ClaimType): Arbitrary<JsonObject> {
  requireForm('claimRequests', 'fc', fc?.record, 'function');
  return valuesOf(fc, claimSchema(type), { mostEntries: 2 }).map((request) =>
    lawfulClaim(type, lawful(request as JsonObject, '', type)),
  );
}

function lawful(object: JsonObject, owner: string, type: ClaimType): JsonObject {
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(object)) result[name] = lawfulValue(value, name, { owner, type });
  return lawfulPart(result, owner, type);
}

interface Around {
  readonly owner: string;
  readonly type: ClaimType;
}

function lawfulValue(value: JsonValue, name: string, { owner, type }: Around): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => lawfulValue(entry, name, { owner, type }));
  if (typeof value === 'object' && value !== null) return lawful(value as JsonObject, name, type);
  if (typeof value !== 'string') return value;
  return name === 'qualifier' ? oneOf(...(QUALIFIERS[owner] ?? OF_PROVIDERS))(value) : lawfulText(name, value);
}

/** Qualifiers that the places of numbers take, by the property of the list; else those of providers. */
const QUALIFIERS: Readonly<Record<string, readonly string[]>> = {
  otherPayerSecondaryIdentifier: ['2U', 'EI', 'FY', 'NF'],
  otherPayerBillingProviderIdentifier: ['G2', 'LU'],
  otherPayerReferringProviderIdentifier: ['0B', '1G', 'G2'],
  otherPayerServiceFacilityLocationSecondaryIdentifier: ['0B', 'G2', 'LU'],
  otherPayerServiceFacilityLocationIdentifier: ['0B', 'G2', 'LU'],
};
const OF_PROVIDERS = ['0B', 'G2'];
