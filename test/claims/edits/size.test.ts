import { describe, expect, it } from 'vitest';
import type { ClaimType } from '../../../src/claims/claim-type.js';
import { EDITS, judgeClaim } from '../../../src/claims/edits/judge-claim.js';
import { normalise } from '../../../src/claims/prepare-claim.js';
import type { JsonObject, JsonValue } from '../../../src/model/json.js';
import { type Example, spoilt } from './breaks.js';

const TYPES: readonly (readonly [ClaimType, Example])[] = [
  ['professional', 'p1-subscriber'],
  ['professional', 'p2-dependent-cob'],
  ['institutional', 'i1-inpatient'],
  ['institutional', 'i2-outpatient-cob'],
  ['dental', 'd1-crown'],
  ['dental', 'd2-orthodontic-cob'],
];

/** Texts that a careless expression reads again from each of their signs. */
const LONG = [' ', '1', 'A', '-', '.', '0', 'PO '].flatMap((sign) => {
  const many = sign.repeat(50_000);
  return [many, `${many}!`, `A${many}!`, `1${many}!`];
});

/** Every text of a claim is that one. */
function filled(value: JsonValue, text: string): JsonValue {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((entry) => filled(entry, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, text)]));
}

// A rule that took the square of the size would not end.
describe.each(TYPES)('the size of a %s claim (%s)', { timeout: 30_000 }, (type, example) => {
  const claim = (): JsonObject => spoilt(example, () => undefined);

  it('may be of twenty thousand lines', () => {
    const request = spoilt(example, ({ claimInformation }) => {
      const lines = claimInformation.serviceLines;
      claimInformation.serviceLines = Array.from({ length: 20_000 }, (_, at) => lines[at % lines.length]);
    });
    const { errors } = judgeClaim(type, normalise(type, request), '20260301');
    expect(errors.some(({ id }) => id === 'V01')).toBe(true);
  });

  it('may be of long texts', () => {
    const wholes = LONG.map((text) => filled(claim(), text) as JsonObject); // an object stays one
    for (const edit of EDITS.filter(({ types }) => types.includes(type))) expect(edit.id).toMatch(/^V\d\d$/);
    for (const whole of wholes) expect(judgeClaim(type, whole, '20260301').errors).not.toEqual([]);
    for (const whole of wholes) judgeClaim(type, normalise(type, whole), '20260301');
  });
});
