import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import { REASONS } from '../../src/model/reasons.js';
import { BODY, GE, GS, IEA, isa, readEnvelopes, reasons, SE, SET, ST } from './x12.js';

const ISA = isa();
const GOOD = ISA + GS + SET + GE + IEA;
const TA1 = 'TA1*000000070*260401*0900*A*000~';

describe('nesting', () => {
  it('hands a sound interchange over without a finding', () => {
    const { events, findings } = readEnvelopes(GOOD);
    expect(findings).toEqual([]);
    expect(events).toEqual([
      'ISA 1 000000071',
      'GS 1 005010X279A1',
      'ST 1 270',
      '1 ST',
      '2 BHT',
      '3 HL',
      '4 SE',
      'SE 4',
      'GE 1',
      'IEA 1',
    ]);
  });

  it('tells the same however the bytes are cut', () => {
    const file = `${GOOD}\n${ISA.replace('000000071', '000000072')}${GS}${ST}${BODY}${ST}~${GE}${TA1}ZZZ~`;
    const whole = readEnvelopes(file);
    expect(whole.findings.length).toBeGreaterThan(5);
    for (const size of [1, 2, 3, 7, 64, 105, 106, 107, 200]) expect(readEnvelopes(file, size)).toEqual(whole);
  });

  it('takes body segments that begin like envelope tags for what they are', () => {
    const body = 'SV1*HC:99213~SVC*X~STC*A~GEN*X~IEAX*1~ISR*1~SER*1~';
    const { events } = readEnvelopes(`${ISA + GS + ST + body}SE*9*0001~${GE}${IEA}`);
    expect(events.slice(3, 12)).toEqual([
      '1 ST',
      '2 SV1',
      '3 SVC',
      '4 STC',
      '5 GEN',
      '6 IEAX',
      '7 ISR',
      '8 SER',
      '9 SE',
    ]);
  });

  it('does not take a tag behind a NUL for an envelope tag', () => {
    expect(reasons(`${ISA}\0${GS}${SET}${GE}${IEA}`)).toContain('interchange-content 024');
    expect(reasons(`${ISA}${GS}${SET}\0${GE}${IEA}`)).toEqual(['interchange-structure 022', 'group-trailer-missing 3']);
  });

  it('closes open levels from inside out when the input ends', () => {
    const { events } = readEnvelopes(ISA + GS + ST + BODY);
    expect(events.slice(-3)).toEqual(['SE 3 truncated', 'GE 1 truncated', 'IEA 1 truncated']);
    expect(reasons(ISA + GS + ST + BODY)).toEqual([
      'transaction-trailer-missing 2',
      'group-trailer-missing 3',
      'iea-missing 023',
    ]);
  });

  it('closes a set at the next ST and at a GE, a group at the next GS and at an IEA', () => {
    expect(reasons(ISA + GS + ST + BODY + SET.replaceAll('0001', '0002') + GE.replace('1*', '2*') + IEA)).toEqual([
      'transaction-trailer-missing 2',
    ]);
    expect(reasons(ISA + GS + ST + BODY + GE + IEA)).toEqual(['transaction-trailer-missing 2']);
    const other = GS.replace('*71*', '*72*') + SET + GE.replace('71', '72');
    expect(reasons(ISA + GS + SET + other + IEA.replace('*1*', '*2*'))).toEqual(['group-trailer-missing 3']);
    expect(reasons(ISA + GS + SET + IEA)).toEqual(['group-trailer-missing 3']);
  });

  it('closes an interchange at the next ISA', () => {
    const next = ISA.replace('000000071', '000000072') + GS + SET + GE + IEA.replace('71', '72');
    const { events } = readEnvelopes(ISA + GS + ST + BODY + next);
    expect(events.filter((event) => event.startsWith('IEA'))).toEqual(['IEA 1 truncated', 'IEA 1']);
  });

  it('reads a set outside any group in a group without header, which IEA01 does not count', () => {
    const { events } = readEnvelopes(ISA + SET + IEA.replace('*1*', '*0*'));
    expect(events.slice(1, 3)).toEqual(['GS 1 none', 'ST 1 270']);
    expect(reasons(ISA + SET + IEA.replace('*1*', '*0*'))).toEqual(['interchange-structure 022']);
  });

  it('reports trailers without a header and keeps them', () => {
    const { events, findings } = readEnvelopes(ISA + GE + GS + SE + SET + GE + IEA);
    expect(findings.map((found) => found.reason)).toEqual(['interchange-structure', 'interchange-structure']);
    expect(events.filter((event) => event.startsWith('loose'))).toEqual(['loose GE 0 0', 'loose SE 0 1/0']);
  });

  it('reports a segment between ISA and GS, and one between SE and GE', () => {
    expect(reasons(`${ISA}NTE**X~${GS}${SET}${GE}${IEA}`)).toEqual(['interchange-content 024']);
    expect(reasons(`${ISA}${GS}${SET}NTE**X~${GE}${IEA}`)).toEqual(['interchange-structure 022']);
  });

  it('keeps security segments without a word', () => {
    const { events, findings } = readEnvelopes(`${ISA}S3S*AA~${GS}S4S*AA~${SET}S4A*1~${GE}S3E*1~${IEA}`);
    expect(findings).toEqual([]);
    expect(events.filter((event) => event.startsWith('loose'))).toHaveLength(4);
  });
});

