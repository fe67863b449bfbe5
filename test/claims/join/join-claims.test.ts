import { describe, expect, it } from 'vitest';
import { type JoinClaimsOptions, joinClaims, joinClaimsInSteps } from '../../../src/claims/join/join-claims.js';
import { claimJoinKey } from '../../../src/claims/join/join-key.js';

const NOW = Date.UTC(2026, 2, 2, 10, 20, 30);
const OPTIONS: JoinClaimsOptions = { interchangeNumber: 42, groupNumber: '7', now: NOW };
const encoder = new TextEncoder();

interface Changes {
  readonly newline?: string;
  /** Element separator, terminator, repetition and component separator. */
  readonly delimiters?: string;
  /** Texts of the interchange and what stands in their place. */
  readonly replace?: readonly (readonly [string, string])[];
}

/** A claim with the segments that are looked at, alone in its interchange. */
function single(name: string, { newline = '', delimiters = '*~^:', replace = [] }: Changes = {}): Uint8Array {
  const segments = [
    'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260301*0915*^*00501*000000001*0*P*:',
    'GS*HC*SENDER*RECEIVER*20260301*091501*1*X*005010X222A1',
    'ST*837*0001*005010X222A1',
    `BHT*0019*00*${name}*20260301*0915*CH`,
    'NM1*41*2*LAKE CLINIC*****46*S1',
    'NM1*40*2*NORTH HEALTH*****46*00123',
    'HL*1**20*1',
    'HL*2*1*22*1',
    'HL*3*2*23*0',
    `CLM*${name}*10***11:B:1`,
    'SE*9*0001',
    'GE*1*1',
    'IEA*1*000000001',
  ];
  let text = segments.map((segment) => `${segment}~${newline}`).join('');
  for (const [from, to] of replace) text = text.replace(from, to);
  const [element = '', terminator = '', repetition = '', component = ''] = delimiters;
  const other: Readonly<Record<string, string>> = { '*': element, '~': terminator, '^': repetition, ':': component };
  return encoder.encode(text.replace(/[*~^:]/g, (one) => other[one] ?? one));
}

function joined(interchanges: readonly Uint8Array[], options: Partial<JoinClaimsOptions> = {}): string {
  return new TextDecoder().decode(joinClaims(interchanges, { ...OPTIONS, ...options }).bytes);
}

const HEAD = [
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260302*1020*^*00501*000000042*0*P*:~',
  'GS*HC*SENDER*RECEIVER*20260302*102030*7*X*005010X222A1~',
];

