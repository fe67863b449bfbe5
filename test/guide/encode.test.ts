import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { type EncodeOptions, encodeTransaction } from '../../src/guide/write/encode.js';
import type { Guide } from '../../src/model/guide.js';
import { ENCODE_GUIDE } from './encode-guide.js';
import { NOTED_GUIDE, SMALL_GUIDE } from './small-guide.js';
import { TextSink } from './text-sink.js';

const AT = { interchange: 1, group: 1, transaction: 1 };

function encodeWith(guide: Guide, data: unknown, options: Partial<EncodeOptions> = {}) {
  const sink = new TextSink();
  const { findings, segments } = encodeTransaction(compileGuide(guide), data, sink, {
    controlNumber: '0001',
    at: AT,
    ...options,
  });
  const lines = sink.text.split('~').slice(0, -1);
  const told = findings.map(({ reason, code, at }) =>
    [reason, code, at.loopId, at.segmentId, at.segment, at.element, at.component, at.repetition, at.pointer]
      .filter((part) => part !== undefined)
      .join(' '),
  );
  return { lines, findings, told, segments };
}

// The segment of single codes, which an empty object stands for, is there.
const encodeFull = (data: { heading?: object; [section: string]: unknown }) =>
  encodeWith(ENCODE_GUIDE, { ...data, heading: { fixed_BIZ: {}, ...data.heading } });
const small = (data: unknown, options?: Partial<EncodeOptions>) => encodeWith(SMALL_GUIDE, data, options);
const BHT = { purpose_01: '00', date_02: '2026-04-01' };
const NM1 = { entity_01: 'PR', name_02: 'ACME' };
const DETAIL = { source_HL_loop: [{ name_NM1: NM1, subscriber_HL_loop: [{}] }] };
const heading = (more: object) => ({ heading: { beginning_BHT: { ...BHT, ...more } }, detail: DETAIL });
const subscriber = (more: object) => ({
  heading: { beginning_BHT: BHT },
  detail: { source_HL_loop: [{ name_NM1: NM1, subscriber_HL_loop: [more] }] },
});

/** Segment `index` of the set and what was said of it. */
function bht(more: object): [string | undefined, string[]] {
  const { lines, told } = small(heading(more));
  return [lines[1], told];
}