describe('TA1 and other control segments', () => {
  it('reads an interchange of TA1 alone', () => {
    const { events, findings } = readEnvelopes(ISA + TA1 + TA1 + IEA.replace('*1*', '*0*'));
    expect(findings).toEqual([]);
    expect(events.slice(1)).toEqual(['loose TA1 0 0', 'loose TA1 1 0', 'IEA 0']);
  });

  it('takes a TA1 behind a group with a warning, and one inside a group as a fault', () => {
    const { events } = readEnvelopes(ISA + GS + SET + GE + TA1 + IEA);
    expect(events).toContain('loose TA1 0 1');
    expect(reasons(ISA + GS + SET + GE + TA1 + IEA)).toEqual(['ta1-place -']);
    expect(reasons(ISA + GS + TA1 + SET + GE + IEA)).toEqual(['interchange-structure 022']);
  });

  it('checks ISB and ISE', () => {
    expect(reasons(`${ISA}ISB*1~ISE*260401*0930*ET~ISX*!~${GS}${SET}${GE}${IEA}`)).toEqual([]);
    expect(reasons(`${ISA}ISB*7~${GS}${SET}${GE}${IEA}`)).toEqual(['isb-grade-of-service 031']);
    expect(reasons(`${ISA}ISE*260231*2400*e~${GS}${SET}${GE}${IEA}`)).toEqual([
      'ise-date 028',
      'ise-time 029',
      'ise-time-code 030',
    ]);
  });

  it('reports empty envelopes', () => {
    expect(reasons(ISA + IEA.replace('*1*', '*0*'))).toEqual(['interchange-empty 024']);
    expect(reasons(ISA + GS + GE.replace('*1*', '*0*') + IEA)).toEqual(['group-empty -']);
  });
});