describe('joined claims', () => {
  it('are the same where they are joined a claim a step', () => {
    const claims = [single('ONE'), single('TWO'), single('THREE')];
    const steps = joinClaimsInSteps(claims, OPTIONS);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(count).toBe(3);
    expect(step.value).toEqual(joinClaims(claims, OPTIONS));
  });

  it('keep their sets, numbered anew, with claims one by one', () => {
    expect(joined([single('A'), single('B')]).split(/(?<=~)/)).toEqual([
      ...HEAD,
      'ST*837*0001*005010X222A1~',
      'BHT*0019*00*A*20260301*0915*CH~',
      'NM1*41*2*LAKE CLINIC*****46*S1~',
      'NM1*40*2*NORTH HEALTH*****46*00123~',
      ...['HL*1**20*1~', 'HL*2*1*22*1~', 'HL*3*2*23*0~', 'CLM*A*10***11:B:1~', 'SE*9*0001~'],
      'ST*837*0002*005010X222A1~',
      'BHT*0019*00*B*20260301*0915*CH~',
      'NM1*41*2*LAKE CLINIC*****46*S1~',
      'NM1*40*2*NORTH HEALTH*****46*00123~',
      ...['HL*1**20*1~', 'HL*2*1*22*1~', 'HL*3*2*23*0~', 'CLM*B*10***11:B:1~', 'SE*9*0002~'],
      ...['GE*2*7~', 'IEA*1*000000042~'],
    ]);
  });

  it('share the head of the first in a set of several, and their levels go on counting', () => {
    const { bytes, sets } = joinClaims([single('A'), single('B'), single('C')], { ...OPTIONS, claimsPerSet: 2 });
    expect(new TextDecoder().decode(bytes).split(/(?<=~)/)).toEqual([
      ...HEAD,
      'ST*837*0001*005010X222A1~',
      'BHT*0019*00*A*20260301*0915*CH~',
      'NM1*41*2*LAKE CLINIC*****46*S1~',
      'NM1*40*2*NORTH HEALTH*****46*00123~',
      ...['HL*1**20*1~', 'HL*2*1*22*1~', 'HL*3*2*23*0~', 'CLM*A*10***11:B:1~'],
      ...['HL*4**20*1~', 'HL*5*4*22*1~', 'HL*6*5*23*0~', 'CLM*B*10***11:B:1~', 'SE*13*0001~'],
      'ST*837*0002*005010X222A1~',
      'BHT*0019*00*C*20260301*0915*CH~',
      'NM1*41*2*LAKE CLINIC*****46*S1~',
      'NM1*40*2*NORTH HEALTH*****46*00123~',
      ...['HL*1**20*1~', 'HL*2*1*22*1~', 'HL*3*2*23*0~', 'CLM*C*10***11:B:1~', 'SE*9*0002~'],
      ...['GE*2*7~', 'IEA*1*000000042~'],
    ]);
    expect(sets).toEqual([
      { number: '0001', transactionId: 'A', claims: 2 },
      { number: '0002', transactionId: 'C', claims: 1 },
    ]);
  });

  it('have the delimiters and the line break of the first, whatever line breaks the others have', () => {
    const delimiters = '|!^>';
    const one = single('A', { delimiters, newline: '\r\n' });
    const text = joined([one, single('B', { delimiters }), single('C', { delimiters, newline: '\n' })]);
    expect(text).toBe(joined([one, ...['B', 'C'].map((name) => single(name, { delimiters, newline: '\r\n' }))]));
    const segments = text.split('!\r\n');
    expect(segments).toHaveLength(2 + 3 * 9 + 2 + 1);
    expect(segments.at(-1)).toBe('');
    expect(segments[11]).toBe('ST|837|0002|005010X222A1');
    expect(segments[19]).toBe('SE|9|0002');
  });

  it('keep bytes of whatever encoding', () => {
    const bytes = single('A', { replace: [['LAKE', 'L?KE']] });
    bytes[bytes.indexOf('?'.charCodeAt(0))] = 0xc4;
    for (const claimsPerSet of [1, 2]) {
      const out = joinClaims([bytes, bytes], { ...OPTIONS, claimsPerSet }).bytes;
      expect(out.filter((byte) => byte === 0xc4)).toHaveLength(claimsPerSet === 1 ? 2 : 1);
    }
  });

  it('may be long, and have a mark or line breaks before them', () => {
    const lines = Array.from({ length: 9_999 }, (_, at) => `LX*${at + 1}~SV1*HC:99213*10*UN*1***1~`).join('');
    const long = single('A', { replace: [['SE*9', `${lines}SE*20007`]] });
    const marked = new Uint8Array([...encoder.encode('\ufeff\n'), ...long]);
    expect(joined([single('B'), marked])).toBe(joined([single('B'), long]));
    expect(joined([long])).toContain(`CLM*A*10***11:B:1~${lines}SE*20007*0001~GE*1*7~`);
  });

  it('get more digits in ST02 where there are more of them', () => {
    const one = single('A');
    const { sets } = joinClaims(Array<Uint8Array>(10_001).fill(one), OPTIONS);
    expect(sets.slice(-2).map(({ number }) => number)).toEqual(['10000', '10001']);
  });

  it('are dated by the clock of the time zone', () => {
    expect(joined([single('A')], { timeZone: 'Asia/Tokyo' })).toContain('*260302*1920*^*');
    expect(joined([single('A')], { timeZone: 'Pacific/Honolulu' })).toContain('*20260302*002030*7*');
  });
});

describe('the key of claims that may be joined', () => {
  const keyOf = (changes: Changes, claimsPerSet?: number): string =>
    claimJoinKey(single('A', changes), { claimsPerSet });
  const replaced = (from: string, to: string): Changes => ({ replace: [[from, to]] });

  it.each([
    ['delimiters', { delimiters: '|~^:' }],
    ['the repetition separator', { delimiters: '*~!:' }],
    ['ISA01', replaced('ISA*00*', 'ISA*03*')],
    ['ISA06', replaced('ZZ*SENDER ', 'ZZ*SENDERS')],
    ['ISA08', replaced('RECEIVER  ', 'RECEIVER2 ')],
    ['ISA14', replaced('*0*P*', '*1*P*')],
    ['ISA15', replaced('*0*P*', '*0*T*')],
    ['GS02', replaced('HC*SENDER', 'HC*OTHER')],
    ['GS03', replaced('*RECEIVER*2026', '*OTHER*2026')],
    ['GS08', replaced('X*005010X222A1', 'X*005010X222A2')],
  ])('says %s', (_, changes) => {
    expect(keyOf(changes)).not.toBe(keyOf({}));
    expect(() => joined([single('A'), single('B', changes)])).toThrow(
      expect.objectContaining({ code: 'X12_DATA_INVALID', details: { findings: [], claim: 2 } }),
    );
  });

  it.each([
    ['ST03', replaced('0001*005010X222A1', '0001*005010X222')],
    ['BHT02', replaced('0019*00', '0019*18')],
    ['BHT06', replaced('*CH~', '*RP~')],
    ['1000A', replaced('LAKE CLINIC', 'HILL CLINIC')],
    ['1000B', replaced('*00123', '*00124')],
  ])('says %s where claims share a set, and else not', (_, changes) => {
    expect(keyOf(changes, 2)).not.toBe(keyOf({}, 2));
    expect(keyOf(changes)).toBe(keyOf({}));
    expect(() => joined([single('A'), single('B', changes)], { claimsPerSet: 2 })).toThrow(/^Claim 2: /);
    expect(joined([single('A'), single('B', changes)])).toContain('SE*9*0002~');
  });

  it('does not say numbers, moments, line breaks or what the claim is about', () => {
    const other: Changes = {
      newline: '\n',
      replace: [
        ['260301*0915', '260302*1015'],
        ['000000001', '000000002'],
        ['20260301*091501*1*', '20260302*1015*2*'],
        ['ST*837*0001', 'ST*837*0009'],
        ['BHT*0019*00*A*20260301*0915', 'BHT*0019*00*Z*20260302*1015'],
        ['CLM*A*10', 'CLM*DOE*20'],
      ],
    };
    for (const claimsPerSet of [1, 5_000]) {
      expect(keyOf(other, claimsPerSet)).toBe(keyOf({}, claimsPerSet));
      expect(keyOf(other, claimsPerSet)).not.toContain('DOE');
    }
  });
});

