import { expect, it } from 'vitest';
import { SegmentFlag } from '../../src/model/segments.js';
import { interchange, isa } from './interchange-text.js';
import { describeBothScans } from './scan/both-scans.js';
import { type Reading, read, readEveryWay } from './split.js';

const reasons = (reading: Reading): string[] => reading.findings.map(({ reason }) => reason);
const tags = (reading: Reading): string[] => reading.segments.map(({ elements }) => elements[0] ?? '');

describeBothScans('layout after the terminator', () => {
  it.each(['\n', '\r\n', '\r'])('keeps a constant %j as the newline', (newline) => {
    for (const reading of readEveryWay(interchange(['GS*HS', 'III*ZZ*21', 'BHT*1'], {}, newline))) {
      expect(reading.openings[0]?.newline).toBe(newline);
      expect(reading).toMatchObject({ layoutChanges: 0, findings: [], trailing: newline });
      expect(tags(reading)).toEqual(['ISA', 'GS', 'III', 'BHT', 'IEA']);
    }
  });

  it('counts segments with another line break and never touches values', () => {
    const text = `${isa()}\nGS*HS* A \r\nST*270~ST*270~\n\nSE*1~IEA*0*000000001~`;
    for (const reading of readEveryWay(text)) {
      expect(reading.segments[1]?.elements).toEqual(['GS', 'HS', ' A \r\nST', '270']);
      expect(reading.layoutChanges).toBe(3);
    }
  });

  it('reports blanks and tabs once, and flags each segment they stand before', () => {
    for (const reading of readEveryWay(`${isa()}\n GS*HS~\n\tST*1~\nSE*1~\nIEA*0*000000001~ \n`)) {
      expect(tags(reading)).toEqual(['ISA', 'GS', 'ST', 'SE', 'IEA']);
      expect(reading.segments.map(({ flags }) => flags)).toEqual([0, SegmentFlag.indented, SegmentFlag.indented, 0, 0]);
      expect(reading.findings.map(({ reason, at }) => [reason, at.segmentOffset])).toEqual([['layout-blanks', 108]]);
    }
  });

  it('takes no delimiter for layout', () => {
    const reading = read(interchange(['GS*HS', '*x'], { element: '\t' }));
    expect(reading.segments.map(({ elements }) => elements.slice(0, 2))).toEqual([
      ['ISA', '00'],
      ['GS', 'HS'],
      ['', 'x'],
      ['IEA', '0'],
    ]);
  });
});

describeBothScans('wrapped files', () => {
  const wrapped = interchange(['GS*HS*SENDER', 'BIN*6*a\r\n~*b', 'N3*STREET'])
    .replace('SENDER*', 'SEN\r\nDER*')
    .replace('STREET', 'STR\nEET')
    .replace('IEA', 'I\r\nEA');

  it('flags the line break inside an element when unwrap is off', () => {
    const reading = read(interchange(['N3*STR\r\nEET']));
    expect(reading.segments[1]).toMatchObject({ flags: SegmentFlag.control, elements: ['N3', 'STR\r\nEET'] });
  });

  it('drops line breaks everywhere but in binary data when unwrap is on', () => {
    for (const reading of readEveryWay(wrapped, { unwrap: true })) {
      expect(reading.segments.map(({ elements }) => elements)).toEqual([
        expect.arrayContaining(['ISA']),
        ['GS', 'HS', 'SENDER'],
        ['BIN', '6', 'a\r\n~*b'],
        ['N3', 'STREET'],
        ['IEA', '0', '000000001'],
      ]);
      expect(reading.openings[0]?.newline).toBe('');
      expect(reading.segments.map(({ flags }) => flags)).toEqual([0, 0, SegmentFlag.binary, 0, 0]);
    }
  });

  it('unwraps the ISA itself', () => {
    const text = interchange(['GS*HS*A']);
    const lines = Array.from({ length: Math.ceil(text.length / 40) }, (_, n) => text.slice(n * 40, n * 40 + 40));
    for (const reading of readEveryWay(lines.join('\r\n'), { unwrap: true })) {
      expect(reading.findings).toEqual([]);
      expect(tags(reading)).toEqual(['ISA', 'GS', 'IEA']);
    }
  });
});