describe('counts and control numbers', () => {
  const read = (from: string, to: string): string[] => reasons(GOOD.replace(from, to));

  it.each([
    ['SE*4*0001', 'SE*5*0001', 'transaction-segment-count 4'],
    ['SE*4*0001', 'SE**0001', 'transaction-segment-count 4'],
    ['SE*4*0001', 'SE*004*0001', 'count-format -'],
    ['SE*4*0001', 'SE*4*0002', 'transaction-control-number 3'],
    ['GE*1*71', 'GE*3*71', 'group-transaction-count 5'],
    ['GE*1*71', 'GE*01*71', 'count-format -'],
    ['GE*1*71', 'GE*1*72', 'group-control-number 4'],
    ['GE*1*71', 'GE*1*071', 'control-number-format -'],
    ['IEA*1*', 'IEA*2*', 'iea-group-count 021'],
    ['IEA*1*000000071', 'IEA*1*000000072', 'iea-control-number 001'],
    ['IEA*1*000000071', 'IEA*1*71', 'control-number-format -'],
  ])('%s -> %s', (from, to, expected) => {
    expect(read(from, to)).toEqual([expected]);
  });

  it('compares ST02 and SE02 as text, with a hint where only zeros differ', () => {
    expect(read('SE*4*0001', 'SE*4*00001')).toEqual(['transaction-control-number 3', 'control-number-format -']);
  });

  it('reports an empty segment once and accepts an SE01 with and without it', () => {
    const with4 = GOOD.replace('HL*1**20*1~', 'HL*1**20*1~~');
    expect(reasons(with4)).toEqual(['segment-empty 1']);
    expect(reasons(with4.replace('SE*4', 'SE*5'))).toEqual(['segment-empty 1']);
    expect(reasons(with4.replace('SE*4', 'SE*6'))).toEqual(['segment-empty 1', 'transaction-segment-count 4']);
    expect(readEnvelopes(with4).events).toContain('4 SE');
  });

  it('places a finding by interchange, group, set, offset and segment', () => {
    const [found] = readEnvelopes(GOOD.replace('SE*4*0001', 'SE*5*0001')).findings;
    expect(found?.at).toEqual({
      interchange: 1,
      group: 1,
      transaction: 1,
      segment: 4,
      segmentId: 'SE',
      element: 1,
      segmentOffset: GOOD.indexOf('SE*4'),
    });
  });
});

describe('duplicates within the input', () => {
  it('are told by headers as they were read, whatever is made of them', async () => {
    const twice = (group: string) => `${ISA}${group}${group}${IEA.replace('*1*', '*2*')}`;
    const found: string[] = [];
    const engine = createEngine({ guides: [] });
    const bytes = new TextEncoder().encode(twice(GS + GE.replace('*1*', '*0*')).repeat(2));
    // Cut, so that each header is out before the next is read.
    const chunks = Array.from({ length: Math.ceil(bytes.length / 40) }, (_, at) => bytes.slice(40 * at, 40 * at + 40));
    for await (const event of engine.stream(chunks, { holdBytes: 0 })) {
      if (event.kind === 'interchange' || event.kind === 'group')
        Object.assign(event.header ?? {}, { controlNumber: '9', senderId: 'X', applicationSenderCode: 'X' });
      if ('findings' in event) found.push(...event.findings.map(({ reason }) => reason));
    }
    const duplicates = found.filter((reason) => reason.endsWith('-duplicate')).sort();
    expect(duplicates).toEqual(['group-duplicate', 'group-duplicate', 'interchange-duplicate']);
  });

  it('reports an interchange with the same ids and number, not one between other partners', () => {
    expect(reasons(GOOD + GOOD)).toEqual(['interchange-duplicate 025']);
    expect(reasons(GOOD + GOOD.replace('PAYER01        *', 'PAYER02        *'))).toEqual([]);
  });

  it('reports a group with the same GS01, GS02, GS03 and GS06, numbers compared as numbers', () => {
    const again = GS.replace('*71*', '*071*') + SET + GE.replace('71', '071');
    expect(reasons(ISA + GS + SET + GE + again + IEA.replace('*1*', '*2*'))).toEqual(['group-duplicate 19']);
  });

  it('reports an ST02 used twice in a group; the same in two groups is legal', () => {
    expect(reasons(ISA + GS + SET + SET + GE.replace('*1*', '*2*') + IEA)).toEqual(['transaction-duplicate 23']);
    const other = GS.replace('*71*', '*72*') + SET + GE.replace('71', '72');
    expect(reasons(ISA + GS + SET + GE + other + IEA.replace('*1*', '*2*'))).toEqual([]);
  });
});

