import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { TransactionReader } from '../../src/guide/read/read-transaction.js';
import type { TransactionReaderOptions } from '../../src/guide/read/transaction-read.js';
import { encodeTransaction } from '../../src/guide/write/encode.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import type { Finding } from '../../src/model/finding.js';
import { batchOf } from './batch.js';
import { TextSink } from './text-sink.js';

const guideOf = async (id: string) => compileGuide(await loadGuide(id));
const plans = {
  271: await guideOf('271-005010X279A1'),
  837: await guideOf('837P-005010X222A1'),
  835: await guideOf('835-005010X221A1'),
  850: await guideOf('850-004010'),
  856: await guideOf('856-004010'),
};

/** Reads the segments between ST and SE: the place of each (`-` for none), the findings, and what writing gives back. */
function read(set: keyof typeof plans, body: readonly string[], options: Partial<TransactionReaderOptions> = {}) {
  const plan = plans[set];
  const version = set === 271 ? '*005010X279A1' : '';
  const segments = [`ST*${set}*0001${version}`, ...body, `SE*${body.length + 2}*0001`];
  const findings: Finding[] = [];
  const reader = new TransactionReader(plan, { ...options, onFinding: (found) => findings.push(found) });
  reader.begin({ interchange: 1, group: 1, transaction: 1 });
  const batch = batchOf(segments.map((segment) => `${segment}~`).join(''));
  const places: string[] = [];
  for (let i = 0; i < batch.count; i++) {
    reader.segment(batch, i, i + 1);
    const loops = reader.openLoops.map(({ loop }) => loop.loopId);
    if (i > 0 && i < batch.count - 1)
      places.push(`${batch.element(i, 0)} ${reader.placed === undefined ? '-' : loops.at(-1)}`);
  }
  const { data, unplaced } = reader.end();
  const sink = new TextSink();
  encodeTransaction(plan, JSON.parse(JSON.stringify(data)), sink, {
    controlNumber: '0001',
    unplaced,
    at: { interchange: 1 },
  });
  const back = sink.text.split('~').slice(1, -2);
  const missing = findings
    .filter(({ at, reason }) => at.segmentId === 'HL' && /missing|minimum/.test(reason))
    .map(({ at }) => `${at.loopId} ${at.segment}`);
  const reasons = findings.map(({ reason, at }) => `${reason} ${at.segmentId} ${at.segment}`);
  return { places, missing, reasons, back, data: JSON.parse(JSON.stringify(data)), findings };
}

const BHT = 'BHT*0022*11*REQ1*20260401*0931';
const PAYER = 'NM1*PR*2*ACME HEALTH*****PI*12345';
const CLINIC = 'NM1*1P*2*GOOD CLINIC*****XX*1993999998';
const JANE = 'NM1*IL*1*DOE*JANE****MI*M0001';
const TIM = 'NM1*03*1*DOE*TIM';
const TRN = 'TRN*2*T-1*9CLINIC001';