describeBothScans('bytes before, between and after interchanges', () => {
  it('skips a byte order mark and white space, and says so', () => {
    for (const reading of readEveryWay(`\xef\xbb\xbf\r\n${interchange([])}\n`)) {
      expect(reasons(reading)).toEqual(['byte-order-mark', 'leading-layout']);
      expect(reading.openings[0]).toMatchObject({ inputOffset: 5, before: '\uFEFF\r\n' });
      expect(reading.segments[0]?.offset).toBe(0);
      expect(reading.trailing).toBe('\n');
    }
  });

  it('refuses other text in front, and skips it with scan', () => {
    const text = `From: VAN ISA*no\n${interchange([])}`;
    expect(new Set(readEveryWay(text).map(({ error }) => error))).toEqual(new Set(['X12_NOT_AN_INTERCHANGE']));
    for (const reading of readEveryWay(text, { scan: true })) {
      expect(reading.openings[0]).toMatchObject({ inputOffset: 17, before: 'From: VAN ISA*no\n' });
      expect(reasons(reading)).toEqual(['text-outside']);
    }
  });

  it('names the limit of the search', () => {
    const text = ' '.repeat(200) + interchange([]);
    for (const reading of readEveryWay(text, { limits: { scanBytes: 100 } })) {
      expect(reading.error).toBe('X12_LIMIT_EXCEEDED');
    }
    expect(read(text, { limits: { scanBytes: 200 } }).error).toBeUndefined();
  });

  it('keeps text between and behind interchanges, with a warning', () => {
    const text = `${interchange([])}\n-- VAN --\n${interchange([])}\x1a\0\0`;
    for (const reading of readEveryWay(text)) {
      expect(reading.openings[1]?.before).toBe('\n-- VAN --\n');
      expect(reading.trailing).toBe('\x1a\0\0');
      expect(reading.findings.map(({ reason, at }) => [reason, at.interchange])).toEqual([
        ['text-outside', 2],
        ['text-outside', 2],
      ]);
    }
  });

  it('finds no fault in line breaks between interchanges', () => {
    for (const reading of readEveryWay(`${interchange([])}\r\n\r\n${interchange([])}`)) {
      expect(reading.findings).toEqual([]);
      expect(reading.openings[1]?.before).toBe('\r\n\r\n');
    }
  });

  it('reports an ISA that the end of input cuts', () => {
    for (const reading of readEveryWay(interchange([]) + isa().slice(0, 70))) {
      expect(reading.findings.map(({ reason, at }) => [reason, at.interchange])).toEqual([['iea-missing', 2]]);
      expect(reading.trailing).toBe(isa().slice(0, 70));
    }
  });

  it('finds nothing to read in text alone, scan or not', () => {
    for (const reading of readEveryWay('ISLAND ISA IS', { scan: true })) {
      expect(reading.error).toBe('X12_NOT_AN_INTERCHANGE');
    }
  });
});

describeBothScans('ISA, GS, ST, IEA as data', () => {
  it('knows tags only at the beginning of a segment', () => {
    const segments = ['NM1*IL*1*ISA*IEA', 'REF*IEA*GS', 'ISAAC*1', 'IEAX*1', 'N1*ISA*x'];
    for (const reading of readEveryWay(interchange(segments))) {
      expect(reading.openings).toHaveLength(1);
      expect(tags(reading)).toEqual(['ISA', 'NM1', 'REF', 'ISAAC', 'IEAX', 'N1', 'IEA']);
    }
  });

  it('does not take a segment ISA without the shape of one for a header', () => {
    for (const reading of readEveryWay(interchange(['ISA*1*2*3', `ISA${'*1'.repeat(20)}`, 'N3*A']))) {
      expect(reading.openings).toHaveLength(1);
      expect(tags(reading)).toEqual(['ISA', 'ISA', 'ISA', 'N3', 'IEA']);
    }
  });
});

