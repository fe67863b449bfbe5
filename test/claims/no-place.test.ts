import { describe, expect, it } from 'vitest';
import { checkForm } from '../../src/claims/check-claim.js';
import { normalise } from '../../src/claims/prepare-claim.js';
import type { JsonObject } from '../../src/model/json.js';
import { ROWS, TYPES } from './property-request.js';
import { sampleOf, setProperty } from './property-sample.js';

/** How many properties of each request X12 has no place for. */
const COUNTS = { P: 164, I: 113, D: 72 } as const;
const AS_PERSON = /(?:^|\.)(?:referring|supervising|ordering)(?:Provider)?\.organizationName$/;

describe.each(['P', 'I', 'D'] as const)('properties of %s without a place', (claim) => {
  const rows = ROWS.filter((row) => row.claim === claim && row.lens === 'none');
  const type = TYPES[claim] ?? 'professional';

  it('are as many as the list has', () => {
    expect(rows).toHaveLength(COUNTS[claim]);
  });

  it.each(rows.map((row) => [row.property, row] as const))('%s', (property, row) => {
    // Both get defaults when they are there.
    const bare = (): JsonObject => {
      const request = { subscriber: {}, claimInformation: {} };
      // The name of an organisation stands for a last name that is missing.
      if (AS_PERSON.test(property)) setProperty(request, property.replace('organizationName', 'lastName'), 'ROE');
      return request;
    };
    const request = bare();
    setProperty(request, property, sampleOf(row));
    const { warnings } = checkForm(type, request);
    const pointer = `/${property.replaceAll('[]', '.0').replaceAll('.', '/')}`;
    expect(warnings.map((told) => [told.pointer, told.rule])).toEqual([[pointer, 'no-place']]);
    expect(normalise(type, request)).toEqual(normalise(type, bare()));
  });
});
