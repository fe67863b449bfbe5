import { type Delimiters, describeFinding, type Finding, type Reason } from 'ediloom';

/** Findings after which something that stands in the JSON does not stand in the X12. Others tell of what is written as it is. */
const LOSING: ReadonlySet<Reason> = new Set<Reason>([
  'property-unknown',
  'property-repeated',
  'value-type',
  'delimiter-in-data',
  'character-unencodable',
  'binary-length',
  'loop-nesting',
  'findings-limit',
]);
/** Told in place of `delimiter-in-data` where a value is also no date, time or number. */
const PERHAPS_LOSING: ReadonlySet<Reason> = new Set<Reason>(['element-date', 'element-time', 'element-not-numeric']);

/** One half of a surrogate pair: UTF-8 has no bytes for it. */
const HALF_CHARACTER = /\p{Surrogate}/u;

/** The first finding of what was written that says that something of the data was not. */
export function lostValue(findings: readonly Finding[], data: unknown, delimiters: Delimiters): Finding | undefined {
  return findings.find((found) => {
    if (LOSING.has(found.reason)) return true;
    return PERHAPS_LOSING.has(found.reason) && !isWritable(partOf(found, data), Object.values(delimiters));
  });
}

/** The value that a finding is about, or what holds it where the finding is about a place without one. */
function partOf(found: Finding, data: unknown): unknown {
  let value = data;
  for (const key of describeFinding(found).path ?? []) {
    const inner = isHolder(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (inner === undefined) break;
    value = inner;
  }
  return value;
}

/** No text of it has a delimiter, or half a character. */
function isWritable(value: unknown, delimiters: readonly string[]): boolean {
  if (isHolder(value)) return Object.values(value).every((inner) => isWritable(inner, delimiters));
  const text = String(value);
  return !HALF_CHARACTER.test(text) && !delimiters.some((one) => text.includes(one));
}

function isHolder(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}
