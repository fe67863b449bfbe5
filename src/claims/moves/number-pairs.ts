import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import { objectIn, objectsIn, without } from './json-parts.js';

// Institutional claims: a provider has one number with its qualifier, and old names for more. The set has a list.

/** What the qualifier of a provider's number is called. */
type QualifierName = 'secondaryIdentificationQualifierCode' | 'identificationQualifierCode';

export const NUMBER = 'secondaryIdentifier';
/** Old names of further numbers, by REF01. */
export const SINGLES: Readonly<Record<string, string>> = {
  '0B': 'stateLicenseNumber',
  '1G': 'providerUpinNumber',
  G2: 'commercialNumber',
  LU: 'locationNumber',
};

const OF_CLAIM: Readonly<Record<string, QualifierName>> = {
  attending: 'secondaryIdentificationQualifierCode',
  operatingPhysician: 'identificationQualifierCode',
  otherOperatingPhysician: 'identificationQualifierCode',
  rendering: 'secondaryIdentificationQualifierCode',
  referring: 'secondaryIdentificationQualifierCode',
};

const OF_LINE: Readonly<Record<string, QualifierName>> = {
  operatingPhysician: 'identificationQualifierCode',
  otherOperatingPhysician: 'identificationQualifierCode',
  renderingProvider: 'secondaryIdentificationQualifierCode',
  referringProvider: 'secondaryIdentificationQualifierCode',
};

const FACILITY = { serviceFacilityLocation: 'secondaryIdentificationQualifierCode' } as const;

/** What the qualifier of a provider's number is called, by the provider. */
export const QUALIFIER_NAMES: Readonly<Record<string, string>> = { ...OF_CLAIM, ...OF_LINE, ...FACILITY };

/** Numbers of providers as the lists of the table. */
export function withNumberLists(request: JsonObject): JsonObject {
  return moved(billingNumber(request), listOf);
}

/** The reverse. */
export function withNumberPairs(request: JsonObject): JsonObject {
  return moved(billingPair(request), pairOf);
}

/** @param isOfLine only there is a list of references. */
type Move = (provider: JsonObject, qualifier: QualifierName, isOfLine: boolean) => JsonObject;

function moved(request: JsonObject, move: Move): JsonObject {
  const claim = objectIn(request.claimInformation);
  const { serviceLines } = claim;
  const lines = Array.isArray(serviceLines)
    ? { serviceLines: objectsIn(serviceLines).map((line) => inEach(line, OF_LINE, move, true)) }
    : {};
  const claimInformation = { ...inEach(claim, FACILITY, move), ...lines };
  return { ...inEach(request, OF_CLAIM, move), claimInformation };
}

/** The number by which the payer knows who bills, under the name that it has in the set, and back. */
const OF_BILLING = { G2: 'commercialNumber', LU: 'locationNumber' };
export const BILLING_QUALIFIER: QualifierName = 'secondaryIdentificationQualifierCode';

function billingNumber(request: JsonObject): JsonObject {
  const { [BILLING_QUALIFIER]: code, [NUMBER]: number, ...billing } = objectIn(request.billing);
  if (number === undefined) return request;
  const name = Object.entries(OF_BILLING).find(([qualifier]) => qualifier === code)?.[1];
  return { ...request, billing: name === undefined ? billing : { ...billing, [name]: number } };
}

function billingPair(request: JsonObject): JsonObject {
  const billing = objectIn(request.billing);
  const found = Object.entries(OF_BILLING).find(([, name]) => billing[name] !== undefined);
  if (found === undefined) return request;
  const [qualifier, name] = found;
  const pair = { [BILLING_QUALIFIER]: qualifier, [NUMBER]: billing[name] ?? '' };
  return { ...request, billing: { ...without(billing, Object.values(OF_BILLING)), ...pair } };
}

function inEach(
  object: JsonObject,
  names: Readonly<Record<string, QualifierName>>,
  move: Move,
  isOfLine = false,
): JsonObject {
  const result = { ...object };
  for (const [name, qualifier] of Object.entries(names)) {
    const provider = object[name];
    if (isObject(provider)) result[name] = move(provider, qualifier, isOfLine);
  }
  return result;
}

const PARTS = [NUMBER, 'referenceIdentification', ...Object.values(SINGLES)];

// A reference of 2U names the payer that uses the number before it; others are numbers of their own.
function listOf(provider: JsonObject, qualifier: QualifierName): JsonObject {
  const identifiers: JsonObject[] = [];
  const { [qualifier]: code, [NUMBER]: number } = provider;
  const references = objectsIn(provider.referenceIdentification);
  const payer = references.find((one) => one.qualifier === '2U')?.identifier;
  if (number !== undefined && code !== undefined)
    identifiers.push({
      qualifier: code,
      identifier: number,
      ...(payer === undefined ? {} : { otherIdentifier: payer }),
    });
  for (const [single, property] of Object.entries(SINGLES)) {
    const identifier = provider[property];
    if (identifier !== undefined) identifiers.push({ qualifier: single, identifier });
  }
  identifiers.push(...references.filter((one) => one.qualifier !== '2U'));
  const rest = without(provider, [...PARTS, qualifier]);
  return identifiers.length === 0 ? rest : { ...rest, identifiers };
}

function pairOf(provider: JsonObject, qualifier: QualifierName, isOfLine: boolean): JsonObject {
  const { identifiers, ...rest } = provider;
  const [first, ...others] = objectsIn(identifiers);
  if (first === undefined) return rest;
  const result: JsonObject = { ...rest };
  if (first.qualifier !== undefined) result[qualifier] = first.qualifier;
  if (first.identifier !== undefined) result[NUMBER] = first.identifier;
  if (!isOfLine) return { ...result, ...singlesOf(others) };
  const references: JsonObject[] = [];
  if (first.otherIdentifier !== undefined) references.push({ qualifier: '2U', identifier: first.otherIdentifier });
  references.push(...others.map(({ otherIdentifier: _, ...reference }) => reference));
  return references.length === 0 ? result : { ...result, referenceIdentification: references };
}

function singlesOf(identifiers: readonly JsonObject[]): JsonObject {
  const result: JsonObject = {};
  for (const { qualifier, identifier } of identifiers) {
    const name = Object.entries(SINGLES).find(([code]) => code === qualifier)?.[1];
    if (name !== undefined && identifier !== undefined) result[name] ??= identifier;
  }
  return result;
}