describe('encoding a transaction set', () => {
  it('writes ST, SE, HL and control numbers though the data has none', () => {
    const { lines, told, segments } = small({
      heading: { beginning_BHT: { ...BHT, time_03: '09:30', amount_04: 12.5, cents_05: 10.5, number_06: 7 } },
      detail: {
        source_HL_loop: [
          {
            name_NM1: NM1,
            subscriber_HL_loop: [
              {
                member_REF: [{ qualifier_01: '1L', identifier_02: 'M1' }],
                inquiry_EQ_loop: [{ inquiry_EQ: { types_01: ['30', 'UC'] } }],
              },
              {
                inquiry_EQ_loop: [
                  {
                    inquiry_EQ: { procedure_02: { qualifier_01: 'HC', code_02: '99213' } },
                    message_MSG: { text_01: 'hi' },
                  },
                ],
              },
            ],
          },
          { name_NM1: NM1, subscriber_HL_loop: [{}] },
        ],
      },
    });
    expect(told).toEqual([]);
    expect(lines).toEqual([
      'ST*999*0001',
      'BHT*00*20260401*0930*12.5*1050*7',
      'HL*1**20*1',
      'NM1*PR*ACME',
      'HL*2*1*22*0',
      'REF*1L*M1',
      'EQ*30^UC',
      'HL*3*1*22*0',
      'EQ**HC:99213',
      'MSG*hi',
      'HL*4**20*1',
      'NM1*PR*ACME',
      'HL*5*4*22*0',
      'SE*14*0001',
    ]);
    expect(segments).toBe(14);
  });

  it('writes guide order whatever the order of keys', () => {
    const { lines, told } = small({
      detail: {
        source_HL_loop: [
          {
            subscriber_HL_loop: [{ policy_REF: { qualifier_01: '6P', identifier_02: 'P' }, member_REF: [] }],
            name_NM1: { name_02: 'ACME', entity_01: 'PR' },
          },
        ],
      },
      heading: { beginning_BHT: { date_02: '2026-04-01', purpose_01: '00' } },
    });
    expect(told).toEqual([]);
    expect(lines).toEqual([
      'ST*999*0001',
      'BHT*00*20260401',
      'HL*1**20*1',
      'NM1*PR*ACME',
      'HL*2*1*22*0',
      'REF*6P*P',
      'SE*7*0001',
    ]);
  });

  it('writes the same elements and says the same once, whatever the order of their keys', () => {
    const parts: [string, unknown][] = [
      ['purpose_01', 'toolong'],
      ['date_02', '2026-13-01'],
      ['amount_04', 12.5],
      ['nowhere', 'x'],
      ['element_17', 'y'],
    ];
    const { lines: line, told } = small({ heading: { beginning_BHT: Object.fromEntries(parts) }, detail: DETAIL });
    expect(told.length).toBeGreaterThan(3);
    for (let turn = 1; turn < parts.length; turn++) {
      const turned = [...parts.slice(turn), ...parts.slice(0, turn)];
      const other = small({ heading: { beginning_BHT: Object.fromEntries(turned) }, detail: DETAIL });
      expect(other.lines).toEqual(line);
      expect([...other.told].sort()).toEqual([...told].sort());
    }
  });

  it('keeps siblings of one position in the order of the object', () => {
    const policy = { qualifier_01: '6P', identifier_02: 'P' };
    const member = [
      { qualifier_01: '1L', identifier_02: 'A' },
      { qualifier_01: '0F', identifier_02: 'B' },
    ];
    const refs = (data: object) => small(subscriber(data)).lines.filter((line) => line.startsWith('REF'));
    expect(refs({ policy_REF: policy, member_REF: member })).toEqual(['REF*6P*P', 'REF*1L*A', 'REF*0F*B']);
    expect(refs({ member_REF: member, policy_REF: policy })).toEqual(['REF*1L*A', 'REF*0F*B', 'REF*6P*P']);
  });

  it('takes the control number of the caller, not that of the data', () => {
    const { lines } = small(
      { ...heading({}), heading: { header_ST: { set_01: '999', control_number_02: 7 }, beginning_BHT: BHT } },
      { controlNumber: '0042' },
    );
    expect([lines[0], lines.at(-1)]).toEqual(['ST*999*0042', 'SE*6*0042']);
  });

  it('puts unplaced segments back where they stood and counts them', () => {
    const unplaced = [
      { segment: 'ZZZ*9', after: 99 },
      { segment: 'ZZZ*1', after: 1 },
      { segment: 'ZZZ*2', after: 2 },
      { segment: 'YYY*x', after: 5 },
    ];
    const { lines } = small(heading({}), { unplaced });
    expect(lines).toEqual([
      'ST*999*0001',
      'ZZZ*1',
      'ZZZ*2',
      'BHT*00*20260401',
      'HL*1**20*1',
      'YYY*x',
      'NM1*PR*ACME',
      'HL*2*1*22*0',
      'ZZZ*9',
      'SE*10*0001',
    ]);
  });
});

