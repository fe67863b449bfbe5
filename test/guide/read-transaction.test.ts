import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { TransactionReader } from '../../src/guide/read/read-transaction.js';
import type { TransactionReaderOptions } from '../../src/guide/read/transaction-read.js';
import type { Finding } from '../../src/model/finding.js';
import { batchOf } from './batch.js';
import { NOTED_GUIDE, SMALL_GUIDE } from './small-guide.js';

const CLEAN = [
  'ST*999*0001',
  'BHT*00*20260401*0930*12.5*1050*7',
  'HL*1**20*1',
  'NM1*PR*ACME',
  'HL*2*1*22*0',
  'REF*1L*M1',
  'REF*6P*P1',
  'DTP*291*D8*20260401',
  'EQ*30^UC',
  'EQ**HC:99213',
  'SE*11*0001',
];

function read(segments: readonly string[], options: Partial<TransactionReaderOptions> = {}, guide = SMALL_GUIDE) {
  const findings: Finding[] = [];
  const plan = compileGuide(guide);
  const reader = new TransactionReader(plan, { ...options, onFinding: (found) => findings.push(found) });
  reader.begin({ interchange: 1, group: 1, transaction: 1 });
  const batch = batchOf(segments.map((segment) => `${segment}~`).join(''));
  for (let i = 0; i < batch.count; i++) reader.segment(batch, i, i + 1);
  const { data, unplaced } = reader.end();
  const codes = findings.map((found) =>
    [found.reason, found.code, found.at.segmentId, found.at.segment, found.at.element]
      .filter((part) => part !== undefined)
      .join(' '),
  );
  return { data, unplaced, findings, codes };
}

function replaced(at: number, ...segments: string[]): string[] {
  return [...CLEAN.slice(0, at - 1), ...segments, ...CLEAN.slice(at)];
}