describe('a set without any HL', () => {
  it('opens each level at the segment that begins in it, and says of each once that its HL is missing', () => {
    const body = [BHT, PAYER, CLINIC, TRN, JANE, 'DMG*D8*19800228*F', 'EB*1*IND*30', 'MSG*HELLO', TIM, 'EB*6'];
    const { places, missing, reasons, back, findings } = read(271, body);
    expect(places).toEqual([
      'BHT undefined',
      'NM1 2100A',
      'NM1 2100B',
      'TRN 2000C',
      'NM1 2100C',
      'DMG 2100C',
      'EB 2110C',
      'MSG 2110C',
      'NM1 2100D',
      'EB 2110D',
    ]);
    expect(missing).toEqual(['2000A 3', '2000B 4', '2000C 5', '2000D 10']);
    expect(reasons).toHaveLength(4);
    expect(findings.map(({ code }) => code)).toEqual(['3', 'I7', 'I7', 'I7']);
    expect(back).toEqual(body);
  });

  it('opens all levels down to the first that has a place, and the loop without which that place is not', () => {
    const body = [BHT, 'EB*1*IND*30', 'HSD*VS*2***22', 'EB*B**98***27*10'];
    const { places, missing, reasons, back, data } = read(271, body);
    expect(places.slice(1)).toEqual(['EB 2110C', 'HSD 2110C', 'EB 2110C']);
    expect(missing).toEqual(['2000A 3', '2000B 3', '2000C 3']);
    expect(reasons).toHaveLength(3);
    expect(back).toEqual(body);
    const source = data.detail[Object.keys(data.detail)[0] ?? ''][0];
    expect(Object.values(source)[0]).toEqual([]);
  });

  it('begins a level anew at the name that begins it, also where that could stand in a loop without its LS', () => {
    const body = [BHT, PAYER, CLINIC, JANE, 'EB*1', 'NM1*IL*1*ROE*RICK****MI*M0002', 'EB*6'];
    const { places, missing, back } = read(271, body);
    expect(places.slice(3)).toEqual(['NM1 2100C', 'EB 2110C', 'NM1 2100C', 'EB 2110C']);
    expect(missing).toEqual(['2000A 3', '2000B 4', '2000C 5', '2000C 7']);
    expect(back).toEqual(body);
    const twice = [BHT, PAYER, CLINIC, JANE, 'NM1*IL*1*ROE*RICK****MI*M0002', 'EB*6'];
    expect(read(271, twice).missing).toEqual(['2000A 3', '2000B 4', '2000C 5', '2000C 6']);
  });

  it('keeps what may belong to the benefit with the benefit, and what is inside LS there', () => {
    const related = ['NM1*P3*1*ROE*ANN', 'NM1*1P*1*ROE*ANN', 'NM1*PR*2*OTHER'];
    const body = [BHT, PAYER, CLINIC, JANE, 'EB*1', ...related, 'EB*B'];
    expect(read(271, body).places.slice(5)).toEqual(['NM1 2120C', 'NM1 2120C', 'NM1 2120C', 'EB 2110C']);
    const bracketed = [BHT, PAYER, CLINIC, JANE, 'EB*1', 'LS*2120', 'NM1*IL*1*ROE*ANN', 'LE*2120', 'EB*B'];
    const { places, back } = read(271, bracketed);
    expect(places.slice(5)).toEqual(['LS 2110C', 'NM1 2120C', 'LE 2110C', 'EB 2110C']);
    expect(back).toEqual(bracketed);
  });

  it('opens nothing where two levels could be meant', () => {
    const body = [BHT, PAYER, CLINIC, JANE, 'EB*1', TRN, 'EB*6'];
    const { places, reasons, back } = read(271, body);
    expect(places.slice(4)).toEqual(['EB 2110C', 'TRN -', 'EB 2110C']);
    expect(reasons).toContain('segment-unexpected TRN 7');
    expect(back).toEqual(body);
  });

  it('reads a claim by its names and its SBR', () => {
    const body = [
      'BHT*0019*00*1*20260401*0931*CH',
      'NM1*41*2*SENDER*****46*1',
      'PER*IC*DESK*TE*5555550100',
      'NM1*40*2*RECEIVER*****46*2',
      'NM1*85*2*CLINIC*****XX*1993999998',
      'SBR*P*18*******CI',
      'NM1*IL*1*DOE*JANE****MI*M1',
      'NM1*PR*2*ACME*****PI*1',
      'CLM*A1*10***11:B:1*Y*A*Y*Y',
      'SBR*S*18*******CI',
      'CLM*A2*10***11:B:1*Y*A*Y*Y',
      'NM1*85*2*OTHER*****XX*1993999998',
      'NM1*IL*1*ROE*RICK****MI*M2',
    ];
    const { places, missing, back } = read(837, body);
    expect(places.slice(4)).toEqual([
      'NM1 2010AA',
      'SBR 2000B',
      'NM1 2010BA',
      'NM1 2010BB',
      'CLM 2300',
      'SBR 2320',
      'CLM 2300',
      'NM1 2010AA',
      'NM1 2010BA',
    ]);
    expect(missing).toEqual(['2000A 6', '2000B 7', '2000A 13', '2000B 14']);
    expect(back).toEqual(body);
  });

  it('finds the same where it only checks, and hands out the loops it opened', () => {
    const body = [BHT, PAYER, CLINIC, JANE, 'EB*1', TIM, 'EB*6'];
    expect(read(271, body, { decode: false }).reasons).toEqual(read(271, body).reasons);
    const loops: string[] = [];
    read(271, body, {
      streamLoop: '2110D',
      onLoop: ({ path }) => loops.push(path.map(({ loopId }) => loopId).join(' ')),
    });
    expect(loops).toEqual(['2000A 2000B 2000C 2000D 2100D']);
  });
});

