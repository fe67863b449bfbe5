import { expect, it } from 'vitest';
import { latin1 } from '../../src/syntax/encoding.js';
import { Tokenizer } from '../../src/syntax/tokenizer.js';
import { interchange, isa } from './interchange-text.js';
import { describeBothScans } from './scan/both-scans.js';
import { bytesOf, type Reading, read, readEveryWay } from './split.js';

const reasons = (reading: Reading): string[] => reading.findings.map(({ reason }) => reason);
const tags = (reading: Reading): string[] => reading.segments.map(({ elements }) => elements[0] ?? '');
const messageOf = (input: string, options = {}): string => {
  try {
    const tokenizer = new Tokenizer(options);
    tokenizer.push(bytesOf(input));
    tokenizer.end();
  } catch (error) {
    return String(error);
  }
  return 'no error';
};

describeBothScans('ISA with the wrong width', () => {
  const trimmed = `ISA*00**00**ZZ*SENDER*ZZ*RECEIVER*260102*0304*^*00501*000000001*0*T*:~GS*HS~IEA*0*000000001~`;

  it('reads by splitting and reports each wrong width', () => {
    for (const reading of readEveryWay(trimmed)) {
      expect(reading.error).toBeUndefined();
      expect(reading.findings.map(({ reason, at }) => [reason, at.element])).toEqual([
        ['isa-width', 2],
        ['isa-width', 4],
        ['isa-width', 6],
        ['isa-width', 8],
      ]);
      expect(reading.openings[0]?.isa[5]).toBe('SENDER');
      expect(reading.segments[0]?.elements).toHaveLength(17);
      expect(tags(reading)).toEqual(['ISA', 'GS', 'IEA']);
    }
  });

  it('reads an ISA with a ten-digit control number', () => {
    const reading = read(interchange([], { control: '0000000071' }));
    expect(reading.findings.map(({ reason, at }) => [reason, at.element])).toEqual([['isa-width', 13]]);
  });

  it('is refused in strict mode, naming the first wrong element', () => {
    expect(messageOf(trimmed, { strict: true })).toMatch(/ISA02 .*fixed width/);
    expect(read(interchange([]), { strict: true }).error).toBeUndefined();
  });

  it('keeps the fixed offsets when a separator stands inside a value', () => {
    for (const reading of readEveryWay(interchange(['GS*HS'], { sender: 'SEN*DER' }))) {
      expect(reading.findings.map(({ reason, at }) => [reason, at.element])).toEqual([['isa-element-separator', 6]]);
      expect(reading.openings[0]?.isa[5]).toBe('SEN*DER        ');
      expect(reading.openings[0]?.delimiters.component).toBe(':');
    }
  });

  it('is no interchange when neither method works', () => {
    expect(messageOf(`ISA*00*${'x'.repeat(600)}`)).toMatch(/16 element separators/);
    expect(messageOf('ISA*00*too short~')).toMatch(/ends inside the ISA/);
    expect(messageOf(isa().slice(0, 50).padEnd(700, '*1'))).toMatch(/X12Error: The ISA has neither/);
  });
});