describe('reading a transaction set', () => {
  it('judges dates and times by their patterns, as it does all other values', () => {
    const guide = structuredClone(SMALL_GUIDE);
    const { properties } = Object(guide.properties.heading?.properties.beginning_BHT);
    properties.date_02.x12.pattern = '^2026';
    properties.time_03.x12.pattern = '^09';
    const late = replaced(2, 'BHT*00*20270401*1030*12.5*1050*7');
    for (const decode of [true, false]) {
      expect(read(CLEAN, { decode }, guide).codes).toEqual([]);
      expect(read(late, { decode }, guide).codes).toEqual([
        'element-pattern I12 BHT 2 2',
        'element-pattern I12 BHT 2 3',
      ]);
    }
  });

  it.each([2 ** 25 + 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1])(
    'knows a name of less than %s characters as too short',
    (min) => {
      const guide = structuredClone(SMALL_GUIDE);
      const { properties } = Object(guide.properties.detail?.properties.source_HL_loop).items;
      Object.assign(properties.name_NM1.properties.name_02.x12, { min, max: min + 9 });
      for (const decode of [true, false])
        expect(read(CLEAN, { decode }, guide).codes).toEqual(['element-too-short 4 NM1 4 2']);
    },
  );

  it('does not take a tag behind a NUL for the tag', () => {
    expect(read(replaced(8, '\0DTP*291*D8*20260401')).codes).toEqual(['segment-unknown 1 8']);
  });

  it('gives guide JSON: numbers where exact, ISO dates, no HL, arrays where the guide repeats', () => {
    const { data, codes, unplaced } = read(CLEAN);
    expect(codes).toEqual([]);
    expect(unplaced).toEqual([]);
    expect(data).toEqual({
      heading: {
        header_ST: { set_01: '999', control_number_02: '0001' },
        beginning_BHT: {
          purpose_01: '00',
          date_02: '2026-04-01',
          time_03: '09:30',
          amount_04: 12.5,
          cents_05: 10.5,
          number_06: 7,
        },
      },
      detail: {
        source_HL_loop: [
          {
            name_NM1: { entity_01: 'PR', name_02: 'ACME' },
            subscriber_HL_loop: [
              {
                member_REF: [{ qualifier_01: '1L', identifier_02: 'M1' }],
                policy_REF: { qualifier_01: '6P', identifier_02: 'P1' },
                date_DTP: { qualifier_01: '291', format_02: 'D8', date_03: '20260401' },
                inquiry_EQ_loop: [
                  { inquiry_EQ: { types_01: ['30', 'UC'] } },
                  { inquiry_EQ: { procedure_02: { qualifier_01: 'HC', code_02: '99213' } } },
                ],
              },
            ],
          },
        ],
        trailer_SE: { count_01: 11, control_number_02: '0001' },
      },
    });
  });

  it('builds nothing when it only checks, and finds the same', () => {
    const broken = replaced(7, 'REF*6P', 'ZZZ*1');
    const checked = read(broken, { decode: false });
    expect(checked.data).toEqual({});
    expect(checked.codes).toEqual(read(broken).codes);
    expect(checked.codes).toEqual(['element-conditional-missing 2 REF 7 2', 'segment-unknown 1 ZZZ 8']);
  });

  const cases: readonly [string, string[], string[]][] = [
    [
      'a missing mandatory segment at the place it would have had',
      CLEAN.toSpliced(1, 1),
      ['segment-mandatory-missing 3 BHT 2'],
    ],
    ['a missing guide-required segment', CLEAN.toSpliced(3, 1), ['segment-under-minimum I8 NM1 4']],
    ['a missing required loop', CLEAN.toSpliced(4, 6), ['loop-under-minimum I7 HL 5', 'hl-child-code 7 HL 3 4']],
    ['a segment over its maximum', replaced(7, 'REF*6P*P1', 'REF*6P*P2'), ['segment-over-maximum 5 REF 8']],
    ['a loop over its maximum', replaced(10, 'EQ*30', 'EQ*1'), ['loop-over-maximum 4 EQ 11']],
    ['a segment out of sequence', replaced(8, 'DTP*291*D8*20260401', 'REF*0F*X'), ['segment-out-of-sequence 7 REF 9']],
    ['a segment in the wrong place', replaced(3, 'MSG*HELLO', 'HL*1**20*1'), ['segment-unexpected 2 MSG 3']],
    ['a qualifier that no variant accepts', replaced(6, 'REF*ZZ*M1'), ['element-code 7 REF 6 1']],
    [
      'surplus and not-used elements',
      replaced(2, 'BHT*00*20260401***** *9'),
      ['element-not-used I10 BHT 2 7', 'element-surplus 3 BHT 2 8'],
    ],
    ['trailing separators', replaced(4, 'NM1*PR*ACME**'), ['trailing-separators NM1 4 4']],
    ['a wrong date', replaced(2, 'BHT*00*20260230'), ['element-date 8 BHT 2 2']],
    ['a wrong time', replaced(2, 'BHT*00*20260401*2400'), ['element-time 9 BHT 2 3']],
    ['a wrong number', replaced(2, 'BHT*00*20260401**1,5'), ['element-not-numeric 6 BHT 2 4']],
    ['a wrong date by its qualifier', replaced(8, 'DTP*291*RD8*20260401-20260301'), ['element-date 8 DTP 8 3']],
    ['lengths', replaced(4, 'NM1*PR*TOO LONG A NAME'), ['element-too-long 5 NM1 4 2']],
    ['blanks', replaced(4, 'NM1*PR*   '), ['element-blank 6 NM1 4 2']],
    ['a control character', replaced(4, 'NM1*PR*A\tB'), ['element-character 6 NM1 4 2']],
    ['an empty repetition before another', replaced(9, 'EQ*30^^UC'), ['element-repetition-empty 1 EQ 9 1']],
    [
      'a repetition of separators alone before another',
      replaced(9, 'EQ*30^:^UC'),
      ['trailing-separators EQ 9 1', 'element-repetition-empty 1 EQ 9 1'],
    ],
    ['too many repetitions', replaced(9, 'EQ*30^1^UC^30'), ['element-repetitions 12 EQ 9 1']],
    ['a repetition where none may be', replaced(4, 'NM1*PR*A^B'), ['element-repetitions 12 NM1 4 2']],
    ['too many components', replaced(10, 'EQ**HC:99213:X'), ['component-surplus 13 EQ 10 2']],
    ['components in a simple element', replaced(4, 'NM1*PR*A:B'), ['component-surplus 13 NM1 4 2']],
    ['a missing component', replaced(10, 'EQ**HC'), ['element-required-missing 1 EQ 10 2']],
    [
      'separators at the end of HL elements, and no more',
      CLEAN.toSpliced(2, 1, 'HL*1:**20*1^').toSpliced(4, 1, 'HL*2*1:*22*0'),
      ['trailing-separators HL 3 1', 'trailing-separators HL 3 4', 'trailing-separators HL 5 2'],
    ],
    ['an HL that does not count', replaced(5, 'HL*3*1*22*0'), ['hl-id I12 HL 5 1']],
    ['an HL with a parent that is not above it', replaced(5, 'HL*2*9*22*0'), ['hl-parent 7 HL 5 2']],
    ['an HL that denies its child', replaced(3, 'HL*1**20*0'), ['hl-child-code 7 HL 3 4']],
    ['a duplicate HL01', replaced(5, 'HL*1*1*22*0'), ['hl-id-duplicate 7 HL 5 1']],
  ];
  it.each(cases)('reports %s', (_name, segments, expected) => {
    expect(read(segments).codes).toEqual(expected);
  });

  it('leaves what guide and syntax note both ask for to the note', () => {
    const segments = replaced(7, 'REF*6P').toSpliced(9, 1, 'EQ**HC:');
    expect(read(segments, {}, NOTED_GUIDE).codes).toEqual([
      'element-conditional-missing 2 REF 7 2',
      'trailing-separators EQ 10 2',
      'element-conditional-missing 2 EQ 10 2',
    ]);
  });

  it('opens a level whose HL is missing, says so once, and tells writing by an empty list', () => {
    const { codes, data } = read(CLEAN.toSpliced(2, 2));
    expect(codes).toEqual(['loop-under-minimum I7 HL 3']);
    const [source] = JSON.parse(JSON.stringify(data)).detail.source_HL_loop;
    expect(Object.keys(source)).toEqual(['source_HL', 'subscriber_HL_loop']);
    expect(source.source_HL).toEqual([]);
    expect(source.subscriber_HL_loop[0]).toMatchObject({ policy_REF: { identifier_02: 'P1' } });
    const loops: string[] = [];
    read(CLEAN.toSpliced(2, 2), {
      streamLoop: '2000B',
      onLoop: ({ path, at }) => loops.push(`${path.map(({ loopId }) => loopId)} ${at.segment}`),
    });
    expect(loops).toEqual(['2000A 3']);
  });

  it('never puts a value into a finding unless asked to', () => {
    const canary = 'CANARY-VALUE-123';
    const segments = replaced(4, `NM1*${canary}*${canary}${canary}*${canary}`);
    expect(JSON.stringify(read(segments).findings)).not.toContain(canary);
    expect(JSON.stringify(read(segments, { badValues: true }).findings)).toContain(canary);
  });

  it('keeps what the guide does not know', () => {
    const { data, unplaced } = read(replaced(4, 'NM1*PR*A:B*X^Y', 'ZZZ*1'));
    expect(unplaced).toEqual([{ segment: 'ZZZ*1', after: 4 }]);
    const name = JSON.parse(JSON.stringify(data)).detail.source_HL_loop[0].name_NM1;
    expect(name).toEqual({
      entity_01: 'PR',
      name_02: { component_01: 'A', component_02: 'B' },
      element_03: ['X', 'Y'],
    });
  });

  const numbers: readonly [string, string, unknown][] = [
    ['R', '0.1', 0.1],
    ['R', '4.35', 4.35],
    ['R', '100.00', '100.00'],
    ['R', '1E21', '1E21'],
    ['R', '-0', '-0'],
    ['R', '.5', '.5'],
    ['R', '-12', -12],
    ['R', '0', 0],
    ['R', '007', '007'],
    ['N2', '1000', 10],
    ['N2', '1050', 10.5],
    ['N2', '5', 0.05],
    ['N2', '005', '00.05'],
    ['N2', '-5', -0.05],
    ['N2', '123456789012345', 1234567890123.45],
    ['N0', '007', '007'],
    ['N0', '0', 0],
    ['N0', '12', 12],
    ['R', '0.000001', 0.000001],
    ['R', '0.0000001', '0.0000001'],
  ];
  it.each(numbers)('%s %s becomes JSON only where it comes back byte for byte', (type, text, expected) => {
    const at = type === 'R' ? `**${text}` : type === 'N2' ? `***${text}` : `****${text}`;
    const { data } = read(replaced(2, `BHT*00*20260401${at}`));
    const key = type === 'R' ? 'amount_04' : type === 'N2' ? 'cents_05' : 'number_06';
    expect(JSON.parse(JSON.stringify(data)).heading.beginning_BHT[key]).toEqual(expected);
  });

  it('gives decimal text for every number when asked to', () => {
    const { data } = read(CLEAN, { numbers: 'string' });
    expect(JSON.parse(JSON.stringify(data)).heading.beginning_BHT).toMatchObject({
      amount_04: '12.5',
      cents_05: '10.50',
      number_06: '7',
    });
  });

  it('hands loops out one by one and does not keep them', () => {
    const loops: unknown[] = [];
    const { data } = read(CLEAN, {
      streamLoop: '2110',
      onLoop: (loop) => loops.push(JSON.parse(JSON.stringify(loop))),
    });
    expect(loops).toHaveLength(2);
    expect(loops[1]).toMatchObject({
      data: { inquiry_EQ: { procedure_02: { code_02: '99213' } } },
      at: { segment: 10, loopId: '2110' },
      path: [
        { loopId: '2000A', index: 0 },
        { loopId: '2000B', index: 0 },
      ],
    });
    expect(JSON.stringify(data)).not.toContain('inquiry_EQ');
  });
});

describe('what a segment has far too much of', () => {
  it('is said a thousand times at most, and of the next segment again', () => {
    const components = `NM1*PR*A${':B'.repeat(5_000)}`;
    const { findings } = read(replaced(4, components, components));
    const surplus = findings.filter(({ reason }) => reason === 'component-surplus');
    const bySegment = [4, 5].map((segment) => surplus.filter(({ at }) => at.segment === segment).length);
    expect(bySegment).toEqual([1_000, 1_000]);
    expect(surplus.map(({ at }) => at.component).slice(0, 2)).toEqual([2, 3]);
  });

  it('is said of each interchange, wherever it stands in it', () => {
    const findings: Finding[] = [];
    const reader = new TransactionReader(compileGuide(SMALL_GUIDE), { onFinding: (found) => findings.push(found) });
    const batch = batchOf(
      replaced(4, 'NM1*PR*A:B')
        .map((segment) => `${segment}~`)
        .join(''),
    );
    for (let interchange = 1; interchange <= 1_100; interchange++) {
      reader.begin({ interchange, group: 1, transaction: 1 });
      for (let i = 0; i < batch.count; i++) reader.segment(batch, i, i + 1);
      reader.end();
    }
    expect(findings).toHaveLength(1_100);
  });
});
