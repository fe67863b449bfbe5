import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDictionary, tagOfKey } from '../../src/guide/generic/generic.js';
import { decodeGenericSegment } from '../../src/guide/generic/generic-decode.js';
import { encodeGenericSegment, encodeGenericTransaction } from '../../src/guide/generic/generic-encode.js';
import { snakeCase } from '../../src/guide/values/snake-case.js';
import type { Dictionary } from '../../src/model/guide.js';
import { SegmentFlag } from '../../src/model/segments.js';
import { SegmentWriter } from '../../src/syntax/segment-writer.js';
import { batchOf, DELIMITERS } from './batch.js';
import { TextSink } from './text-sink.js';

const DICTIONARY: Dictionary = {
  release: '005010',
  elements: {
    '98': { name: 'Entity Identifier Code', type: 'ID', min: 2, max: 3, codes: ['PR', 'IL'], complete: true },
    '93': { name: 'Name', type: 'AN', min: 1, max: 10 },
    '610': { name: "Payer's Amount", type: 'N2', min: 1, max: 6 },
    '373': { type: 'DT', min: 8, max: 8 },
    '1250': { name: 'Format', type: 'ID', min: 2, max: 3, codes: ['D8'] },
    '1251': { name: 'Period', type: 'AN', min: 1, max: 35 },
    '785': { name: 'Binary Data', type: 'B', min: 1, max: 9999 },
  },
  composites: {
    C003: {
      name: 'Medical Procedure',
      elements: [{ ref: '98', req: 'M' }, { ref: '93' }, { ref: '373' }],
      syntax: ['P0203'],
    },
  },
  segments: {
    NM1: {
      name: 'Individual / Organization  Name',
      elements: [
        { ref: '98', req: 'M' },
        { ref: '93', name: "Payer's Last-Name (or other)" },
        { ref: '610' },
        { ref: '93', repeat: 2 },
        { ref: 'C003' },
        { ref: '373' },
      ],
      syntax: ['R0203', 'P7475'],
    },
    DTP: { elements: [{ ref: '93' }, { ref: '1250' }, { ref: '1251' }] },
    BIN: { name: 'Binary', elements: [{ ref: '610' }, { ref: '785' }] },
    ST: {
      name: 'Transaction Set Header',
      elements: [
        { ref: '93', req: 'M' },
        { ref: '93', req: 'M' },
      ],
    },
    SE: {
      name: 'Transaction Set Trailer',
      elements: [
        { ref: '610', req: 'M' },
        { ref: '93', req: 'M' },
      ],
    },
  },
};
const plan = compileDictionary(DICTIONARY);

type By = typeof plan | 'none';
const decode = (text: string, by: By = plan) =>
  decodeGenericSegment(by === 'none' ? undefined : by, batchOf(`${text}~`), 0);
function encode(key: string, value: unknown, by: By = plan) {
  const sink = new TextSink();
  const said: string[] = [];
  encodeGenericSegment(by === 'none' ? undefined : by, key, value, {
    sink,
    report: (reason, { element, component, repetition, trail }) =>
      said.push(`${reason} ${element}-${component}-${repetition} ${trail.join('/')}`),
  });
  return { text: sink.text, said };
}

describe('keys of the generic form', () => {
  it('that name one position twice are told, and their values never run together', () => {
    expect(encode('name_NM1', { a_02: 'X', b_02: 'Y', c_05: { d_01: 'PR', e_01: 'IL' } })).toEqual({
      text: 'NM1**Y***IL~',
      said: [
        'property-repeated 0-0-0 b_02',
        'property-repeated 0-0-0 c_05/e_01',
        'element-mandatory-missing 1-0-0 entity_identifier_code_01',
      ],
    });
    expect(encode('segment_ZZZ', { a_01: '', b_01: 'B' }, 'none')).toEqual({ text: 'ZZZ*B~', said: [] });
  });

  it.each(['a_0x4', 'a_05e0', 'a_1', 'a_004', 'a_-4', 'a_2000'])('%s names no position', (key) => {
    expect(encode('segment_ZZZ', { a_01: 'A', [key]: 'B' }, 'none')).toEqual({
      text: 'ZZZ*A~',
      said: [`property-unknown 0-0-0 ${key}`],
    });
  });
});

