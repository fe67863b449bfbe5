import { plainDecimal } from '../../mapping/lenses/decimal.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import { checkRequest } from './check-request.js';
import { encounterOf, inquiriesOf, objectsIn } from './inquiries.js';
import { sparesOf } from './provider-spares.js';

const PERSON_NAMES = ['spendDownAmount', 'spendDownTotalBilledAmount'];

/**
 * The form in which a request comes back from X12: `normaliseRequest(decode(encode(x)))` is `normaliseRequest(x)`.
 * The README says what becomes of each property.
 */
export function normaliseRequest(request: unknown): JsonObject {
  const checked = checkRequest(request).request as JsonObject; // JSON by its definition
  const { controlNumber, externalPatientId, eligibilitySearchId, informationReceiverName, ...rest } = checked;
  const { coverageLevelCode, ...subscriber } = objectIn(rest.subscriber);
  for (const name of PERSON_NAMES) {
    const value = subscriber[name];
    if (typeof value === 'string') subscriber[name] = plainDecimal(value) ?? value;
  }
  const dependents = objectsIn(rest.dependents)
    .slice(0, 1)
    .map(({ memberId, ...dependent }) => dependent);
  const { nationalProviderIdentifier = '', ...receiver } = objectIn(informationReceiverName);
  const { tradingPartnerServiceId = '', tradingPartnerName = tradingPartnerServiceId } = rest;
  const normal = {
    ...rest,
    tradingPartnerName,
    subscriber,
    dependents,
    provider: providerOf(objectIn(rest.provider), receiver),
    informationReceiverName: { nationalProviderIdentifier },
    encounter: encounterOf(inquiriesOf(objectIn(rest.encounter))),
  };
  return objectIn(pruned(normal));
}

function providerOf(provider: JsonObject, receiver: JsonObject): JsonObject {
  const { socialSecurityNumber, federalTaxpayerIdentificationNumber, ...numbers } = receiver;
  const { contactNumber: oldest, ...newer } = numbers;
  const { contactNumber, ...own } = provider;
  const { taxId, ssn } = own;
  const result: JsonObject = { providerType: 'provider', ...newer, ...own };
  fill(result, 'contractNumber', own.contractNumber ?? contactNumber ?? newer.contractNumber ?? oldest);
  fill(result, 'taxId', taxId ?? federalTaxpayerIdentificationNumber);
  fill(result, 'ssn', ssn ?? socialSecurityNumber);
  for (const name of sparesOf(own)) delete result[name];
  return result;
}

function fill(object: JsonObject, name: string, value: JsonValue | undefined): void {
  if (value === undefined) delete object[name];
  else object[name] = value;
}

function pruned(value: JsonValue): JsonValue | undefined {
  if (value === '' || value === null) return undefined;
  if (Array.isArray(value)) {
    const entries = value.map((one: JsonValue) => pruned(one)).filter((one) => one !== undefined);
    return entries.length === 0 ? undefined : entries;
  }
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, one]) => [name, pruned(one)] as const);
  const kept = entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return objectsIn([value ?? ''])[0] ?? {};
}