describe('a set without the HL of one level', () => {
  const levels: readonly (readonly [string, readonly string[], readonly string[], readonly string[]])[] = [
    [
      'the first, which the second counts',
      [PAYER, 'HL*2*1*21*1', CLINIC, 'HL*3*2*22*0', JANE, 'EB*1'],
      ['2000A 3'],
      ['NM1 2100A', 'HL 2000B', 'NM1 2100B', 'HL 2000C', 'NM1 2100C', 'EB 2110C'],
    ],
    [
      'the first, which none counts',
      [PAYER, 'HL*1**21*1', CLINIC, 'HL*2*1*22*0', JANE, 'EB*1'],
      ['2000A 3'],
      ['NM1 2100A', 'HL 2000B', 'NM1 2100B', 'HL 2000C', 'NM1 2100C', 'EB 2110C'],
    ],
    [
      'one between',
      ['HL*1**20*1', PAYER, CLINIC, 'HL*3*2*22*0', JANE, 'EB*1'],
      ['2000B 5'],
      ['HL 2000A', 'NM1 2100A', 'NM1 2100B', 'HL 2000C', 'NM1 2100C', 'EB 2110C'],
    ],
    [
      'the last',
      ['HL*1**20*1', PAYER, 'HL*2*1*21*1', CLINIC, JANE, 'EB*1'],
      ['2000C 7'],
      ['HL 2000A', 'NM1 2100A', 'HL 2000B', 'NM1 2100B', 'NM1 2100C', 'EB 2110C'],
    ],
    [
      'that of the dependent',
      ['HL*1**20*1', PAYER, 'HL*2*1*21*1', CLINIC, 'HL*3*2*22*1', JANE, 'EB*1', TIM, 'EB*6'],
      ['2000D 10'],
      ['HL 2000A', 'NM1 2100A', 'HL 2000B', 'NM1 2100B', 'HL 2000C', 'NM1 2100C', 'EB 2110C', 'NM1 2100D', 'EB 2110D'],
    ],
  ];
  it.each(levels)('%s opens that level and no other', (_name, body, missing, places) => {
    const result = read(271, [BHT, ...body]);
    expect(result.places.slice(1)).toEqual(places);
    expect(result.missing).toEqual(missing);
    expect(result.reasons).toHaveLength(1);
    expect(result.back).toEqual([BHT, ...body]);
  });
});

describe('a set without any choice of its HL', () => {
  const WHOLE = [
    ...[BHT, 'HL*1**20*1', PAYER, 'HL*2*1*21*1', CLINIC, 'HL*3*2*22*1', TRN, JANE, 'DMG*D8*19800228*F', 'EB*1*IND*30'],
    ...[
      'HL*4*3*23*0',
      TIM,
      'DTP*346*D8*20260101',
      'EB*6*IND*30',
      'MSG*HELLO',
      'HL*5*2*22*0',
      'NM1*IL*1*ROE*RICK',
      'EB*I',
    ],
  ];
  const places = read(271, WHOLE).places;
  const ordinals = WHOLE.flatMap((segment, index) => (segment.startsWith('HL*') ? [index] : []));
  const choices = Array.from({ length: 2 ** ordinals.length }, (_, bits) =>
    ordinals.filter((_at, i) => (bits >> i) & 1),
  );
  // Without the last HL, its name may be that of a benefit's related person: where another HL of that level stands, it is.
  const clear = choices.filter((gone) => !gone.includes(15) || gone.includes(5));

  it.each(clear.map((gone) => [gone]))('puts all else where it belongs and comes back as it was: %j', (gone) => {
    const keep = (_: unknown, index: number): boolean => !gone.includes(index);
    const result = read(271, WHOLE.filter(keep));
    expect(result.places).toEqual(places.filter(keep));
    expect(result.missing).toHaveLength(gone.length);
    expect(result.back).toEqual(WHOLE.filter(keep));
  });
});

