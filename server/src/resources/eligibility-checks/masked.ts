import { isObject } from '../../json.js';

/*
 * What is asked has secrets in it that are needed once, on their way to the payer, and are never read back: how to log in to the payer's
 * portal, social security numbers, tax ids.
 */

const MASK = 'MASKED';

const SECRET_PROPERTIES: ReadonlySet<string> = new Set([
  ...['portalUsername', 'portalPassword', 'ssn', 'socialSecurityNumber'],
  ...['taxId', 'federalTaxpayerIdentificationNumber', 'employersId'],
]);

/** A request with its secrets masked, at whatever depth they stand. */
export function maskedRequest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedRequest);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, SECRET_PROPERTIES.has(name) ? MASK : maskedRequest(one)]),
  );
}

/** REF01 of a user id, its PIN, an SSN, a tax id, an employer's number; NM108 of an SSN, a tax id, an employer's number. */
const SECRET_REFERENCES: ReadonlySet<string> = new Set(['JD', '4A', 'SY', 'TJ', 'EI']);
const SECRET_NAMES: ReadonlySet<string> = new Set(['34', 'FI', '24']);
const ISA_LENGTH = 106;

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
  if (id === 'REF' && SECRET_REFERENCES.has(elements[1] ?? '')) return withMask(elements, 2);
  if (id === 'NM1' && SECRET_NAMES.has(elements[8] ?? '')) return withMask(elements, 9);
  return elements;
}

/** What is empty says nothing and stays so. */
function withMask(elements: readonly string[], place: number): readonly string[] {
  return elements.map((value, at) => (at === place && value !== '' ? MASK : value));
}
