import { describe, expect, it } from 'vitest';
import { checkForm } from '../../src/claims/check-claim.js';
import { ROWS, TYPES } from './property-request.js';
import { sampleOf, setProperty } from './property-sample.js';

const WITHOUT_PLACE = ROWS.filter(({ lens, path }) => path === '' && lens !== 'chooses the loop');

/** JSON pointer of `a[].b`, where each list has one entry. */
function pointerOf(property: string): string {
  return `/${property.replaceAll('[]', '.0').replaceAll('.', '/')}`;
}

describe('a property without a place in the 837', () => {
  it('is one of 349', () => {
    expect(WITHOUT_PLACE).toHaveLength(349);
  });

  it.each(WITHOUT_PLACE.map((row) => [row.claim, row.property, row] as const))(
    '%s %s is told',
    (claim, property, row) => {
      const request = {};
      setProperty(request, property, sampleOf(row));
      const { warnings } = checkForm(TYPES[claim] ?? 'professional', request);
      const told = warnings.filter(({ rule }) => rule === 'no-place').map(({ pointer }) => pointer);
      // One warning: of itself, or of the object that is not sent as a whole.
      expect(told).toHaveLength(1);
      expect(`${pointerOf(property)}/`.startsWith(`${told[0]}/`)).toBe(true);
    },
  );
});