describeBothScans('several interchanges in one file', () => {
  it('discovers everything again at every ISA', () => {
    const text =
      interchange(['GS*HS'], {}, '\n') +
      interchange(['GS*HP*a^b'], { element: '|', component: '>', terminator: '\x1c', version: '00401', isa11: 'U' }) +
      interchange(['GS*FA'], { terminator: '!' }, '\r\n');
    for (const reading of readEveryWay(text)) {
      expect(reading.openings.map(({ newline }) => newline)).toEqual(['\n', '', '\r\n']);
      expect(reading.openings.map(({ delimiters }) => Object.values(delimiters).join(' '))).toEqual([
        '* : ~ ^',
        '| > \x1c ',
        '* : ! ^',
      ]);
      expect(reading.segments.map(({ interchange: n }) => n)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
      expect(reading.segments.filter((_, i) => i % 3 === 1).map(({ offset }) => offset)).toEqual([107, 106, 108]);
      expect(reading.findings).toEqual([]);
    }
  });

  it('begins a new interchange at a sound ISA though the IEA is missing', () => {
    const open = `${isa()}GS*HS~ST*270*0001~\n`;
    const trimmed = interchange([], { element: '|', sender: 'S' }).replace('S              ', 'S');
    for (const reading of readEveryWay(open + interchange([]) + open + trimmed)) {
      expect(reading.segments.map(({ interchange: n }) => n)).toEqual([1, 1, 1, 2, 2, 3, 3, 3, 4, 4]);
      expect(reading.openings[3]?.delimiters.element).toBe('|');
      expect(reasons(reading)).toEqual(['isa-width']);
    }
  });
});

describeBothScans('a delimiter inside data', () => {
  it('knows no release character', () => {
    const reading = read(interchange(['MSG*WHY??', 'MSG*a?*b']));
    expect(reading.segments[1]?.elements).toEqual(['MSG', 'WHY??']);
    expect(reading.segments[2]?.elements).toEqual(['MSG', 'a?', 'b']);
  });

  it('shows a stray terminator as a segment of unknown tag', () => {
    expect(tags(read(interchange(['REF*1*pass~word'])))).toEqual(['ISA', 'REF', 'word', 'IEA']);
  });
});

describeBothScans('NUL and control characters in data', () => {
  it.each(['\0', '\t', '\x0b', '\x1a', '\x7f', '\n'])('flags %j and keeps it', (character) => {
    for (const reading of readEveryWay(interchange([`N3*A${character}B*C`, 'N3*D']))) {
      expect(reading.segments[1]).toMatchObject({
        flags: SegmentFlag.control,
        elements: ['N3', `A${character}B`, 'C'],
      });
      expect(reading.segments[2]?.flags).toBe(0);
    }
  });

  it('flags the ISA too', () => {
    expect(read(interchange([], { sender: 'A\x01' })).segments[0]?.flags).toBe(SegmentFlag.control);
  });
});

describeBothScans('lower case', () => {
  const lower = interchange(['gs*hs', 'bin*3*~*~', 'Nm1*il*doe']).replace('ISA', 'isa').replace('IEA', 'iea');

  it('keeps tags as received', () => {
    expect(tags(read(interchange(['nm1*il'])))).toEqual(['ISA', 'nm1', 'IEA']);
    expect(read(lower).error).toBe('X12_NOT_AN_INTERCHANGE');
  });

  it('reads lower-case tags as upper case with foldTags, and leaves data alone', () => {
    for (const reading of readEveryWay(`${lower}\n${lower}`, { foldTags: true })) {
      expect(tags(reading).slice(0, 5)).toEqual(['ISA', 'GS', 'BIN', 'NM1', 'IEA']);
      expect(reading.segments[1]?.raw).toBe('GS*hs');
      expect(reading.segments[2]?.elements).toEqual(['BIN', '3', '~*~']);
      expect(reading.openings).toHaveLength(2);
    }
  });
});

describeBothScans('the input ends early', () => {
  it('keeps a last segment without terminator and flags it', () => {
    for (const reading of readEveryWay(interchange(['GS*HS']).slice(0, -1))) {
      expect(reading.segments.at(-1)).toMatchObject({
        elements: ['IEA', '0', '000000001'],
        flags: SegmentFlag.truncated,
      });
      expect(reading.trailing).toBe('');
    }
  });

  it('takes the last line break for layout even so', () => {
    for (const reading of readEveryWay(`${interchange(['GS*HS']).slice(0, -1)}\r\n`)) {
      expect(reading.segments.at(-1)).toMatchObject({
        elements: ['IEA', '0', '000000001'],
        flags: SegmentFlag.truncated,
      });
      expect(reading.trailing).toBe('\r\n');
    }
  });

  it('loses nothing of a segment cut in the middle', () => {
    for (const reading of readEveryWay(`${isa()}GS*HS~NM1*IL*\xc3`)) {
      expect(reading.segments.at(-1)).toMatchObject({ elements: ['NM1', 'IL', '\xc3'], flags: 16 + 2 });
    }
  });

  it('makes no segment of layout at the end', () => {
    expect(tags(read(`${isa()}GS*HS~\n\n`))).toEqual(['ISA', 'GS']);
  });
});

describeBothScans('limits', () => {
  it.each([
    ['elements', { elements: 3 }, interchange(['N3*1*2*3*4'])],
    ['segmentBytes', { segmentBytes: 120 }, interchange([`N3*${'x'.repeat(200)}`])],
    ['segmentBytes', { segmentBytes: 120 }, `${isa()}N3*${'x'.repeat(200)}`],
    ['segmentBytes', { segmentBytes: 120 }, interchange([`BIN*118*${'x'.repeat(118)}`])],
    ['elements', { elements: 3 }, `${isa()}N3${'*'.repeat(200)}`],
    ['interchanges', { interchanges: 1 }, interchange([]) + interchange([])],
    ['scanBytes', { scanBytes: 10 }, `${interchange([])}${'\0'.repeat(20)}`],
  ])('names %s', (limit, limits, text) => {
    const [whole, ...others] = readEveryWay(text, { limits: { ...limits } });
    expect(whole?.error).toBe('X12_LIMIT_EXCEEDED');
    for (const reading of others) expect(reading.error).toBe('X12_LIMIT_EXCEEDED');
    expect(limit in limits).toBe(true);
  });

  it('lets what is just within them pass', () => {
    const limits = { elements: 16, segmentBytes: 106, interchanges: 1, scanBytes: 0 };
    expect(read(interchange([`N3${'*1'.repeat(16)}`, `N3*${'x'.repeat(103)}`]), { limits }).error).toBeUndefined();
  });

  it('does not choke on hostile tags', () => {
    const reading = read(interchange(['__proto__*1', 'constructor*2', '*', '**']));
    expect(tags(reading)).toEqual(['ISA', '__proto__', 'constructor', '', '', 'IEA']);
  });
});

describeBothScans('blank, repeated or foreign segments', () => {
  it('keeps an empty segment with an empty tag', () => {
    for (const reading of readEveryWay(`${isa()}GS*HS~~~ ~\n~IEA*0*000000001~`)) {
      expect(reading.segments.map(({ raw }) => raw).slice(1)).toEqual(['GS*HS', '', '', '', '', 'IEA*0*000000001']);
      expect(reading.segments[2]?.elements).toEqual(['']);
      expect(reading.segments.map(({ offset }) => offset)).toEqual([0, 106, 112, 113, 115, 117, 118]);
    }
  });

  it('reads foreign tags like any other', () => {
    expect(tags(read(interchange(['UNB+X', 'ZZZ*1', 'NTE'])))).toEqual(['ISA', 'UNB+X', 'ZZZ', 'NTE', 'IEA']);
  });
});
