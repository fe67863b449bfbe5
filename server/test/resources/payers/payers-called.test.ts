import { expect, it } from 'vitest';
import type { Catalogue } from '../../../src/resources/payers/catalogue.js';
import { payersCalled } from '../../../src/resources/payers/payers-called.js';
import type { PayerRecord } from '../../../src/resources/payers/schemas.js';
import { PayerIndex } from '../../../src/resources/payers/search-index.js';

function catalogueOf(names: readonly string[], eligibilityCheck = 'SUPPORTED'): Catalogue {
  const payers = names.map((displayName, place) => {
    const id = String(10_000 + place);
    // As much of a payer as is searched.
    const payer = { platformId: `P${id}`, primaryPayerId: id, displayName, names: [], aliases: [id] };
    return { ...payer, transactionSupport: { eligibilityCheck } } as unknown as PayerRecord;
  });
  return { payers, index: new PayerIndex(payers) } as unknown as Catalogue;
}

const SAME = Array.from({ length: 40 }, (_, place) => `Health Plan of Place ${place}`);
const NAMES = ['Aetna', 'Lake Health Plan', 'Lakewood Dental', ...SAME];

it.each([
  ['Aetna', ['Aetna']],
  ['aetna better health', ['Aetna']],
  ['Atena', ['Aetna']],
  ['Lakewood Health Plan', ['Lakewood Dental']],
  // A word of many payers tells nothing, and neither does a short one.
  ['Health Company', []],
  ['of 3', []],
  ['***', []],
  // An id with a wrong digit.
  ['10000X', ['Aetna']],
])('"%s" is said for these', (text, expected) => {
  expect(payersCalled(catalogueOf(NAMES), text, 3).map(({ displayName }) => displayName)).toEqual(expected);
});

it('names a few of those that answer checks, and none of the others', () => {
  expect(payersCalled(catalogueOf(NAMES), 'Health Plan', 3)).toHaveLength(3);
  expect(payersCalled(catalogueOf(NAMES, 'NOT_SUPPORTED'), 'Aetna', 3)).toEqual([]);
});