describe('HL when encoding', () => {
  it('obeys an HL object that has an HL01', () => {
    const { lines, told } = small({
      heading: { beginning_BHT: BHT },
      detail: {
        source_HL_loop: [
          {
            source_HL: { id_01: '7', level_03: '20', child_04: '1' },
            name_NM1: NM1,
            subscriber_HL_loop: [{}, { subscriber_HL: { child_04: '1' } }],
          },
        ],
      },
    });
    expect(lines.filter((line) => line.startsWith('HL'))).toEqual(['HL*7**20*1', 'HL*2*7*22*0', 'HL*3*7*22*1']);
    // As reading says of the same lines.
    expect(told).toEqual([
      'hl-id I12 2000A HL 3 1 /detail/source_HL_loop/0/source_HL/id_01',
      'hl-child-code 7 2000B HL 6 4 /detail/source_HL_loop/0/subscriber_HL_loop/1/subscriber_HL/child_04',
    ]);
  });

  it('says of ids what reading says of them', () => {
    const levels = (...ids: readonly object[]) => ({
      heading: { beginning_BHT: BHT },
      detail: {
        source_HL_loop: [
          {
            source_HL: {},
            name_NM1: NM1,
            subscriber_HL_loop: ids.map((id) => ({ subscriber_HL: { level_03: '22', child_04: '0', ...id } })),
          },
        ],
      },
    });
    const told = (...ids: readonly object[]) => small(levels(...ids)).told.map((one) => one.split(' ')[0]);
    expect(told({ id_01: '2', parent_02: '1' }, { id_01: '3', parent_02: '1' })).toEqual([]);
    expect(told({ id_01: 'ABC', parent_02: '1' })).toEqual(['hl-id']);
    expect(told({ id_01: '1', parent_02: '1' })).toEqual(['hl-id-duplicate']);
    expect(told({ id_01: '2', parent_02: '9' })).toEqual(['hl-parent']);
    // Nesting gives the other two.
    expect(told({ id_01: '3', parent_02: '1' }, {}, {})).toEqual(['hl-id', 'hl-id-duplicate']);
  });

  it.each([null, true, new Date(0), {}])('puts nothing in place of an HL01 that is no value', (id_01) => {
    const { told } = small({
      heading: { beginning_BHT: BHT },
      detail: { source_HL_loop: [{ source_HL: { id_01 }, name_NM1: NM1, subscriber_HL_loop: [{}] }] },
    });
    expect(told).toContainEqual(expect.stringMatching(/^value-type .*id_01$/));
  });

  it('writes such an HL as it stands, and says what it lacks', () => {
    const { lines, told } = small({
      heading: { beginning_BHT: BHT },
      detail: {
        source_HL_loop: [{ source_HL: { id_01: '1', level_03: '20' }, name_NM1: NM1, subscriber_HL_loop: [{}] }],
      },
    });
    expect(lines[2]).toBe('HL*1**20');
    expect(told).toEqual(['element-required-missing 1 2000A HL 3 4 /detail/source_HL_loop/0/source_HL/child_04']);
  });

  it('writes no HL where the data says that there is none, and says that it is missing', () => {
    const { lines, told } = small({
      heading: { beginning_BHT: BHT },
      detail: { source_HL_loop: [{ source_HL: [], name_NM1: NM1, subscriber_HL_loop: [{}] }] },
    });
    expect(lines.filter((line) => line.startsWith('HL'))).toEqual(['HL*1**22*0']);
    expect(told).toEqual(['segment-mandatory-missing 3 2000A HL 3 /detail/source_HL_loop/0/source_HL']);
  });

  it('nests one recursive loop by its own keys', () => {
    const level = (code: string, ...children: object[]) => ({
      hierarchical_level_HL: { level_03: code },
      hierarchical_level_HL_loop: children,
    });
    const { lines, told } = encodeFull({
      detail: { hierarchical_level_HL_loop: [level('S', level('O', level('I'), level('I')), level('O'))] },
    });
    expect(lines.filter((line) => line.startsWith('HL'))).toEqual([
      'HL*1**S',
      'HL*2*1*O',
      'HL*3*2*I',
      'HL*4*2*I',
      'HL*5*1*O',
    ]);
    expect(told).toEqual([]);
  });

  it('asks for HL03 where no level code gives it', () => {
    const { told } = encodeFull({ detail: { hierarchical_level_HL_loop: [{}] } });
    expect(told).toEqual([
      'element-mandatory-missing 1 HL HL 3 3 /detail/hierarchical_level_HL_loop/0/hierarchical_level_HL/level_03',
    ]);
  });
});

