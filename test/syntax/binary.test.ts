import { expect, it } from 'vitest';
import { SegmentFlag } from '../../src/model/segments.js';
import { interchange, isa } from './interchange-text.js';
import { describeBothScans } from './scan/both-scans.js';
import { readEveryWay } from './split.js';

const { binary, binaryLength, truncated, nonAscii } = SegmentFlag;
const after = ['SE*2*0001'];

function expectBinary(text: string, expected: { elements: string[]; flags: number; following?: string[] }): void {
  for (const reading of readEveryWay(text)) {
    const segment = reading.segments[1];
    expect(segment?.elements).toEqual(expected.elements);
    expect(segment?.flags).toBe(expected.flags);
    expect(segment?.raw).toBe(expected.elements.join('*'));
    expect(reading.segments.slice(2).map(({ raw }) => raw)).toEqual(
      expected.following ?? ['SE*2*0001', 'IEA*0*000000001'],
    );
  }
}

describeBothScans('trap 16: BIN and BDS with delimiters inside', () => {
  it('counts octets, whatever they are', () => {
    const payload = '~*\r\n\0ISA*:^~SE*1~\x7f\xff';
    const text = interchange([`BIN*${payload.length}*${payload}`, ...after]);
    expectBinary(text, { elements: ['BIN', String(payload.length), payload], flags: binary | nonAscii });
  });

  it('reads the length of BDS from its second element', () => {
    expectBinary(interchange(['BDS*B64*4*~~*~', ...after]), { elements: ['BDS', 'B64', '4', '~~*~'], flags: binary });
  });

  it('takes an empty payload and a payload without delimiters', () => {
    expectBinary(interchange(['BIN*0*', ...after]), { elements: ['BIN', '0', ''], flags: binary });
    expectBinary(interchange(['BIN*003*abc', ...after]), { elements: ['BIN', '003', 'abc'], flags: binary });
  });

  it('never takes high bytes of a payload for text', () => {
    expectBinary(interchange(['BIN*2*\xc3\x89', ...after]), {
      elements: ['BIN', '2', '\xc3\x89'],
      flags: binary | nonAscii,
    });
  });

  it('resynchronises behind a block that is longer than declared', () => {
    expectBinary(interchange(['BIN*2*abc~de\n~fg', ...after]), {
      elements: ['BIN', '2', 'abc~de\n~fg'],
      flags: binary | binaryLength,
    });
  });

  it('resynchronises behind a block that is shorter than declared, losing no envelope', () => {
    expectBinary(interchange(['BIN*30*abc', ...after]), {
      elements: ['BIN', '30', 'abc'],
      flags: binary | binaryLength,
    });
    expectBinary(interchange(['BIN*9999*abc', ...after]), {
      elements: ['BIN', '9999', 'abc'],
      flags: binary | binaryLength,
    });
  });

  it.each(['', 'abc', '-1', '1234567890123456', '1 '])('resynchronises where the length is %j', (length) => {
    expectBinary(interchange([`BIN*${length}*a~b`, ...after]), {
      elements: ['BIN', length, 'a~b'],
      flags: binary | binaryLength,
    });
  });

  it('treats a BIN without payload as any other segment', () => {
    for (const reading of readEveryWay(interchange(['BIN*5', 'BIN', 'BINX*1*2', 'BDS*5*3', ...after]))) {
      expect(reading.segments.map(({ flags }) => flags)).toEqual([0, 0, 0, 0, 0, 0, 0]);
      expect(reading.segments).toHaveLength(7);
    }
  });

  it('flags a payload that the end of input cuts', () => {
    expectBinary(`${isa()}BIN*9*abc`, {
      elements: ['BIN', '9', 'abc'],
      flags: binary | binaryLength | truncated,
      following: [],
    });
    expectBinary(`${isa()}BIN*3*abc`, { elements: ['BIN', '3', 'abc'], flags: binary | truncated, following: [] });
  });

  it('is not fooled by many separators in a payload larger than one scan', () => {
    const payload = '*~'.repeat(20_000);
    expectBinary(interchange([`BIN*${payload.length}*${payload}`, ...after]), {
      elements: ['BIN', String(payload.length), payload],
      flags: binary,
    });
  });
});
