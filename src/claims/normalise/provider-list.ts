import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { ClaimType } from '../claim-type.js';
import { objectsIn, without } from '../moves/json-parts.js';
import type { Step } from './step.js';

/** Objects of a request by the roles (`providerType`) that the old list of providers has for them. */
const ROLES: Readonly<Record<ClaimType, ReadonlyMap<JsonValue | undefined, string>>> = {
  professional: new Map([
    ['BillingProvider', 'billing'],
    ['ReferringProvider', 'referring'],
    ['RenderingProvider', 'rendering'],
    ['SupervisingProvider', 'supervising'],
    ['OrderingProvider', 'ordering'],
  ]),
  institutional: new Map([
    ['BillingProvider', 'billing'],
    ['AttendingProvider', 'attending'],
    ['OperatingPhysician', 'operatingPhysician'],
    ['OtherOperatingPhysician', 'otherOperatingPhysician'],
    ['RenderingProvider', 'rendering'],
    ['ReferringProvider', 'referring'],
  ]),
  dental: new Map([
    ['BillingProvider', 'billing'],
    ['ReferringProvider', 'referring'],
    ['RenderingProvider', 'rendering'],
    ['SupervisingProvider', 'supervising'],
    ['AssistantSurgeon', 'assistantSurgeon'],
  ]),
};

/** The names of the objects, by role. */
export function rolesOf(type: ClaimType): ReadonlyMap<JsonValue | undefined, string> {
  return ROLES[type];
}

/** The old list of providers as the single objects that have replaced it. */
export function providersByRole(type: ClaimType): Step {
  const roles = rolesOf(type);
  return (request, warn) => {
    if (request.providers === undefined) return request;
    const result: JsonObject = without(request, ['providers']);
    for (const [at, { providerType, ...provider }] of objectsIn(request.providers).entries()) {
      const role = roles.get(providerType);
      if (role === undefined) warn(['providers', at, 'providerType'], 'role-unknown');
      else result[role] = provider;
    }
    return result;
  };
}

/** Who orders stands at each line: a provider of the request goes to those lines that name none. */
export const orderingToLines: Step = (request, warn) => {
  const { ordering, ...rest } = request;
  if (ordering === undefined) return request;
  const information = rest.claimInformation;
  if (!isObject(information)) return rest;
  const lines = objectsIn(information.serviceLines);
  const isTaken = lines.every(({ orderingProvider }) => orderingProvider !== undefined);
  warn(['ordering'], isTaken ? 'not-sent' : 'moved');
  const serviceLines = lines.map((line) => ({ orderingProvider: ordering, ...line }));
  return { ...rest, claimInformation: { ...information, serviceLines } };
};