describe('what encoding fills in', () => {
  const hl = (more: object) => ({
    detail: { hierarchical_level_HL_loop: [{ hierarchical_level_HL: { level_03: 'S' }, ...more }] },
  });

  it('writes ST03, segments and composites of single codes', () => {
    const { lines, told } = encodeFull(hl({}));
    expect(lines).toEqual(['ST*856*0001*005010X999', 'BIZ*K*V1', 'HL*1**S', 'SE*4*0001']);
    expect(told).toEqual([]);
  });

  it('adds no segment that is absent, even of single codes', () => {
    const { lines, told } = encodeWith(ENCODE_GUIDE, hl({}));
    expect(lines).toEqual(['ST*856*0001*005010X999', 'HL*1**S', 'SE*3*0001']);
    expect(told).toEqual(['segment-under-minimum I8 BIZ 2 /heading/fixed_BIZ']);
  });

  it('completes segments and composites that are there in part', () => {
    const { lines } = encodeFull({
      heading: { fixed_BIZ: { free_03: 'x', version_02: { second_02: 'y' } } },
      ...hl({}),
    });
    expect(lines[1]).toBe('BIZ*K*V1:y*x');
  });

  it('does not add ST03 to an ST that came without', () => {
    expect(encodeFull({ heading: { header_ST: { set_01: '856' } }, ...hl({}) }).lines[0]).toBe('ST*856*0001');
  });

  it('brackets loops by LS and LE', () => {
    const { lines, told } = encodeFull(
      hl({ party_NM1_loop: [{ party_NM1: { who_01: 'PR' } }, { party_NM1: { who_01: 'P5' } }] }),
    );
    expect(lines.slice(3)).toEqual(['LS*X', 'NM1*PR', 'NM1*P5', 'LE*X', 'SE*8*0001']);
    expect(told).toEqual([]);
  });

  it('closes an LS of the data with its own identifier, loops or not', () => {
    const { lines } = encodeFull(hl({ header_LS: { id_01: 'Y' } }));
    expect(lines.slice(3)).toEqual(['LS*Y', 'LE*Y', 'SE*6*0001']);
  });

  it('adds no LS or LE in whose place an empty list stands', () => {
    const loops = { party_NM1_loop: [{ party_NM1: { who_01: 'PR' } }] };
    const without = (more: object) => {
      const { lines, told } = encodeFull(hl({ ...loops, ...more }));
      return [lines.slice(3, -1).join(' '), ...told.map((text) => text.replace(/ \/.*\//, ' '))];
    };
    expect(without({ header_LS: [] })).toEqual(['NM1*PR LE*X', 'loop-header-missing 3 HL LS 4 header_LS']);
    expect(without({ trailer_LE: [] })).toEqual(['LS*X NM1*PR', 'loop-trailer-missing 3 HL LE 6 trailer_LE']);
    expect(without({ header_LS: [], trailer_LE: [] })[0]).toBe('NM1*PR');
  });

  it('takes LS and LE of the data as they stand', () => {
    const { lines } = encodeFull(hl({ header_LS: { id_01: 'X' }, trailer_LE: { id_01: 'X' } }));
    expect(lines.slice(3)).toEqual(['LS*X', 'LE*X', 'SE*6*0001']);
  });
});

describe('values when encoding', () => {
  it.each([
    [{ amount_04: 0.1 }, '**0.1'],
    [{ amount_04: 4.35 }, '**4.35'],
    [{ amount_04: -0 }, '**0'],
    [{ amount_04: '100.00' }, '**100.00'],
    [{ amount_04: -1.5 }, '**-1.5'],
    [{ cents_05: 0.1 }, '***10'],
    [{ cents_05: 4.35 }, '***435'],
    [{ cents_05: '1234567890123.45' }, '***123456789012345'],
    [{ number_06: '007' }, '****007'],
    [{ time_03: '09:30:15' }, '*093015'],
    [{ time_03: '0930' }, '*0930'],
    [{ date_02: '20260401' }, ''],
  ])('writes %j', (more, tail) => {
    const [line, told] = bht(more);
    expect(line).toBe(`BHT*00*20260401${tail}`);
    expect(told.filter((text) => !text.startsWith('element-number-format'))).toEqual([]);
  });

  it.each([
    [{ amount_04: 1e21 }, 'element-too-long 5', 4, `1${'0'.repeat(21)}`],
    [{ amount_04: '1e5' }, 'element-not-numeric 6', 4, '1e5'],
    [{ cents_05: 1.005 }, 'value-type 6', 5, undefined],
    [{ number_06: Number.NaN }, 'value-type 6', 6, undefined],
    [{ number_06: true }, 'value-type 6', 6, undefined],
    [{ number_06: null }, 'value-type 6', 6, undefined],
    [{ amount_04: Number.POSITIVE_INFINITY }, 'value-type 6', 4, undefined],
    [{ number_06: 1234567 }, 'element-too-long 5', 6, '1234567'],
    [{ date_02: '2026-02-30' }, 'element-date 8', 2, '20260230'],
    [{ date_02: 20260401 }, 'value-type 6', 2, undefined],
    [{ time_03: '24:00' }, 'element-time 9', 3, '2400'],
    [{ purpose_01: 'XX' }, 'element-code 7', 1, 'XX'],
    // What is left out without a word would be lost.
    [{ time_03: [] }, 'value-type 6', 3, undefined],
    [{ time_03: {} }, 'value-type 6', 3, undefined],
    [{ time_03: new Date(0) }, 'value-type 6', 3, undefined],
    [{ time_03: new Map([['time', '0930']]) }, 'value-type 6', 3, undefined],
    [{ time_03: new Uint8Array(0) }, 'value-type 6', 3, undefined],
    [{ amount_04: { component_01: '5', component_02: 'x' } }, 'component-surplus 13', 4, '5:x'],
    [{ element_07: 'x' }, 'element-not-used I10', 7, 'x'],
    [{ element_08: 'y' }, 'element-surplus 3', 8, 'y'],
  ])('reports %j', (more, said, element, text) => {
    const { lines, told } = small(heading(more));
    const place = new RegExp(`^${said} BHT 2 ${element} `);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(place);
    expect(told[0]).toContain(` /heading/beginning_BHT/${Object.keys(more)[0]}`);
    expect(lines[1]?.split('*')[element]).toBe(
      (text ?? (lines[1]?.split('*').length ?? 0) > element) ? (text ?? '') : undefined,
    );
  });

  it('names the data element, the loop and the pointer of a finding, under the pointer of the set', () => {
    const { findings } = small(
      subscriber({ member_REF: [{ qualifier_01: '1L', identifier_02: 'too long a value' }] }),
      { at: { ...AT, pointer: '/data' } },
    );
    expect(findings.map(({ at }) => at)).toEqual([
      {
        ...AT,
        segment: 6,
        segmentId: 'REF',
        loopId: '2000B',
        element: 2,
        dataElement: '127',
        pointer: '/data/detail/source_HL_loop/0/subscriber_HL_loop/0/member_REF/0/identifier_02',
      },
    ]);
  });

  it('counts repetitions and names the one at fault', () => {
    const eq = (types_01: unknown) => small(subscriber({ inquiry_EQ_loop: [{ inquiry_EQ: { types_01 } }] }));
    const pointer = '/detail/source_HL_loop/0/subscriber_HL_loop/0/inquiry_EQ_loop/0/inquiry_EQ/types_01';
    expect(eq(['30', '1', 'UC', '30']).told).toEqual([`element-repetitions 12 2110 EQ 6 1 4 ${pointer}/3`]);
    expect(eq(['30', 'QQ']).told).toEqual([`element-code 7 2110 EQ 6 1 2 ${pointer}/1`]);
    expect(eq(['30', ['1']]).told).toEqual([`value-type 6 2110 EQ 6 1 2 ${pointer}/1`]);
    expect(eq(['30', '', 'UC']).lines[5]).toBe('EQ*30^^UC');
    expect(eq(['30', '', 'UC']).told).toEqual([`element-repetition-empty 1 2110 EQ 6 1 2 ${pointer}/1`]);
    expect(eq(['30', '']).lines[5]).toBe('EQ*30');
    expect(eq(['30', '']).told).toEqual([]);
    expect(eq('30').told).toEqual([]);
  });

  it('checks composites: missing, surplus and not-used components, notes, formats', () => {
    const lin = (period_02: unknown) => {
      const { lines, told } = encodeFull({
        detail: { hierarchical_level_HL_loop: [{ hierarchical_level_HL: { level_03: 'S' }, item_LIN: { period_02 } }] },
      });
      return [lines[3], ...told.map((text) => text.replace(/\/.*\/item_LIN/, ''))];
    };
    expect(lin({ kind_01: 'D8', value_02: '20240229' })).toEqual(['LIN**D8:20240229']);
    expect(lin({ kind_01: 'D8', value_02: '20230229' })).toEqual([
      'LIN**D8:20230229',
      'element-date 8 HL LIN 4 2 2 /period_02/value_02',
    ]);
    expect(lin({ kind_01: 'TM', value_02: '2460' })).toEqual([
      'LIN**TM:2460',
      'element-time 9 HL LIN 4 2 2 /period_02/value_02',
    ]);
    expect(lin({ value_02: 'x' })).toEqual([
      'LIN**:x',
      'element-conditional-missing 2 HL LIN 4 2 1 /period_02/kind_01',
    ]);
    expect(lin({ component_03: 'n', component_05: 's', kind_01: 'UN', value_02: 'v' })).toEqual([
      'LIN**UN:v:n::s',
      'element-not-used I10 HL LIN 4 2 3 /period_02/component_03',
      'component-surplus 13 HL LIN 4 2 5 /period_02/component_05',
    ]);
    expect(lin({ kind_01: 'UN', value_02: 'v', extra: 'x' })).toEqual([
      'LIN**UN:v',
      'property-unknown HL LIN /period_02/extra',
    ]);
    expect(lin('UN')).toEqual(['LIN', 'value-type 6 HL LIN 4 2 /period_02']);
    expect(lin({})).toEqual(['LIN', 'value-type 6 HL LIN 4 2 /period_02']);
    expect(lin(new Date(0))).toEqual(['LIN', 'value-type 6 HL LIN 4 2 /period_02']);
  });

  it('asks for the least number of repetitions', () => {
    const { told } = encodeFull({
      detail: {
        hierarchical_level_HL_loop: [
          { hierarchical_level_HL: { level_03: 'S' }, item_LIN: { dates_01: ['2024-01-01'] } },
        ],
      },
    });
    expect(told).toEqual([
      'element-repetitions-few I11 HL LIN 4 1 /detail/hierarchical_level_HL_loop/0/item_LIN/dates_01',
    ]);
  });

  it('tells of a place that two keys name, and never takes one value for the other in silence', () => {
    const repeated = (data: Record<string, unknown>) =>
      encodeFull(data).told.filter((one) => one.startsWith('property-repeated'));
    const told = repeated({
      heading: {
        note_NTE: [{ text_01: 'a' }, { text_01: 'b' }],
        remark_NTE: [{ text_01: 'c' }],
        name_PER: { old_name_01: 'OLD', name_01: 'NEW' },
      },
    });
    expect(told).toEqual([
      expect.stringMatching(/^property-repeated .*\/heading\/remark_NTE$/),
      expect.stringMatching(/^property-repeated .*\/heading\/name_PER\/name_01$/),
    ]);
    expect(repeated({ heading: { name_PER: { old_name_01: '', name_01: 'NEW' } } })).toEqual([]);
  });

  it('reads older keys, and points at the key that was used', () => {
    const data = {
      heading: { remark_NTE: [{ text_01: 'a' }], name_PER: { old_name_01: 'far too long a name', code_02: 'A' } },
      detail: { hierarchical_level_HL_loop: [{ hierarchical_level_HL: { level_03: 'S' } }] },
    };
    const { lines, told } = encodeFull(data);
    expect(lines.slice(2, 4)).toEqual(['NTE*a', 'PER*far too long a name*A']);
    expect(told).toEqual([
      'element-too-long 5 PER 4 1 /heading/name_PER/old_name_01',
      'element-conditional-missing 2 PER 4 3 /heading/name_PER/number_03',
    ]);
  });

  it('writes octets of base 64, and refuses what is none', () => {
    const bin = (data_02: unknown) =>
      encodeFull({
        detail: {
          hierarchical_level_HL_loop: [{ hierarchical_level_HL: { level_03: 'S' } }],
          binary_BIN: { length_01: 3, data_02 },
        },
      });
    expect(bin({ base64: 'QUJD' }).lines[3]).toBe('BIN*3*ABC');
    expect(bin({ base64: '?' }).told).toEqual(['value-type 6 BIN 4 2 /detail/binary_BIN/data_02']);
    expect(bin('QUJD').told).toEqual(['value-type 6 BIN 4 2 /detail/binary_BIN/data_02']);
  });

  it('reports delimiters in values with their place and goes on', () => {
    const { told, lines } = small(subscriber({ member_REF: [{ qualifier_01: '1L', identifier_02: 'a*b' }] }));
    expect(told).toEqual([
      'delimiter-in-data 6 2000B REF 6 2 /detail/source_HL_loop/0/subscriber_HL_loop/0/member_REF/0/identifier_02',
    ]);
    expect(lines.at(-1)).toBe('SE*7*0001');
  });

  it('never puts a value into a finding', () => {
    const canary = 'CANARY-4711';
    const { findings } = small({
      ...heading({ purpose_01: canary, date_02: canary, amount_04: canary, [canary]: 1 }),
      x: canary,
    });
    expect(findings.length).toBeGreaterThan(3);
    expect(
      JSON.stringify(findings.map(({ at, ...rest }) => ({ ...rest, at: { ...at, pointer: undefined } }))),
    ).not.toContain(canary);
  });
});

describe('what is missing or too much when encoding', () => {
  it('reports mandatory and required ones by their own codes, where they should stand', () => {
    const { told, lines } = small({});
    expect(told).toEqual([
      'segment-mandatory-missing 3 BHT 2 /heading/beginning_BHT',
      'loop-under-minimum I7 2000A HL 2 /detail/source_HL_loop',
    ]);
    expect(lines).toEqual(['ST*999*0001', 'SE*2*0001']);
  });

  it('reports a required segment of a loop that is there', () => {
    expect(
      small({ heading: { beginning_BHT: BHT }, detail: { source_HL_loop: [{ subscriber_HL_loop: [{}] }] } }).told,
    ).toEqual(['segment-under-minimum I8 2000A NM1 4 /detail/source_HL_loop/0/name_NM1']);
  });

  it('reports a loop without its first segment', () => {
    const { told } = small(subscriber({ inquiry_EQ_loop: [{ message_MSG: { text_01: 'x' } }] }));
    expect(told).toEqual([
      'segment-mandatory-missing 3 2110 EQ 6 /detail/source_HL_loop/0/subscriber_HL_loop/0/inquiry_EQ_loop/0/inquiry_EQ',
    ]);
  });

  it('reports missing elements of a bare segment', () => {
    expect(small({ ...heading({}), heading: { beginning_BHT: {} } }).told).toEqual([
      'element-mandatory-missing 1 BHT 2 1 /heading/beginning_BHT/purpose_01',
      'element-required-missing 1 BHT 2 2 /heading/beginning_BHT/date_02',
    ]);
  });

  it('reports the first occurrence beyond the maximum, of segments and of loops', () => {
    const ref = { qualifier_01: '1L', identifier_02: 'A' };
    const at = '/detail/source_HL_loop/0/subscriber_HL_loop/0';
    expect(small(subscriber({ member_REF: [ref, ref, ref, ref] })).told).toEqual([
      `segment-over-maximum 5 2000B REF 8 ${at}/member_REF/2`,
    ]);
    const policy = { qualifier_01: '6P', identifier_02: 'A' };
    expect(small(subscriber({ policy_REF: [policy, policy] })).told).toEqual([
      `segment-over-maximum 5 2000B REF 7 ${at}/policy_REF/1`,
    ]);
    const eq = { inquiry_EQ: { types_01: ['30'] } };
    expect(small(subscriber({ inquiry_EQ_loop: [eq, eq, eq] })).told).toEqual([
      `loop-over-maximum 4 2110 EQ 8 ${at}/inquiry_EQ_loop/2`,
    ]);
  });

  it('takes one object where an array may stand, and an array of one where none may', () => {
    const ref = { qualifier_01: '1L', identifier_02: 'A' };
    expect(
      small(subscriber({ member_REF: ref, policy_REF: [{ qualifier_01: '6P', identifier_02: 'B' }] })).told,
    ).toEqual([]);
  });

  it('reports syntax notes', () => {
    expect(small(subscriber({ member_REF: [{ qualifier_01: '1L' }] })).told).toEqual([
      'element-conditional-missing 2 2000B REF 6 2 /detail/source_HL_loop/0/subscriber_HL_loop/0/member_REF/0/identifier_02',
    ]);
  });

  it('leaves what guide and syntax note both ask for to the note', () => {
    const procedure_02 = { qualifier_01: 'HC' };
    const data = { policy_REF: { qualifier_01: '6P' }, inquiry_EQ_loop: [{ inquiry_EQ: { procedure_02 } }] };
    const at = '/detail/source_HL_loop/0/subscriber_HL_loop/0';
    expect(encodeWith(NOTED_GUIDE, subscriber(data)).told).toEqual([
      `element-conditional-missing 2 2000B REF 6 2 ${at}/policy_REF/identifier_02`,
      `element-conditional-missing 2 2110 EQ 7 2 2 ${at}/inquiry_EQ_loop/0/inquiry_EQ/procedure_02/code_02`,
    ]);
  });

  it('reports dates by their qualifier', () => {
    const dtp = (format_02: string, date_03: string) =>
      small(subscriber({ date_DTP: { qualifier_01: '291', format_02, date_03 } })).told.map(
        (text) => text.split(' ')[0],
      );
    expect(dtp('D8', '20260401')).toEqual([]);
    expect(dtp('D8', '2026-04-01')).toEqual(['element-date']);
    expect(dtp('RD8', '20260402-20260401')).toEqual(['element-date']);
  });
});