describeBothScans('the terminator is a control character', () => {
  const body = ['GS*HS*A', 'ST*270*0001', 'SE*2*0001', 'GE*1*1'];
  it.each(['\n', '\r', '\x1c', '\x1d', '\x07', '\x15'])('reads with terminator %j', (terminator) => {
    for (const reading of readEveryWay(interchange(body, { terminator }))) {
      expect(tags(reading)).toEqual(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA']);
      expect(reasons(reading)).toEqual([]);
      expect(reading.openings[0]?.newline).toBe('');
    }
  });

  it('takes the LF behind a declared CR for layout', () => {
    for (const reading of readEveryWay(interchange(body, { terminator: '\r' }, '\n'))) {
      expect(reading.openings[0]).toMatchObject({ newline: '\n', delimiters: { segment: '\r' } });
      expect(tags(reading)).toEqual(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA']);
      expect(reading.layoutChanges).toBe(0);
      expect(reasons(reading)).toEqual([]);
    }
  });

  it('drops the CR of CRLF where LF was declared, with one finding', () => {
    const text = isa({ terminator: '\n' }) + [...body, 'IEA*1*000000001'].map((segment) => `${segment}\r\n`).join('');
    for (const reading of readEveryWay(text)) {
      expect(reading.segments[1]?.elements).toEqual(['GS', 'HS', 'A']);
      expect(reading.segments.map(({ flags }) => flags)).toEqual([0, 0, 0, 0, 0, 0]);
      expect(reasons(reading)).toEqual(['terminator-line-break']);
      expect(reading.segments[2]?.offset).toBe(106 + 'GS*HS*A\r\n'.length);
    }
  });
});

describeBothScans('ISA11 is U, blank, a letter or a separator', () => {
  it.each([
    ['^', '00401', undefined, ['isa-standards-id']],
    ['U', '00401', undefined, []],
    ['U', '00501', undefined, ['isa-repetition-separator']],
    ['V', '00501', undefined, ['isa-repetition-separator']],
    [' ', '00501', undefined, ['isa-repetition-separator']],
    ['^', '00402', '^', []],
    ['|', '00501', '|', []],
    [':', '00501', undefined, ['isa-delimiters-collide']],
    ['^', '     ', undefined, ['isa-standards-id']],
  ])('ISA11 %j at %s gives repetition separator %j', (isa11, version, repetition, expected) => {
    const reading = read(interchange(['EB*1^2'], { isa11, version }));
    expect(reading.openings[0]?.delimiters.repetition).toBe(repetition);
    expect(reasons(reading)).toEqual(expected);
    expect(reading.openings[0]?.findings).toEqual(reading.findings);
  });
});

describeBothScans('colliding or absurd delimiters', () => {
  it.each([
    ['ISA16 a blank', { component: ' ' }, 'isa-component-separator'],
    ['ISA16 a letter', { component: 'A' }, 'isa-component-separator'],
    ['component = element', { component: '*' }, 'isa-delimiters-collide'],
    ['terminator = component', { terminator: ':' }, 'isa-delimiters-collide'],
    ['terminator = element', { terminator: '*' }, 'isa-delimiters-collide'],
    ['terminator a digit', { terminator: '1' }, 'isa-terminator'],
    ['terminator a blank', { terminator: ' ' }, 'isa-terminator'],
    ['terminator above ASCII', { terminator: '\x85' }, 'isa-terminator'],
    ['terminator NUL', { terminator: '\0' }, 'isa-terminator'],
  ])('refuses %s', (_, parts, reason) => {
    const text = `${isa(parts)}*GS*HS~`;
    expect(new Set(readEveryWay(text).map(({ error }) => error))).toEqual(new Set(['X12_DELIMITERS_INVALID']));
    try {
      new Tokenizer().push(bytesOf(text.padEnd(300, '~')));
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ details: { reason, inputOffset: 0 } });
    }
  });

  it('says that ISA16 is missing when the next tag begins one byte early', () => {
    const text = `${isa().slice(0, 104)}~GS*HS~`;
    expect(messageOf(text)).toMatch(/ISA16 or the segment terminator is missing/);
  });

  it('says that ISA16 is missing when every line ends with the declared component separator', () => {
    const lines = `${isa().slice(0, 104)}~\nGS*HS*A~\nIEA*1*000000001~\n`;
    for (const reading of readEveryWay(lines)) expect(reasons(reading)).toEqual(['isa-component-separator-missing']);
    for (const reading of readEveryWay(lines.replaceAll('\n', '\r\n'))) {
      expect(reasons(reading)).toEqual(['isa-component-separator-missing']);
    }
    expect(reasons(read(interchange(['GS*HS'], { terminator: '\n' })))).toEqual([]);
  });

  it('accepts underscore and any other punctuation', () => {
    for (const element of '!"#$%&\'()+,-./;<=>?@[\\]_`{|}') {
      const reading = read(interchange(['GS*HS*1'], { element }));
      expect(reading.segments[1]?.elements).toEqual(['GS', 'HS', '1']);
    }
  });

  it('refuses a later ISA with a finding, and goes on with the next sound one', () => {
    const bad = `${isa({ terminator: 'X' })}GS*HS*X`;
    const text = interchange([]) + bad + interchange([], { control: '000000002' });
    for (const reading of readEveryWay(text)) {
      expect(reading.findings.map(({ reason, at }) => [reason, at.interchange])).toEqual([
        ['isa-terminator', 2],
        ['text-outside', 3],
      ]);
      expect(reading.segments.map(({ interchange: n }) => n)).toEqual([1, 1, 3, 3]);
      expect(reading.openings[1]?.before).toBe(bad);
    }
  });
});