describe('names of the generic form', () => {
  it.each([
    ["Payer's Last-Name (or other)", 'payers_last_name_or_other'],
    ['Individual / Organization  Name', 'individual_organization_name'],
    ['  A  ', 'a'],
    ['Patient’s ID #', 'patients_id'],
    ['***', ''],
    ['X12 270', 'x12_270'],
  ])('%j becomes %j', (name, key) => expect(snakeCase(name)).toBe(key));

  it('knows the tag of any key it makes', () => {
    expect(plan.segmentKey('NM1')).toBe('individual_organization_name_NM1');
    expect(plan.segmentKey('DTP')).toBe('segment_DTP');
    expect(plan.segmentKey('constructor')).toBe('segment_constructor');
    const tag = fc.oneof(
      fc.constantFrom('NM1', 'DTP', 'BIN', 'ST'),
      fc.string({ minLength: 1 }),
      fc.stringMatching(/^[A-Z_]{1,4}$/),
    );
    fc.assert(
      fc.property(tag, fc.constantFrom(plan, undefined), (each, by) => {
        const key = by?.segmentKey(each) ?? `segment_${each}`;
        expect(tagOfKey(by, key)).toBe(each);
      }),
    );
  });

  it('takes a tag behind any name', () => {
    expect(tagOfKey(plan, 'older_name_NM1')).toBe('NM1');
    expect(tagOfKey(plan, 'NM1')).toBeUndefined();
    expect(tagOfKey(plan, '_')).toBeUndefined();
  });
});

describe('decoding by the dictionary', () => {
  it('gives strings under dictionary names', () => {
    expect(decode('NM1*PR*ACME*1050')).toEqual({
      key: 'individual_organization_name_NM1',
      value: { entity_identifier_code_01: 'PR', payers_last_name_or_other_02: 'ACME', payers_amount_03: '1050' },
    });
  });

  it('splits only where separators stand', () => {
    expect(decode('NM1****A^^B^*PR:X*20240101*a:b^c').value).toEqual({
      name_04: ['A', '', 'B'],
      medical_procedure_05: { entity_identifier_code_01: 'PR', name_02: 'X' },
      element_06: '20240101',
      element_07: [{ component_01: 'a', component_02: 'b' }, 'c'],
    });
    expect(decode('NM1****^*:*PR').value).toEqual({ element_06: 'PR' });
  });

  it('names by position what no dictionary knows', () => {
    expect(decode('ZZZ*A**C')).toEqual({ key: 'segment_ZZZ', value: { element_01: 'A', element_03: 'C' } });
    expect(decode('NM1*PR', 'none')).toEqual({ key: 'segment_NM1', value: { element_01: 'PR' } });
  });

  it('gives octets as base 64', () => {
    const batch = {
      ...batchOf('BIN*3*AB*~'),
      flags: Uint8Array.of(SegmentFlag.binary),
      elementCount: () => 2,
      element: (_: number, k: number) => ['BIN', '3', 'AB\u00ff'][k] ?? '',
    };
    const { key, value } = decodeGenericSegment(plan, batch, 0);
    expect(value).toEqual({ payers_amount_01: '3', binary_data_02: { base64: 'QUL/' } });
    expect(encode(key, value).text).toBe('BIN*3*AB\u00ff~');
  });
});

