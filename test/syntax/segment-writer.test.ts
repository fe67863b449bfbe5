import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascii, decodeLatin1, latin1 } from '../../src/syntax/encoding.js';
import { SegmentWriter, type SegmentWriterOptions } from '../../src/syntax/segment-writer.js';
import { read } from './split.js';

const delimiters = { element: '*', component: ':', repetition: '^', segment: '~' };
const writer = (options: Partial<SegmentWriterOptions> = {}): SegmentWriter =>
  new SegmentWriter({ delimiters, ...options });
const taken = (from: SegmentWriter): string => decodeLatin1(from.take());

/** Writes `NM1` with elements of repetitions of components. */
function write(to: SegmentWriter, elements: readonly (readonly (readonly string[])[])[]): string {
  to.begin('NM1');
  for (const element of elements) {
    to.nextElement();
    for (const [r, repetition] of element.entries()) {
      if (r > 0) to.nextRepetition();
      for (const [c, component] of repetition.entries()) {
        if (c > 0) to.nextComponent();
        expect(to.value(component)).toBe(true);
      }
    }
  }
  to.end();
  return taken(to);
}

describe('SegmentWriter', () => {
  it('drops trailing empties at all three levels and keeps leading ones', () => {
    expect(write(writer(), [[['1']], [['']], [['']]])).toBe('NM1*1~');
    expect(write(writer(), [[['']], [['', '', 'x', '', '']], [['']]])).toBe('NM1**::x~');
    expect(write(writer(), [[['a', ''], ['', 'b'], [''], ['']], [['z']]])).toBe('NM1*a^:b*z~');
    expect(write(writer(), [[[''], ['b']]])).toBe('NM1*^b~');
    expect(write(writer(), [])).toBe('NM1~');
  });

  it('takes segments made elsewhere, few bytes or many, between its own', () => {
    const to = writer();
    const bytesOf = (text: string) => new TextEncoder().encode(text);
    const many = `N1*${'x'.repeat(40_000)}~`;
    const expected: string[] = [];
    for (const text of ['REF*1~', many, 'REF*2~', many, many, 'REF*3~REF*4~']) {
      const bytes = bytesOf(text);
      to.segments(bytes);
      bytes.fill(0);
      to.begin('NM1');
      to.nextElement();
      to.value('y');
      expected.push(text, 'NM1*y~');
    }
    expect(to.bytesWritten + 1).toBe(expected.join('').length);
    expect(taken(to)).toBe(expected.join(''));
  });

  it('says which characters are plain', () => {
    const { classes } = writer().layout;
    const of = (text: string) => Array.from(text, (one) => classes[one.charCodeAt(0)]);
    expect(of('*:^~')).toEqual([1, 1, 1, 1]);
    expect(of('\0\t\x7f\xd1')).toEqual([2, 2, 2, 2]);
    expect(of(' A0z}')).toEqual([0, 0, 0, 0, 0]);
  });

  it('writes no repetition where the set has no separator for it', () => {
    const to = writer({ delimiters: { element: '*', component: ':', segment: '~' } });
    to.begin('NM1');
    to.nextElement();
    to.nextRepetition();
    expect(to.value('x')).toBe(false);
  });

  it('writes what the tokenizer reads back', () => {
    const value = fc.string({ unit: fc.constantFrom(...'ABC 123é€😀.-'), maxLength: 6 });
    const elements = fc.array(
      fc.array(fc.array(value, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(elements, (data) => {
        const to = writer();
        to.writeIsa(['00', '', '00', '', 'ZZ', 'A', 'ZZ', 'B', '260102', '0304', 'U', '00501', '000000001', '0', 'T']);
        const head = to.take();
        const body = Uint8Array.from(write(to, data), (character) => character.charCodeAt(0));
        const [isa, segment, ...rest] = read(new Uint8Array([...head, ...body])).segments;
        expect(isa?.raw).toHaveLength(105);
        expect(rest).toEqual([]);
        const trimmed = data.map((repetitions) =>
          repetitions
            .map((components) => components.join(':').replace(/:+$/, ''))
            .join('^')
            .replace(/\^+$/, ''),
        );
        expect(segment?.raw).toBe(['NM1', ...trimmed].join('*').replace(/\*+$/, ''));
      }),
    );
  });

  it('refuses a delimiter or an unencodable character and leaves nothing of the value behind', () => {
    for (const character of ['*', ':', '^', '~', 'é~']) {
      const to = writer();
      to.begin('N3');
      to.nextElement();
      expect(to.value(`ab${character}cd`)).toBe(false);
      expect(to.value('ok')).toBe(true);
      expect(taken(to)).toBe('N3*ok~');
    }
    const to = writer({ encoding: ascii });
    to.begin('N3');
    to.nextElement();
    expect(to.value('é')).toBe(false);
    expect(taken(to)).toBe('N3~');
    expect(writer().value('\ud800')).toBe(false);
  });

  it('refuses a repetition where the set has no separator for it', () => {
    const to = new SegmentWriter({ delimiters: { element: '*', component: ':', segment: '~' } });
    to.begin('EB');
    to.nextElement();
    expect(to.value('1')).toBe(true);
    to.nextRepetition();
    expect(to.value('2')).toBe(false);
    to.end();
    expect(taken(to)).toBe('EB*1~');
  });

  it('encodes as told', () => {
    const text = (encoding?: typeof latin1): string => {
      const to = writer(encoding === undefined ? {} : { encoding });
      to.begin('N3');
      to.nextElement();
      to.value('É');
      return taken(to);
    };
    expect(text()).toBe('N3*\xc3\x89~');
    expect(text(latin1)).toBe('N3*\xc9~');
  });

  it('writes the newline after each terminator and counts every byte', () => {
    const to = writer({ newline: '\r\n' });
    to.begin('SE');
    to.end();
    expect(taken(to)).toBe('SE~\r\n');
    to.raw('GE*1*1');
    expect(taken(to)).toBe('GE*1*1~\r\n');
    expect(to.bytesWritten).toBe(14);
    expect(to.take()).toHaveLength(0);
  });

  it('puts raw segments back, ended or not, binary ones byte for byte', () => {
    const to = writer();
    to.raw('ZZZ*1**');
    to.end();
    to.end();
    to.raw('BIN*3*\xff~\xe9');
    to.begin('SE');
    expect(taken(to)).toBe('ZZZ*1**~BIN*3*\xff~\xe9~SE~');
    expect(() => writer({ encoding: latin1 }).raw('N3*€')).toThrow(/output encoding lacks/);
  });

  it('writes octets as they are', () => {
    const to = writer();
    to.begin('BIN');
    to.nextElement();
    to.value('3');
    to.nextElement();
    to.binary(Uint8Array.of(0x7e, 0xff, 0x2a));
    expect(taken(to)).toBe('BIN*3*~\xff*~');
  });

  it('says when the element before octets declares another number of them', () => {
    const says = (length: string, octets = Uint8Array.of(0x7e, 0xff, 0x2a)): boolean => {
      const to = writer();
      to.begin('BIN');
      to.nextElement();
      to.value(length);
      to.nextElement();
      return to.binary(octets);
    };
    // What is no number is told as such.
    expect(['3', '0003', 'X', ''].map((length) => says(length))).toEqual([true, true, true, true]);
    expect(['0', '2', '4', '13', '30', '1000000000'].map((length) => says(length))).not.toContain(true);
    // Who reads would take what follows for the octets that are not there.
    const none = new Uint8Array(0);
    expect(['0', '00', '', '3'].map((length) => says(length, none))).toEqual([true, true, true, false]);
  });

  it('pads the ISA to 106 bytes and names what does not fit', () => {
    const values = ['00', '', '00', '', 'ZZ', 'S', 'ZZ', 'R', '260102', '0304', 'U', '00501', '1', '0', 'T', '?'];
    const isa = (index: number, text: string) => (): string => {
      const to = writer();
      to.writeIsa(values.with(index, text));
      return taken(to);
    };
    expect(isa(12, '000000001')()).toBe(
      `ISA*00*${' '.repeat(10)}*00*${' '.repeat(10)}*ZZ*S${' '.repeat(14)}*ZZ*R${' '.repeat(14)}*260102*0304*^*00501*000000001*0*T*:~`,
    );
    expect(isa(5, 'x'.repeat(16))).toThrow(/ISA06 is longer than its fixed width of 15/);
    // The width counts bytes: blanks make room, and only they.
    expect(isa(5, 'É'.padEnd(15))()).toContain(`*\u00c3\u0089${' '.repeat(13)}*`);
    expect(isa(5, 'É'.repeat(8))).toThrow(/ISA06 is longer/);
    expect(isa(7, 'A*B')).toThrow(/ISA08 holds a delimiter/);
    const without = new SegmentWriter({ delimiters: { element: '*', component: '>', segment: '\n' } });
    without.writeIsa(values);
    expect(taken(without)).toMatch(/\*U\*00501\*.*\*>\n$/);
  });

  it('refuses delimiters that cannot work', () => {
    for (const wrong of [
      { element: 'A' },
      { component: '*' },
      { segment: '~~' },
      { repetition: ' ' },
      { segment: 'é' },
    ]) {
      expect(() => writer({ delimiters: { ...delimiters, ...wrong } })).toThrow(/elimiter/);
    }
  });

  it('grows without losing bytes', () => {
    const to = writer();
    const text = 'x'.repeat(100_000);
    to.begin('MSG');
    to.nextElement();
    expect(to.value(text)).toBe(true);
    expect(taken(to)).toBe(`MSG*${text}~`);
  });
});
