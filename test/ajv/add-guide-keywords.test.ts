import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { addGuideKeywords, matchedExpressions } from '../../src/ajv/add-guide-keywords.js';
import { exampleOf } from '../../src/guide/document/example.js';
import { type Matcher, nativeMatcher } from '../../src/guide/plan/matcher.js';
import { loadGuide, loadGuides } from '../../src/guides/catalogue.js';
import type { Guide } from '../../src/model/guide.js';
import { smallGuide } from '../guides/small-guide.js';

function compile(guide: Guide) {
  return addGuideKeywords(new Ajv2020({ strict: true, allowUnionTypes: true })).compile(guide);
}

const validate = compile(smallGuide());

function heading(reference: Record<string, unknown>, name: Record<string, unknown> = {}): unknown {
  return {
    heading: {
      reference_REF: [reference],
      buyer_N1_loop: { buyer_N1: { name_02: 'ACME', ...name } },
    },
  };
}

/** The rules that a document breaks by the x12 keyword. */
function broken(json: unknown): readonly unknown[] {
  if (validate(json)) return [];
  return (validate.errors ?? []).map((error) => (error.keyword === 'x12' ? error.params.rule : error.keyword));
}

describe('addGuideKeywords', () => {
  it('lets a right document pass', () => {
    expect(broken(heading({ reference_identification_02: '1', amount_03: 4.35 }))).toEqual([]);
    expect(broken(heading({ amount_03: '100.00' }))).toEqual([]);
  });

  it('checks syntax notes of segments', () => {
    expect(broken(heading({}))).toEqual(['R0203']);
    expect(broken(heading({ amount_03: 1 }, { identification_code_04: '7' }))).toEqual(['P0304']);
    expect(
      broken(heading({ amount_03: 1 }, { identification_code_qualifier_03: '9', identification_code_04: '7' })),
    ).toEqual([]);
  });

  it('counts the digits of numbers as they are written: sign and point are none', () => {
    expect(broken(heading({ amount_03: -1234.56 }))).toEqual([]);
    expect(broken(heading({ amount_03: 12345.67 }))).toEqual(['element-too-long']);
    expect(broken(heading({ amount_03: '12345.67' }))).toEqual(['element-too-long']);
  });

  it('knows the scale of implied decimals, with 4.35 as with 0.01', () => {
    expect(broken(heading({ amount_03: 0.01 }))).toEqual([]);
    expect(broken(heading({ amount_03: 0.001 }))).toEqual(['value-type']);
  });

  it('leaves what plain JSON Schema says to it', () => {
    expect(broken(heading({ amount_03: true }))).toEqual(['type']);
    expect(
      broken(heading({ amount_03: 1 }, { identification_code_qualifier_03: 'XX', identification_code_04: '7' })),
    ).toEqual(['enum']);
  });

  it('knows the calendar', async () => {
    const ta1 = compile(await loadGuide('TA1'));
    const row = (date: string) => ({
      heading: {
        interchange_acknowledgement_TA1: [
          {
            interchange_control_number_01: '000000001',
            interchange_date_02: date,
            interchange_time_03: '10:00',
            interchange_acknowledgement_code_04: 'A',
            interchange_note_code_05: '000',
          },
        ],
      },
    });
    expect(ta1(row('2024-02-29')), JSON.stringify(ta1.errors)).toBe(true);
    expect(ta1(row('2023-02-29'))).toBe(false);
    expect(ta1.errors?.[0]?.params).toEqual({ rule: 'element-date' });
  });
});

const SMALL = [
  '270-005010X279A1',
  '276-005010X212',
  '834-005010X220A1',
  '835-005010X221A1',
  '856-004010',
  '997-005010',
  '999-005010X231A1',
];

describe('guides in ajv', () => {
  it.each(SMALL)('%s compiles in strict mode and accepts its own example', async (id) => {
    const guide = await loadGuide(id);
    const check = compile(guide);
    expect(check(exampleOf(guide)), JSON.stringify(check.errors)).toBe(true);
  });

  it('every guide uses nothing that ajv does not know', async () => {
    const ajv = addGuideKeywords(new Ajv2020({ strict: true, allowUnionTypes: true }));
    for (const guide of await loadGuides()) expect(ajv.validateSchema(guide), guide.$id).toBe(true);
  });

  it('matches by another matcher where one is given, and so does ajv itself', () => {
    const asked: string[] = [];
    const matcher: Matcher = {
      compile: (pattern) => ({
        test: (text) => asked.push(`${pattern} ${text}`) > 0 && nativeMatcher.compile(pattern).test(text),
      }),
    };
    const options = { strict: true, allowUnionTypes: true, code: { regExp: matchedExpressions(matcher) } };
    const schema = {
      type: 'string',
      pattern: '^A',
      x12: { element: '127', type: 'AN', min: 1, max: 9, pattern: 'B$' },
    };
    const validate = addGuideKeywords(new Ajv2020(options), { matcher }).compile(schema);
    expect([validate('AB'), validate('AC'), validate('XB')]).toEqual([true, false, false]);
    expect(asked).toEqual(expect.arrayContaining(['^A AB', 'B$ AB', 'B$ AC', '^A XB']));
  });
});
