import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wellFormedInput } from './arbitraries.js';
import { disagreements } from './compare-readings.js';
import { readByEngine } from './engine-reading.js';
import { readByGrammar } from './interchange-parser.js';

function isa({ version = '00501', isa11 = '^', element = '*', component = ':', segment = '~' } = {}): string {
  const sender = 'CLINIC'.padEnd(15);
  const fields = ['ISA', '00', ' '.repeat(10), '00', ' '.repeat(10), 'ZZ', sender, 'ZZ', sender, '250131', '1530'];
  return [...fields, isa11, version, '000000001', '0', 'T', component].join(element) + segment;
}

const ISA = isa();
const GS = 'GS*HS*A1*B1*20250131*1530*1*X*005010X279A1~';
const IEA = 'IEA*1*000000001~';
const group = (body: string): string => `${GS}ST*270*0001~${body}SE*2*0001~GE*1*1~`;
const whole = (body: string): string => ISA + group(body) + IEA;

// The numbers are those of the rules at the top of grammars/interchange.peggy.
const ACCEPTED: readonly [string, string][] = [
  ['1 one interchange', whole('')],
  ['1 several, with layout and a byte order mark around', `\xef\xbb\xbf\r\n${whole('')}\n \t${whole('')}\r\n`],
  ['1 each with its own delimiters', whole('') + whole('').replaceAll('*', '|').replaceAll('~', '\n')],
  ['2 any ISA11 before 00402, also a delimiter', isa({ version: '00401', isa11: ':' }) + group('') + IEA],
  ['2 a delimiter-like character inside an ISA value', whole('').replace('CLINIC ', 'CLIN~C ')],
  [
    '3 control characters as delimiters',
    isa({ segment: '\x1d', component: '\x1f' }) + `${group('')}${IEA}`.replaceAll('~', '\x1d'),
  ],
  ['4 control characters and high bytes in data', whole('NM1*\0\x1a\xff*\n~')],
  ['4 trailing separators, empty elements, a bare tag', whole('NM1**:^:**~K3~')],
  ['4 a last IEA without terminator', `${whole('').slice(0, -1)}\r\n`],
  ['4 the same where CR separates components', `${whole('').replace(':~', '\r~').slice(0, -1)}\r`],
  ['5 blanks and line breaks between segments', whole('\r\n \tNM1*1~\n\n')],
  ['5 CRLF where LF is the terminator', isa({ segment: '\n' }) + `${group('')}${IEA}`.replaceAll('~', '\r\n')],
  ['6 BIN with delimiters and line breaks inside', whole('BIN*8*~*~\r\nSE*~')],
  ['6 BDS, and a length of zero', whole('BDS*ASC*2*~~~BIN*0*~')],
  ['6 BIN without its block', whole('BIN~BIN*5~BDS*ASC*5~')],
  [
    '7 service segments, security segments, TA1 before and behind groups',
    `${ISA}ISB*1~ISE*250131*1530*CT~TA1*1~ISX*!~S4S*1~${group('')}S4E*1~TA1*1~${IEA}`,
  ],
  ['7 a TA1 alone', `${ISA}TA1*1~${IEA}`],
  ['7 an empty group', `${ISA}${GS}GE*0*1~${IEA}`],
  ['7 not counts, not control numbers', whole('').replaceAll('*0001', '*9999').replace('IEA*1', 'IEA*77')],
];

const TO_BODY = `${ISA}${GS}ST*270*0001~`;
const REFUSED: readonly [string, string, number][] = [
  ['1 nothing', '', 0],
  ['1 text in front', `junk${whole('')}`, 0],
  ['1 text behind', `${whole('')}junk`, whole('').length],
  ['2 a short id', whole('').replace('CLINIC   ', 'CLINIC  '), 49],
  ['2 an element separator in a value', whole('').replace('CLINIC ', 'CLIN*C '), 39],
  ['2 ISA12 that is no number', isa({ version: '0050X' }) + group('') + IEA, 88],
  ['2 U as repetition separator', isa({ isa11: 'U' }) + group('') + IEA, 0],
  ['3 a letter as component separator', isa({ component: 'x' }) + group('') + IEA, 104],
  ['3 a NUL as terminator', whole('').replaceAll('~', '\0'), 105],
  ['3 two equal delimiters', isa({ isa11: ':' }) + group('') + IEA, 104],
  ['4 a tag in lower case', whole('nm1*1~'), TO_BODY.length],
  ['4 a tag of four', whole('NM10*1~'), `${TO_BODY}NM1`.length],
  ['4 a cut segment', whole('').slice(0, -20), whole('').length - 20],
  ['5 an empty segment', whole('~'), TO_BODY.length],
  ['6 a block that is longer', whole('BIN*2*abc~'), `${TO_BODY}BIN*2*ab`.length],
  ['6 a length that is no number', whole('BIN*x*abc~'), `${TO_BODY}BIN*x`.length],
  ['7 neither group nor TA1', ISA + IEA, ISA.length],
  ['7 a set outside a group', `${ISA}ST*270*0001~SE*2*0001~${IEA}`, ISA.length + 1],
  ['7 no SE', whole('').replace('SE*2*0001~', ''), TO_BODY.length],
  ['7 ISB behind a group', `${ISA}${group('')}ISB*1~${IEA}`, (ISA + group('')).length],
];

describe('the interchange grammar', () => {
  it.each(ACCEPTED)('accepts %s, as the engine does', (_, text) => {
    const reading = readByGrammar(text);
    expect(reading).toMatchObject({ accepted: true });
    expect(disagreements(text, reading, readByEngine([bytesOf(text)]))).toEqual([]);
  });

  it.each(REFUSED)('refuses %s, as the engine does', (_, text, farthest) => {
    const reading = readByGrammar(text);
    expect(reading).toMatchObject({ accepted: false, farthest });
    expect(disagreements(text, reading, readByEngine([bytesOf(text)]))).toEqual([]);
  });

  it('accepts every well-formed input and finds its segments where they were written', () => {
    const accepts = fc.property(wellFormedInput, ({ text, starts }) => {
      const reading = readByGrammar(text);
      expect(reading).toMatchObject({ accepted: true });
      expect(reading.segments.map((segment) => segment.offset)).toEqual(starts);
    });
    fc.assert(accepts, { numRuns: 500 });
  });

  it('takes time in proportion to its input', () => {
    const text = whole('NM1*IL*1*DOE:A^B~'.repeat(5_000));
    // Were it the square, this would not end within the time that a test has.
    expect(readByGrammar(text)).toMatchObject({ accepted: true });
  });
});

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
