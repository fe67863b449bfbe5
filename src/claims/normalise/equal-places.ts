import type { JsonObject, JsonValue } from '../../model/json.js';
import { objectIn, objectsIn, without } from '../moves/json-parts.js';
import type { Step } from './step.js';

/** A line says where it was served only where that is not the claim's own place. */
export function placeOfLine(service: string): Step {
  return (request, warn) => {
    const information = objectIn(request.claimInformation);
    const { placeOfServiceCode } = information;
    let isChanged = false;
    const serviceLines = objectsIn(information.serviceLines).map((line, at) => {
      const inner = objectIn(line[service]);
      if (inner.placeOfServiceCode === undefined || inner.placeOfServiceCode !== placeOfServiceCode) return line;
      warn(['claimInformation', 'serviceLines', at, service, 'placeOfServiceCode'], 'same-as-claim');
      isChanged = true;
      return { ...line, [service]: without(inner, ['placeOfServiceCode']) };
    });
    return isChanged ? { ...request, claimInformation: { ...information, serviceLines } } : request;
  };
}

/** Where the service took place is not written where it is the address of who bills: the loop with its name and numbers. */
export function facilityOfClaim(npi: string): Step {
  return (request, warn) => {
    const information = objectIn(request.claimInformation);
    const { serviceFacilityLocation } = information;
    if (serviceFacilityLocation === undefined) return request;
    const billing = objectIn(request.billing);
    const facility = objectIn(serviceFacilityLocation);
    if (isSameAddress(objectIn(facility.address), objectIn(billing.address))) {
      warn(['claimInformation', 'serviceFacilityLocation'], 'same-as-billing');
      return { ...request, claimInformation: without(information, ['serviceFacilityLocation']) };
    }
    if (facility[npi] === undefined || facility[npi] !== billing.npi) return request;
    warn(['claimInformation', 'serviceFacilityLocation', npi], 'same-as-billing');
    const kept = without(facility, [npi]);
    return { ...request, claimInformation: { ...information, serviceFacilityLocation: kept } };
  };
}

/** Who rendered is named only where it is another than who bills, and at a line where it is another than at the claim. */
export const renderingByNpi: Step = (request, warn) => {
  const { npi: billed } = objectIn(request.billing);
  const rendering = objectIn(request.rendering);
  let result = request;
  if (isSame(rendering.npi, billed)) {
    warn(['rendering'], 'same-as-billing');
    result = without(request, ['rendering']);
  }
  const own = objectIn(result.rendering).npi ?? billed;
  const information = objectIn(request.claimInformation);
  let isChanged = false;
  const serviceLines = objectsIn(information.serviceLines).map((line, at) => {
    if (!isSame(objectIn(line.renderingProvider).npi, own)) return line;
    isChanged = true;
    warn(['claimInformation', 'serviceLines', at, 'renderingProvider'], 'same-as-claim');
    return without(line, ['renderingProvider']);
  });
  return isChanged ? { ...result, claimInformation: { ...information, serviceLines } } : result;
};

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one !== undefined && one !== '' && one === other;
}

/** Streets without regard to case, and the first five digits of the postal code. */
function isSameAddress(one: JsonObject, other: JsonObject): boolean {
  if (one.address1 === undefined) return false;
  const plain = (address: JsonObject): string =>
    [
      ...['address1', 'address2', 'city', 'state'].map((name) =>
        String(address[name] ?? '')
          .trim()
          .toUpperCase(),
      ),
      String(address.postalCode ?? '')
        .replace(/\D/g, '')
        .slice(0, 5),
    ].join('\n');
  return plain(one) === plain(other);
}