describe('an HL behind the name that it should precede', () => {
  const rest = ['HL*2*1*21*1', CLINIC, 'HL*3*2*22*0', TRN, JANE, 'EB*1'];

  it('opens the level that the name opened, not another', () => {
    const { places, reasons, back, data } = read(271, [BHT, PAYER, 'HL*1**20*1', ...rest]);
    expect(places.slice(1, 4)).toEqual(['NM1 2100A', 'HL 2000A', 'HL 2000B']);
    expect(reasons).toEqual(['segment-mandatory-missing HL 3', 'segment-out-of-sequence HL 4']);
    expect(back).toEqual([BHT, 'HL*1**20*1', PAYER, ...rest]);
    expect(data.detail).toEqual(read(271, back).data.detail);
    const deeper = read(271, [BHT, 'HL*1**20*1', PAYER, CLINIC, ...rest]);
    expect(deeper.missing).toEqual(['2000B 5']);
    expect(deeper.reasons).toContain('segment-out-of-sequence HL 6');
  });

  it('opens the next where it counts the one that is missing, or more stands between', () => {
    const other = 'NM1*PR*2*OTHER*****PI*2';
    expect(read(271, [BHT, PAYER, 'HL*2**20*1', other]).reasons).not.toContain('segment-out-of-sequence HL 4');
    const between = [BHT, PAYER, 'PER*IC*DESK*TE*5555550100', 'HL*1**20*1', other];
    expect(read(271, between).reasons).not.toContain('segment-out-of-sequence HL 5');
    expect(read(271, between).back).toEqual(between);
  });
});

describe('a loop without its first segment, in a level that must have it', () => {
  const ABOVE = [BHT, 'HL*1**20*1', PAYER, 'HL*2*1*21*1', CLINIC, 'HL*3*2*22*0', TRN];
  const BELOW = ['N3*1 ELM STREET', 'N4*SPRINGFIELD*IL*62701', 'DMG*D8*19800228*F', 'EB*1*IND*30'];

  it('is one finding, at the segment that shows it; what stands in it keeps its place and is written back', () => {
    const { places, reasons, back, data } = read(271, [...ABOVE, ...BELOW]);
    expect(places.slice(ABOVE.length)).toEqual(['N3 2100C', 'N4 2100C', 'DMG 2100C', 'EB 2110C']);
    expect(reasons).toEqual(['loop-under-minimum NM1 9']);
    expect(back).toEqual([...ABOVE, ...BELOW]);
    expect(read(271, back).data).toEqual(data);
    expect(read(271, [...ABOVE, ...BELOW], { decode: false }).reasons).toEqual(reasons);
  });

  it('has it out of sequence, where it comes behind what it begins', () => {
    const { places, reasons, back } = read(271, [...ABOVE, ...BELOW.slice(0, 2), JANE, ...BELOW.slice(2)]);
    expect(places.slice(ABOVE.length, -1)).toEqual(['N3 2100C', 'N4 2100C', 'NM1 2100C', 'DMG 2100C']);
    expect(reasons).toEqual(['segment-out-of-sequence NM1 11']);
    expect(back).toEqual([...ABOVE, JANE, ...BELOW]);
  });

  it('is not opened by a segment behind which the level goes on', () => {
    const body = [...ABOVE.slice(0, -1), 'N3*1 ELM STREET', TRN, JANE, ...BELOW];
    const { reasons, places, back } = read(271, body);
    expect(places[ABOVE.length]).toBe('TRN 2000C');
    expect(back).toEqual(body);
    expect(read(271, body, { decode: false }).reasons).toEqual(reasons);
    expect(reasons).toEqual(['segment-unexpected N3 8']);
  });
});

