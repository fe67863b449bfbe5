import { isObject } from '../../json.js';

/*
 * What is asked has secrets in it that are needed once, on their way to the payer, and are never read back: how to log in to the payer's
 * portal, social security numbers, tax ids, and what the sender of a 270 has in its ISA to be let in by.
 */

export const MASK = 'MASKED';

const SECRET_PROPERTIES: ReadonlySet<string> = new Set([
  ...['portalUsername', 'portalPassword', 'ssn', 'socialSecurityNumber'],
  ...['taxId', 'federalTaxpayerIdentificationNumber', 'employersId', 'devicePinNumber'],
  // Of claims.
  ...['employerId', 'employerIdentificationNumber', 'taxIdentificationNumber'],
]);

/** A request with its secrets masked, at whatever depth they stand. */
export function maskedRequest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedRequest);
  if (!isObject(value)) return value;
  const isSecret = (name: string): boolean =>
    SECRET_PROPERTIES.has(name) ||
    (name === 'providerIdentifier' && SECRET_PROVIDERS.has(String(value.referenceIdentificationQualifier)));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isSecret(name) ? MASK : maskedRequest(one)]),
  );
}

/** PRV02 of an SSN, a tax id, an employer's number. */
const SECRET_PROVIDERS: ReadonlySet<string> = new Set(['SY', 'TJ', 'EI']);
/** REF01 of the same, of a user id and its PIN, and of the PIN of a device. */
const SECRET_REFERENCES: ReadonlySet<string> = new Set([...SECRET_PROVIDERS, 'JD', '4A', 'EL']);
/** NM108 of an SSN, a tax id, an employer's number. */
export const SECRET_NAMES: ReadonlySet<string> = new Set(['34', 'FI', '24']);
const ISA_LENGTH = 106;
/** ISA02 and ISA04 have ten characters, whatever stands in them. */
const ISA_MASK = MASK.padEnd(10);

/** The text of an interchange that was read before, with its secrets masked; all else stays, character for character. */
export function maskedX12(x12: string): string {
  const start = x12.indexOf('ISA');
  if (start < 0 || x12.length < start + ISA_LENGTH) return MASK;
  const element = x12.charAt(start + 3);
  const terminator = x12.charAt(start + ISA_LENGTH - 1);
  return x12
    .split(terminator)
    .map((segment) => maskedSegment(segment.split(element)).join(element))
    .join(terminator);
}

function maskedSegment(elements: readonly string[]): readonly string[] {
  const id = elements[0]?.trim();
  if (id === 'ISA') return withMask(withMask(elements, 2, ISA_MASK), 4, ISA_MASK);
  if (id === 'REF' && SECRET_REFERENCES.has(elements[1] ?? '')) return withMask(elements, 2);
  if (id === 'PRV' && SECRET_PROVIDERS.has(elements[2] ?? '')) return withMask(elements, 3);
  if (id === 'NM1' && SECRET_NAMES.has(elements[8] ?? '')) return withMask(elements, 9);
  return elements;
}

/** What is empty or blank says nothing and stays so. */
function withMask(elements: readonly string[], place: number, mask = MASK): readonly string[] {
  return elements.map((value, at) => (at === place && value.trim() !== '' ? mask : value));
}
