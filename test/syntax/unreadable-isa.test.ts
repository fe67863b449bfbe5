import { expect, it } from 'vitest';
import type { TokenizerOptions } from '../../src/syntax/tokenizer.js';
import { describeBothScans } from './scan/both-scans.js';
import { bytesOf, readChunks } from './split.js';

const ID = 'CLINIC'.padEnd(15);
const ISA = `ISA*00*${' '.repeat(10)}*00*${' '.repeat(10)}*ZZ*${ID}*ZZ*${ID}*250131*1530*^*00501*000000001*0*T*:~`;
const WHOLE = `${ISA}TA1*000000001*250131*1530*A*000~IEA*0*000000001~`;
const BROKEN = WHOLE.replace('*250131*1530*^', '*^');

function reasons(text: string, options: TokenizerOptions = {}): string[] {
  return readChunks([bytesOf(text)], options).findings.map((found) => `${found.severity} ${found.reason}`);
}

describeBothScans('an interchange whose ISA cannot be read', () => {
  it('is an error, not only text outside, before another and at the end', () => {
    expect(reasons(`${WHOLE}${BROKEN}${WHOLE}`)).toEqual(['warning text-outside', 'error isa-unreadable']);
    expect(reasons(`${WHOLE}\r\n${BROKEN.padEnd(600, '~')}`)).toEqual(['warning text-outside', 'error isa-unreadable']);
  });

  it('is an error where its element separator is damaged and less than an ISA follows before the end', () => {
    for (const damaged of ['{', '[', '^', '~'])
      expect(reasons(`${WHOLE}${WHOLE.replace('*', damaged)}${WHOLE}`)).toEqual([
        'warning text-outside',
        'error isa-unreadable',
      ]);
  });

  it('is an error in lower case, too, where that is taken for a tag', () => {
    const lower = (text: string) => text.replace('ISA', 'isa');
    const read = `${WHOLE}${lower(WHOLE).replace('*', 'X')}${WHOLE}`;
    expect(reasons(read)).toEqual(['warning text-outside']);
    for (const end of ['', '~'.repeat(600)])
      expect(reasons(read + end, { foldTags: true }).slice(0, 2)).toEqual([
        'warning text-outside',
        'error isa-unreadable',
      ]);
  });

  it('is told from text that merely stands between interchanges', () => {
    expect(reasons(`${WHOLE}-- ISA of the next --${WHOLE}`)).toEqual(['warning text-outside']);
  });

  it('is told the same however the bytes are cut', () => {
    const bytes = bytesOf(`${WHOLE}${BROKEN}${WHOLE}`);
    expect(readChunks(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(readChunks([bytes]));
  });
});
