import { expect, it } from 'vitest';
import { SegmentFlag } from '../../src/model/segments.js';
import { Tokenizer } from '../../src/syntax/tokenizer.js';
import { describeBothScans } from './scan/both-scans.js';

const { component, repetition, control, binary } = SegmentFlag;

function flagsOf(body: string, { version = '00501', isa11 = '^', isa16 = ':' } = {}): number[] {
  const id = 'CLINIC'.padEnd(15);
  const fields = ['ISA', '00', ' '.repeat(10), '00', ' '.repeat(10), 'ZZ', id, 'ZZ', id, '250131', '1530'];
  const isa = `${[...fields, isa11, version, '000000001', '0', 'T', isa16].join('*')}~`;
  const [batch] = new Tokenizer().push(new TextEncoder().encode(isa + body));
  return Array.from(batch?.flags.subarray(0, batch.count) ?? []);
}

describeBothScans('flags for splitting', () => {
  it('tell which segments hold component and repetition separators', () => {
    const body = 'NM1*A~SV1*HC:99213~EB*1^2~HI*A:1^B:2~K3*:~';
    expect(flagsOf(body)).toEqual([0, 0, component, repetition, component | repetition, component]);
  });

  it('do not speak of the ISA, nor of binary octets', () => {
    expect(flagsOf('BIN*3*:^:~BDS*A:B*3*:^:~')).toEqual([0, binary, binary | component]);
  });

  it('leave a repetition separator alone where the version has none', () => {
    expect(flagsOf('EB*1^2~', { version: '00401' })).toEqual([0, 0]);
  });

  it('do not call a delimiter a control character', () => {
    expect(flagsOf('SV1*HC\x1f99213~K3*\x1d~', { isa16: '\x1f' })).toEqual([0, component, control]);
  });
});
