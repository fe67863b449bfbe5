import { type ClaimType, shapeOf } from '../../claims/claim-type.js';
import { centsOf } from '../../claims/edits/cents.js';
import { objectIn, objectsIn } from '../../claims/moves/json-parts.js';
import type { JsonObject } from '../../model/json.js';
import { lawfulPart } from './lawful-parts.js';

/** Puts right what depends on several parts of a claim. */
export function lawfulClaim(type: ClaimType, request: JsonObject): JsonObject {
  const information = objectIn(request.claimInformation);
  const given = objectsIn(information.serviceLines);
  const { service } = shapeOf(type);
  const serviceLines = (given.length > 0 ? given : [{}]).map((line) => charged(type, line));
  const submitter = numbered(objectIn(request.submitter), type);
  const claimInformation: JsonObject = {
    ...information,
    ...diagnoses(information),
    ...accident(information),
    serviceLines,
    claimChargeAmount: totalOf(serviceLines, service),
  };
  const billing = lawfulPart(objectIn(request.billing), 'billing', type);
  return { ...request, billing, submitter, claimInformation };
}

function charged(type: ClaimType, line: JsonObject): JsonObject {
  const { service } = shapeOf(type);
  return { ...line, [service]: { lineItemChargeAmount: '10', ...lawfulPart(objectIn(line[service]), service, type) } };
}

/** The sum of the lines, by which the guide judges the claim. */
export function totalOf(lines: readonly JsonObject[], service: string): string {
  let cents = 0n;
  for (const line of lines) cents += centsOf(objectIn(line[service]).lineItemChargeAmount) ?? 0n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

function numbered(submitter: JsonObject, type: ClaimType): JsonObject {
  const id = type === 'institutional' ? 'taxId' : 'submitterIdentification';
  return { [id]: 'S1', contactInformation: { phoneNumber: '2175550199' }, ...submitter };
}

/** The first is the principal one. */
function diagnoses({ healthCareCodeInformation: given }: JsonObject): JsonObject {
  if (!Array.isArray(given)) return {};
  const healthCareCodeInformation = objectsIn(given).map((one, at) => ({
    diagnosisCode: 'J069',
    ...one,
    diagnosisTypeCode: at === 0 ? 'ABK' : 'ABF',
  }));
  return { healthCareCodeInformation };
}

/** A place of an accident stands behind what caused it (CLM11). */
function accident({ autoAccidentStateCode, autoAccidentCountryCode, relatedCausesCode }: JsonObject): JsonObject {
  const placed = autoAccidentStateCode !== undefined || autoAccidentCountryCode !== undefined;
  return placed && !Array.isArray(relatedCausesCode) ? { relatedCausesCode: ['AA'] } : {};
}