describeBothScans('encoding', () => {
  const utf8Name = '\xc3\x89RIC';

  it('decodes UTF-8 whatever the cut, and marks the segment', () => {
    for (const reading of readEveryWay(interchange([`NM1*IL*1*${utf8Name}*X`, 'N3*A']))) {
      expect(reading.segments[1]).toMatchObject({ elements: ['NM1', 'IL', '1', 'ÉRIC', 'X'], flags: 2 });
      expect(reading.segments[1]?.raw).toBe('NM1*IL*1*ÉRIC*X');
      expect(reading.segments[2]).toMatchObject({ elements: ['N3', 'A'], flags: 0 });
      expect(reasons(reading)).toEqual([]);
    }
  });

  it('reads segments that are no UTF-8 as ISO 8859-1 and says so once', () => {
    const text = interchange(['N3*\xc9RIC \x93', `N3*${utf8Name}`, 'N3*\xe9']);
    for (const reading of readEveryWay(text)) {
      expect(reading.segments.map(({ elements }) => elements[1])).toEqual(['00', 'ÉRIC \u0093', 'ÉRIC', 'é', '0']);
      expect(reading.findings.map(({ reason, at }) => [reason, at.segmentOffset])).toEqual([['encoding-invalid', 106]]);
    }
  });

  it('uses the given encoding', () => {
    const reading = read(interchange([`N3*${utf8Name}`]), { encoding: latin1 });
    expect(reading.segments[1]?.elements[1]).toBe('Ã\u0089RIC');
    expect(reading.openings[0]?.encoding).toBe('iso-8859-1');
  });

  it.each([
    ['UTF-16 with mark', '\xff\xfeI\0S\0A\0*\0', 'X12_ENCODING_UNSUPPORTED', /UTF-16.*Convert it/],
    ['UTF-16 big endian', '\0I\0S\0A\0*', 'X12_ENCODING_UNSUPPORTED', /UTF-16/],
    ['UTF-16 little endian', 'I\0S\0A\0*\0', 'X12_ENCODING_UNSUPPORTED', /UTF-16/],
    ['EBCDIC', '\xc9\xe2\xc1\x5c', 'X12_ENCODING_UNSUPPORTED', /EBCDIC.*decodeEbcdic/],
    ['a name', './in box/850.edi', 'X12_NOT_AN_INTERCHANGE', /looks like the name of a file\. Pass what is in it/],
    ['a line', 'Dear Sir.', 'X12_NOT_AN_INTERCHANGE', /does not begin with ISA/],
    ['gzip', '\x1f\x8b\x08\0', 'X12_NOT_AN_INTERCHANGE', /looks like gzip.*Decompress/],
    ['zip', 'PK\x03\x04\x14', 'X12_NOT_AN_INTERCHANGE', /zip archive/],
    ['PGP', '-----BEGIN PGP MESSAGE-----\n', 'X12_NOT_AN_INTERCHANGE', /PGP/],
    ['S/MIME', 'MIME-Version: 1.0\r\n', 'X12_NOT_AN_INTERCHANGE', /S\/MIME/],
    ['EDIFACT', 'UNB+UNOA', 'X12_NOT_AN_INTERCHANGE', /EDIFACT/],
    ['a bare TA1', 'TA1*000000001~', 'X12_NOT_AN_INTERCHANGE', /without its ISA/],
    ['nothing', '', 'X12_NOT_AN_INTERCHANGE', /empty/],
    ['blanks', ' \r\n ', 'X12_NOT_AN_INTERCHANGE', /empty/],
    ['a letter', 'Dear partner', 'X12_NOT_AN_INTERCHANGE', /does not begin with ISA/],
    ['ISAAC', `ISAAC ${'x'.repeat(200)}`, 'X12_NOT_AN_INTERCHANGE', /No element separator/],
  ])('recognises %s', (_, text, code, message) => {
    expect(new Set(readEveryWay(text).map(({ error }) => error))).toEqual(new Set([code]));
    expect(messageOf(text)).toMatch(message);
  });
});