describe('encoding the generic form', () => {
  it('gives back any segment, without trailing separators', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9 .-]{0,6}$/);
    const repetition = fc
      .array(value, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(':').replace(/:+$/, ''));
    const element = fc
      .array(repetition, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('^').replace(/\^+$/, ''));
    const tag = fc.oneof(fc.constantFrom('NM1', 'DTP', 'ST'), fc.stringMatching(/^[A-Z][A-Z0-9]{1,2}$/));
    const segment = fc
      .tuple(tag, fc.array(element, { maxLength: 14 }))
      .map(([name, elements]) => [name, ...elements].join('*').replace(/\*+$/, ''));
    fc.assert(
      fc.property(segment, fc.constantFrom<By[]>(plan, 'none'), (text, by) => {
        const { key, value: decoded } = decode(text, by);
        const travelled = JSON.parse(JSON.stringify(decoded));
        expect(encode(key, travelled, by).text).toBe(`${text}~`);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['NM1*PR*ACME', []],
    ['NM1*XX*ACME', ['element-code 1-0-0 entity_identifier_code_01']],
    [
      'NM1**A NAME TOO LONG',
      [
        'element-too-long 2-0-0 payers_last_name_or_other_02',
        'element-mandatory-missing 1-0-0 entity_identifier_code_01',
      ],
    ],
    ['NM1*PR', ['element-conditional-missing 2-0-0 payers_last_name_or_other_02']],
    ['NM1*PR**1.5', ['element-not-numeric 3-0-0 payers_amount_03']],
    ['NM1*PR*A**^B', ['element-repetition-empty 4-0-1 name_04']],
    ['NM1*PR*A**B^C^D', ['element-repetitions 4-0-3 name_04']],
    ['NM1*PR*A***PR:X', ['element-conditional-missing 5-3-0 medical_procedure_05/component_03']],
    ['NM1*PR*A***:X:20240101', ['element-mandatory-missing 5-1-0 medical_procedure_05/entity_identifier_code_01']],
    [
      'NM1*PR*A***PR:X:20240231:Y',
      [
        'element-date 5-3-0 medical_procedure_05/component_03',
        'component-surplus 5-4-0 medical_procedure_05/component_04',
      ],
    ],
    ['NM1*PR*A***PR', []],
    ['NM1*PR*A****20230229', ['element-date 6-0-0 element_06']],
    ['NM1*PR*A:B', ['component-surplus 2-2-0 payers_last_name_or_other_02/component_02']],
    ['NM1*PR*A*****B*C', ['element-surplus 7-0-0 element_07']],
    ['DTP*X*D8*20230229', ['element-date 3-0-0 period_03']],
    ['DTP*X*ZZ*20230229', []],
    ['ZZZ*1', ['segment-unknown 0-0-0 ']],
  ])('checks %s', (text, expected) => {
    const { key, value } = decode(text);
    expect(encode(key, value).said).toEqual(expected);
    expect(encode(key, value, 'none').said).toEqual([]);
  });

  it.each([
    ['nothing', {}, ['property-unknown 0-0-0 ']],
    ['name_NM1', 'x', ['value-type 0-0-0 ']],
    ['segment_ZZ1', { element_01: 5 }, ['value-type 1-0-0 element_01']],
    [
      'segment_ZZ1',
      { a: 'x', element_1: 'x', element_00: 'x', element_01: { x: 'y' } },
      [
        'property-unknown 0-0-0 a',
        'property-unknown 0-0-0 element_1',
        'property-unknown 0-0-0 element_00',
        'property-unknown 0-0-0 element_01/x',
      ],
    ],
    [
      'segment_ZZ1',
      { element_02: ['a', null, ['b']] },
      ['value-type 2-0-2 element_02/1', 'value-type 2-0-3 element_02/2'],
    ],
    ['segment_ZZ1', { element_02: new Array(1e9) }, ['value-type 2-0-1 element_02/0']],
    ['segment_ZZ1', { element_01: { base64: '?' } }, ['value-type 1-0-0 element_01']],
    ['segment_ZZ1', { element_01: 'a*b' }, ['delimiter-in-data 1-0-0 element_01']],
  ])('reports case %#', (key, value, expected) => expect(encode(key, value, 'none').said).toEqual(expected));
});

describe('a whole set of the generic form', () => {
  function encodeSet(data: unknown) {
    const sink = new TextSink(DELIMITERS);
    const { findings, segments } = encodeGenericTransaction(plan, data, sink, {
      controlNumber: '0007',
      at: { interchange: 1 },
    });
    return {
      text: sink.text,
      segments,
      told: findings.map(({ reason, at }) => `${reason} ${at.segmentId ?? ''} ${at.segment ?? ''} ${at.pointer}`),
    };
  }

  it('counts, and takes the control number of the caller', () => {
    const set = [
      { transaction_set_header_ST: { name_01: '270', name_02: '0001' } },
      { segment_ZZ1: { element_01: 'x' } },
      { transaction_set_trailer_SE: {} },
    ];
    expect(encodeSet({ segments: set })).toEqual({
      text: 'ST*270*0007~ZZ1*x~SE*3*0007~',
      segments: 3,
      told: ['segment-unknown ZZ1 2 /segments/1/segment_ZZ1'],
    });
  });

  it.each([
    [undefined, ['value-type   ']],
    [{ segments: 5, more: 1 }, ['property-unknown   /more', 'value-type   /segments']],
    [
      { segments: [null, { bad: {} }] },
      ['segment-mandatory-missing ST 1 /segments/0', 'value-type   /segments/0', 'property-unknown   /segments/1/bad'],
    ],
    [{ segments: [{ segment_DTP: { element_01: 'x' } }] }, ['segment-mandatory-missing ST 1 /segments/0']],
  ])('reports wrong data, case %#', (data, expected) => expect(encodeSet(data).told).toEqual(expected));
});

describe('a damaged tag', () => {
  const write = (key: string): { text: string; reasons: string[] } => {
    const sink = new SegmentWriter({ delimiters: { element: '*', component: ':', repetition: '^', segment: '~' } });
    const reasons: string[] = [];
    encodeGenericSegment(undefined, key, { element_01: 'X' }, { sink, report: (reason) => reasons.push(reason) });
    return { text: new TextDecoder().decode(sink.take()), reasons };
  };

  it('is written in the encoding of the interchange', () => {
    expect(write('segment_\u00d1M1')).toEqual({ text: '\u00d1M1*X~', reasons: [] });
  });

  it('does not smuggle a delimiter into the interchange', () => {
    const { text, reasons } = write('segment_A~GE*1');
    expect(reasons).toEqual(['delimiter-in-data']);
    expect(text).toBe('*X~');
  });
});