describe('a segment that is astray', () => {
  const HEADING = ['BHT*0019*00*1*20260401*0931*CH', 'NM1*41*2*SENDER', 'PER*IC*DESK', 'NM1*40*2*RECEIVER'];
  const BILLING = ['HL*1**20*1', 'NM1*85*2*CLINIC', 'N3*1 ELM STREET', 'N4*SPRINGFIELD*IL*62701'];
  const PATIENT = ['HL*2*1*22*0', 'SBR*P*18', 'NM1*IL*1*DOE*JANE', 'NM1*PR*2*ACME', 'CLM*A1*10'];

  it.each([
    ['PRV*BI*PXC*207Q00000X'],
    ['SBR*P*18'],
    ['CLM*A1*10'],
    ['LX*1'],
    ['SV1*HC:99213*10*UN*1'],
    ['DTP*472*D8*20260401'],
    ['REF*EI*123456789'],
    ['NM1*ZZ*2*NOBODY'],
    ['N4*SPRINGFIELD*IL*62701'],
    ['ZZZ*1'],
  ])('%s opens no level of a claim before its first HL', (stray) => {
    const { missing, places } = read(837, [...HEADING, stray, ...BILLING, ...PATIENT]);
    expect(missing).toEqual([]);
    expect(places[4]).toMatch(/ -$/);
  });

  it('opens no level that an HL has opened in the set', () => {
    for (const stray of ['NM1*85*2*OTHER', 'NM1*87*2*OTHER', 'SBR*S*18', 'LX*2', 'CUR*85*USD', 'DMG*D8*19800228*F'])
      expect(read(837, [...HEADING, ...BILLING, ...PATIENT, stray]).missing).toEqual([]);
    const answered = [BHT, 'HL*1**20*1', PAYER, 'HL*2*1*21*1', CLINIC, 'HL*3*2*22*0', JANE, 'EB*1'];
    for (const stray of [PAYER, CLINIC, JANE, TRN, 'DMG*D8*19800228*F', 'ZZZ*1'])
      expect(read(271, [...answered, stray]).missing).toEqual([]);
  });

  it('opens no level where it would close a claim that lacks its diagnosis or its lines', () => {
    const lines = ['HI*ABK:E119', 'LX*1', 'SV1*HC:99213*10*UN*1***1', 'DTP*472*D8*20260401'];
    for (const at of [0, 1]) {
      const body = [...HEADING, ...BILLING, ...PATIENT, ...lines.slice(0, at), 'PAT*01', ...lines.slice(at)];
      const { missing, places } = read(837, body);
      expect(missing).toEqual([]);
      expect(places.filter((place) => place.endsWith(' -'))).toEqual(['PAT -']);
    }
    // Behind the payer, where the claim may be another's, its HL is what is missing.
    const patient = ['PAT*01', 'NM1*QC*1*DOE*TIM', 'CLM*A1*10', ...lines];
    expect(read(837, [...HEADING, ...BILLING, ...PATIENT.slice(0, 4), ...patient]).missing).toEqual(['2000C 14']);
  });

  it.each([
    [835, ['BPR*I*0*C*NON************20260401', 'NM1*QC*1*DOE', 'SVC*HC:99213*1*1', 'HL*1**20*1']],
    [850, ['BEG*00*SA*PO1**20260401', 'NM1*IL*1*DOE', 'SLN*1**I', 'HL*1**20*1']],
    // Its levels have no codes: nothing tells one from another.
    [856, ['BSN*00*1*20260401*0931', 'LIN**UP*1', 'NM1*IL*1*DOE', 'HL*1**S']],
  ] as const)('is left where it is in a set without nested levels (%i)', (set, body) => {
    expect(read(set, body).missing).toEqual([]);
  });
});
