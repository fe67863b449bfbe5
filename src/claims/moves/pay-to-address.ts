import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import { objectIn, without } from './json-parts.js';

/** NM102 of the address where the money goes says the same as that of who bills: the JSON has no property for it. */
export function withEntityOfPayTo(request: JsonObject): JsonObject {
  const { payToAddress } = request;
  if (!isObject(payToAddress)) return request;
  const entityTypeQualifier = objectIn(request.billing).organizationName === undefined ? '1' : '2';
  return { ...request, payToAddress: { ...payToAddress, entityTypeQualifier } };
}

/** The same where the set knows no person there. */
export function withOrganizationOfPayTo(request: JsonObject): JsonObject {
  const { payToAddress } = request;
  return isObject(payToAddress) ? { ...request, payToAddress: { ...payToAddress, entityTypeQualifier: '2' } } : request;
}

/** The reverse of both. */
export function withoutEntityOfPayTo(request: JsonObject): JsonObject {
  const { payToAddress } = request;
  if (!isObject(payToAddress)) return request;
  return { ...request, payToAddress: without(payToAddress, ['entityTypeQualifier']) };
}
