import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import { objectsIn, without } from '../moves/json-parts.js';
import type { Step } from './step.js';

/** The old list of providers, each with its role, as the single objects that have replaced it. */
export function providersByRole(roles: Readonly<Record<string, string>>): Step {
  return (request, warn) => {
    if (request.providers === undefined) return request;
    const result: JsonObject = without(request, ['providers']);
    for (const [at, { providerType, ...provider }] of objectsIn(request.providers).entries()) {
      const role = typeof providerType === 'string' ? roles[providerType] : undefined;
      if (role === undefined) warn(['providers', at], 'no-place');
      else result[role] = provider;
    }
    return result;
  };
}

/** Who orders stands at each line: a provider of the request goes to those lines that name none. */
export const orderingToLines: Step = (request) => {
  const { ordering, ...rest } = request;
  if (ordering === undefined) return request;
  const information = rest.claimInformation;
  if (!isObject(information)) return rest;
  const serviceLines = objectsIn(information.serviceLines).map((line) => ({ orderingProvider: ordering, ...line }));
  return { ...rest, claimInformation: { ...information, serviceLines } };
};