describe('what cannot be joined', () => {
  const twice = ['SE*9*0001~', 'SE*9*0001~ST*837*0002*005010X222A1~BHT*0019*00*B~HL*1**20*0~CLM*B~SE*5*0002~'] as const;

  it.each<[string, Uint8Array]>([
    ['two claims', single('A', { replace: [['SE*9', 'CLM*B*10~SE*9']] })],
    ['no claim', single('A', { replace: [['CLM*', 'CLX*']] })],
    ['no level', single('A', { replace: [['HL*1**20*1~HL*2*1*22*1~HL*3*2*23*0~', '']] })],
    ['another set', single('A', { replace: [['ST*837', 'ST*270']] })],
    ['two sets', single('A', { replace: [twice] })],
    ['a group that does not end', single('A', { replace: [['GE*1*1~', '']] })],
    ['an interchange that does not end', single('A').slice(0, -1)],
    ['two interchanges', new Uint8Array([...single('A'), ...single('B')])],
    ['text behind the interchange', new Uint8Array([...single('A'), ...encoder.encode('MORE')])],
    ['a GS of too few elements', single('A', { replace: [['*X*005010X222A1', '']] })],
  ])('is %s', (_, interchange) => {
    expect(() => claimJoinKey(interchange)).toThrow(expect.objectContaining({ code: 'X12_DATA_INVALID' }));
    expect(() => joinClaims([single('A'), interchange], OPTIONS)).toThrow(
      expect.objectContaining({ code: 'X12_DATA_INVALID', details: { findings: [], claim: 2 } }),
    );
  });

  it('is something else than X12', () => {
    expect(() => joinClaims([single('A'), encoder.encode('{}')], OPTIONS)).toThrow(
      expect.objectContaining({ code: 'X12_NOT_AN_INTERCHANGE', details: expect.objectContaining({ claim: 2 }) }),
    );
  });

  it('is a level below one that is not there, where levels are counted anew', () => {
    const lost = single('A', { replace: [['HL*3*2*', 'HL*3*9*']] });
    expect(() => joinClaims([lost], { ...OPTIONS, claimsPerSet: 2 })).toThrow(
      expect.objectContaining({ code: 'X12_DATA_INVALID', details: { findings: [], claim: 1 } }),
    );
    expect(joined([lost])).toContain('HL*3*9*23*0~');
  });

  it('is nothing', () => {
    expect(() => joinClaims([], OPTIONS)).toThrow(
      expect.objectContaining({ code: 'X12_OPTION_INVALID', details: { option: 'interchanges' } }),
    );
  });

  it.each<[string, Partial<JoinClaimsOptions>]>([
    ...[0, 5_001, 1.5, Number.NaN].map((claimsPerSet): [string, Partial<JoinClaimsOptions>] => [
      'claimsPerSet',
      { claimsPerSet },
    ]),
    ...[0, '', '1234567890', '1.5', -1].map((interchangeNumber): [string, Partial<JoinClaimsOptions>] => [
      'interchangeNumber',
      { interchangeNumber },
    ]),
    ['groupNumber', { groupNumber: '00' }],
    ...[Number.NaN, Date.UTC(1949, 0), Date.UTC(2050, 0)].map((now): [string, Partial<JoinClaimsOptions>] => [
      'now',
      { now },
    ]),
  ])('is under a wrong %s: %j', (option, wrong) => {
    expect(() => joinClaims([single('A')], { ...OPTIONS, ...wrong })).toThrow(
      expect.objectContaining({ code: 'X12_OPTION_INVALID', details: { option } }),
    );
  });

  it('says which claim it is and no value of it', () => {
    const wrong = single('DOE', { replace: [['LAKE CLINIC', 'JANE']] });
    try {
      joinClaims([single('A'), wrong], { ...OPTIONS, claimsPerSet: 2 });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).toBe(
        'X12Error: Claim 2: This claim cannot go in one file with the first: they have different keys. Join claims of one claimJoinKey.',
      );
    }
  });
});
