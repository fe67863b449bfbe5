import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/index.js';
import { BASE_850, BEG, LINES, orderWith } from './small-order.js';
import { AT, DICTIONARIES, GUIDE_837P, spoiltClaim } from './spoilt-claim.js';

const engine = createEngine({ guides: [BASE_850, GUIDE_837P], dictionaries: DICTIONARIES });

const told = (path: readonly string[], value: unknown): readonly string[] => {
  const { issues } = engine.check(BASE_850, orderWith([path, value]));
  return issues.map(({ reason, path: at, message }) => `${reason} ${at.join('/')}: ${message}`);
};
const claimTold = (at: string, value: unknown): readonly string[] =>
  engine.check(GUIDE_837P, spoiltClaim(at, value)).issues.map(({ reason, message }) => `${reason}: ${message}`);

const FILE = readFileSync(new URL('../../../fixtures/claim-837p/input.edi', import.meta.url), 'utf8');
const beg = BEG.join('/');
const lines = LINES.join('/');
const NUMBER = [...BEG, 'purchase_order_number_03'];
const PROVIDER = `${AT.billing}/billing_provider_name_NM1/billing_provider_identifier_09`;
const PLACE = `${AT.billing}/billing_provider_city_state_zip_code_N4`;
const components = (first: number, last: number): object =>
  Object.fromEntries(
    Array.from({ length: last - first + 1 }, (_, index) => [
      `component_${String(first + index).padStart(2, '0')}`,
      'x',
    ]),
  );

class Order {
  readonly number = 'X';
}

describe('a refused value', () => {
  const wanted = 'Write a string of 1 to 22 characters.';
  it.each([
    ['an object', { value: 'X' }],
    ['an object', new Order()],
    ['an object', new String('ABC')],
    ['an object', new Uint8Array(40)],
    ['an object', new Date(0)],
    ['a list', []],
    ['null', null],
    ['true or false', true],
    ['a number', 12],
  ])('is told once, by its place and as %s', (given, value) => {
    expect(told(NUMBER, value)).toEqual([
      `value-type ${beg}/purchase_order_number_03: Purchase Order Number (BEG03) cannot hold ${given}. ${wanted}`,
    ]);
  });

  it('takes what would stand in it along', () => {
    const object = 'Write an object with';
    expect(told(['detail'], [])).toEqual([`value-type detail: "detail" is no object. ${object} ${LINES[1]}.`]);
    expect(told(['heading'], null)).toEqual([`value-type heading: "heading" is no object. ${object} ${BEG[1]}.`]);
    expect(told(['heading'], new Map())).toHaveLength(1);
    expect(told(BEG, 'x')).toHaveLength(1);
    expect(told(BEG, new String('xyz'))).toHaveLength(1);
    expect(told(LINES, new String('xyz'))).toHaveLength(1);
    expect(told(LINES, [null])).toEqual([
      `value-type ${lines}/0: Baseline Item Data (loop PO1) cannot hold null. ${object} baseline_item_data_PO1.`,
    ]);
    expect(told([...LINES, '0'], new Date(0))).toHaveLength(1);
  });

  it('is the whole data', () => {
    for (const data of [null, undefined, [], 'x', new Date(0)]) {
      const { issues } = engine.check(BASE_850, data);
      expect(issues.map(({ message }) => message)).toEqual([
        'The data is no object. Write an object with heading, detail.',
      ]);
      expect(issues[0]?.path).toEqual([]);
    }
  });

  it('does not hide what is wrong beside it', () => {
    const data = orderWith([NUMBER, 12], [[...BEG, 'date_05'], undefined], [[...LINES, '0'], {}]);
    expect(engine.check(BASE_850, data).issues.map(({ reason, path }) => `${reason} ${path.at(-1)}`)).toEqual([
      'value-type purchase_order_number_03',
      'element-mandatory-missing date_05',
      'segment-mandatory-missing baseline_item_data_PO1',
    ]);
  });

  it('is not judged by rules about what it is', () => {
    expect(claimTold(PROVIDER, 1993999998)).toEqual([
      'value-type: Billing Provider Identifier (NM109) cannot hold a number. Write a string of 2 to 80 characters.',
    ]);
    expect(claimTold(`${PLACE}/billing_provider_postal_zone_or_zip_code_03`, 62701)).toHaveLength(1);
  });
});

describe('a value of a wrong length', () => {
  it('is not said to be no number or code of its kind, too', async () => {
    expect(claimTold(PROVIDER, '1')).toEqual([
      'element-too-short: Billing Provider Identifier (NM109) is too short. Write 2 to 80 characters.',
    ]);
    expect(claimTold(`${PLACE}/billing_provider_state_or_province_code_02`, 'ILLINOIS')).toHaveLength(1);
    const { findings } = await engine.validate(FILE.replace('1993999998', '1'));
    expect(findings.filter(({ at }) => at.element === 9).map(({ reason }) => reason)).toEqual(['element-too-short']);
    const other = await engine.validate(FILE.replace('1993999998', '1993999990'));
    expect(other.findings.map(({ reason }) => reason)).toEqual(['element-format']);
  });
});

describe('what is surplus', () => {
  it('is told once, of elements and of components', () => {
    const surplus = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`element_${index + 15}`, 'x']));
    const data = orderWith(...Object.entries(surplus).map(([key, value]) => [[...BEG, key], value] as const));
    expect(engine.check(BASE_850, data).issues.map(({ reason }) => reason)).toEqual(['element-surplus']);
    expect(told(NUMBER, components(1, 12)).map((text) => text.split(' ')[0])).toEqual(['component-surplus']);
    const place = `${AT.clm}/health_care_service_location_information_05`;
    const right = { place_of_service_code_01: '11', facility_code_qualifier_02: 'B', claim_frequency_code_03: '1' };
    expect(claimTold(place, { ...right, ...components(4, 15) })).toHaveLength(1);
  });

  it('is told of the next element again', () => {
    const data = orderWith([NUMBER, components(1, 3)], [[...BEG, 'release_number_04'], components(1, 3)]);
    expect(engine.check(BASE_850, data).issues.map(({ at }) => at.element)).toEqual([3, 4]);
  });
});

describe('half a surrogate pair', () => {
  it('is told once', () => {
    expect(told(NUMBER, 'A\ud800').map((text) => text.split(' ')[0])).toEqual(['character-unencodable']);
    expect(told(NUMBER, '\u2192\ud800').map((text) => text.split(' ')[0])).toEqual([
      'element-character-set',
      'character-unencodable',
    ]);
  });
});