describe('header values', () => {
  it.each<[number, string, string]>([
    [1, '99', 'isa-authorization-qualifier 010'],
    [1, '03', 'isa-authorization 011'],
    [2, 'DEPT42    ', 'isa-authorization 011'],
    [3, '09', 'isa-security-qualifier 012'],
    [3, '01', 'isa-security 013'],
    [5, 'XX', 'isa-sender-qualifier 005'],
    [6, ' '.repeat(15), 'isa-sender 006'],
    [7, 'xx', 'isa-receiver-qualifier 007'],
    [8, ' '.repeat(15), 'isa-receiver 008'],
    [9, '260231', 'isa-date 014'],
    [10, '2400', 'isa-time 015'],
    [12, '0050X', 'isa-version 017'],
    [12, '00599', 'isa-version-unknown 003'],
    [14, '4', 'isa-acknowledgment-requested 019'],
    [15, 'X', 'isa-usage 020'],
  ])('ISA%i', (element, value, expected) => {
    expect(reasons(isa({ [element]: value }) + GS + SET + GE + IEA)).toContain(expected);
  });

  it('reads ISA14 2 and 3 and ISA01 07 and 08 without a word', () => {
    for (const value of ['2', '3']) expect(reasons(isa({ 14: value }) + GS + SET + GE + IEA)).toEqual([]);
    expect(reasons(isa({ 1: '08', 2: 'DEPT42    ' }) + GS + SET + GE + IEA)).toEqual([]);
  });

  it('reports an ISA13 that is no number of nine digits', () => {
    expect(reasons(`${isa({ 13: '00000007A' }) + GS + SET + GE}IEA*1*00000007A~`)).toEqual(['isa-control-number 018']);
  });

  it.each([
    ['GS*HS', 'GS*', 'group-header 024'],
    ['GS*HS', 'GS*Q1', 'group-functional-id 1'],
    ['*71*X', '*7A*X', 'group-control-number-syntax 6'],
    ['005010X279A1~ST', '5010~ST', 'group-version 2'],
    ['ST*270', 'ST*27', 'transaction-id 6'],
    ['ST*270', 'ST*835', 'transaction-not-in-group 18'],
    ['ST*270*0001', 'ST*270*1', 'transaction-control-number-syntax 7'],
    ['0001*005010X279A1', '0001*005010X212', 'transaction-implementation 19'],
  ])('%s -> %s', (from, to, expected) => {
    expect(reasons(GOOD.replace(from, to))).toContain(expected);
  });

  it('says how long the codes of a GS are', () => {
    expect(REASONS['group-header'].advice).toContain('GS02 and GS03 with 2 to 15 characters');
  });

  it('takes a set that no group is known for in any group', () => {
    expect(reasons(GOOD.replace('ST*270', 'ST*999'))).toContain('transaction-not-in-group 18');
    // Published, and no source says in which group; and one that no release publishes.
    expect(reasons(GOOD.replace('ST*270', 'ST*995'))).toEqual([]);
    expect(reasons(GOOD.replace('ST*270', 'ST*777'))).toContain('transaction-not-in-group 18');
  });
});

describe('input that ends inside a segment', () => {
  it('hands the rest over, marks the set and reports IK502 2', () => {
    const { events, findings } = readEnvelopes(`${ISA}${GS}${ST}BHT*0022*13*RE`);
    expect(events).toContain('2 BHT');
    expect(events).toContain('SE 2 truncated');
    expect(findings[0]).toMatchObject({ reason: 'segment-truncated', at: { segment: 2, transaction: 1 } });
  });

  it('forgives a last IEA without terminator: a warning, nothing truncated', () => {
    const { events, findings } = readEnvelopes(GOOD.slice(0, -1));
    expect(events.at(-1)).toBe('IEA 1');
    expect(findings.map(({ reason, severity }) => [reason, severity])).toEqual([['iea-missing', 'warning']]);
  });
});
