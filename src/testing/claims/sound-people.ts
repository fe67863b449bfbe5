import type fastCheck from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { JsonObject } from '../../model/json.js';
import { passesNpiCheck } from '../../model/npi.js';
import { digits } from '../form-values.js';

type Fc = typeof fastCheck;

const CITIES = [
  { city: 'DAYTON', state: 'OH', zip: '45402' },
  { city: 'CHICAGO', state: 'IL', zip: '60601' },
  { city: 'AUSTIN', state: 'TX', zip: '73301' },
] as const;

/** Names and streets are made up, numbers pass their checks. */
export function people(fc: Fc) {
  const first = fc.constantFrom('JANE', 'OMAR', 'TESS', 'LEO', 'NORA', 'KIM');
  const last = fc.constantFrom('DOE', 'ROE', 'VANCE', "O'HARA", 'BYRD-LANE', 'FROST');
  const npi = fc
    .tuple(fc.constantFrom('1', '2'), digits(fc, 8))
    .map(([start, rest]) => [...'0123456789'].map((end) => start + rest + end).find(passesNpiCheck) ?? '');
  const address = fc
    .tuple(fc.constantFrom(...CITIES), fc.integer({ min: 1, max: 998 }))
    .map(([{ city, state, zip }, number]): JsonObject => {
      const postalCode = `${zip}${String(number).padStart(4, '0')}`;
      return { address1: `${number} MAIN STREET`, city, state, postalCode };
    });
  const organizationName = fc.constantFrom('LAKE CLINIC', 'HILL MEDICAL GROUP', 'BRIGHT CARE', 'MAPLE ASSOCIATES');
  const patient = fc.record({
    ...{ firstName: first, lastName: last, address },
    dateOfBirth: day(fc, 1940, 2009),
    gender: fc.constantFrom('F', 'M', 'U'),
  });
  return {
    npi,
    address,
    organizationName,
    patient: patient as Arbitrary<JsonObject>,
    phoneNumber: digits(fc, 4).map((four) => `217555${four}`),
    /** A person with an NPI, and with the specialty where the place has one. */
    provider: (taxonomyCode?: string): Arbitrary<JsonObject> =>
      fc.record({
        ...{ firstName: first, lastName: last, npi },
        ...(taxonomyCode === undefined ? {} : { taxonomyCode: fc.constant(taxonomyCode) }),
      }) as Arbitrary<JsonObject>,
    employerId: digits(fc, 6).map((six) => `341${six}`),
    memberId: digits(fc, 9).map((nine) => `M${nine}`),
  };
}

/** A day of the calendar, CCYYMMDD. */
export function day(fc: Fc, from: number, to: number): Arbitrary<string> {
  const part = (min: number, max: number) => fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));
  return fc.tuple(fc.integer({ min: from, max: to }), part(1, 12), part(1, 28)).map((parts) => parts.join(''));
}
