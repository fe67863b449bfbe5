import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import { validateNow } from '../fuzz/read-now.js';

/** An enrollment whose member has the reporting categories given, from LS to LE. */
function enrollment(categories: string): string {
  const set = `ST*834*0001*005010X220A1~BGN*00*REQ1*20260131*1200****2~N1*P5*ACME*24*123456789~N1*IN*PAYER*94*12345~INS*N*01*001**A~REF*0F*M0001~NM1*74*1*DOE~${categories}`;
  const count = set.split('~').length;
  return `ISA*00*          *00*          *ZZ*A              *ZZ*B              *260302*1015*^*00501*000000001*0*P*:~GS*BE*AB*CD*20260302*1015*1*X*005010X220A1~${set}SE*${count}*0001~GE*1*1~IEA*1*000000001~`;
}

function told(text: string): string[] {
  const { findings } = validateNow([Buffer.from(text, 'latin1')], {});
  const line = ({ level, code, at }: Finding): string =>
    `${level} ${code} ${at.segmentId}*${at.segment} ${at.element ?? ''}`;
  return findings.map((found) => line(found).trim());
}

describe('a loop that begins with LS and ends with LE', () => {
  const inside = 'LX*1~N1*75*CATEGORY~REF*17*A~';

  it('is sound as the guide has it', () => {
    expect(told(enrollment(`LS*2700~${inside}LE*2700~`))).toEqual([]);
  });

  it('tells an LE of another loop', () => {
    expect(told(enrollment(`LS*2700~${inside}LE*2710~`))).toEqual(['element 7 LE*12 1']);
  });

  it('tells an LS that the guide does not have', () => {
    expect(told(enrollment(`LS*2710~${inside}LE*2710~`))).toEqual(['element I6 LS*8 1']);
  });

  it('tells a missing LE by the code of the standard, which does not leave a bracket open', () => {
    expect(told(enrollment(`LS*2700~${inside}`))).toEqual(['segment 3 LE*12']);
  });
});

describe('a loop of which nobody knows the kind', () => {
  it('is told by its qualifier, and not by what only one of the kinds has against its elements', () => {
    const known = 'NM1*M8*2*ACADEMY~PER*SK**TE*5555550100~';
    const unknown = known.replace('M8', 'QQ');
    expect(told(enrollment(known))).toEqual([]);
    expect(told(enrollment(unknown))).toEqual(['element 7 NM1*8 1']);
    // What the standard has against them is told.
    expect(told(enrollment(unknown.replace('*5555550100', '')))).toEqual(['element 7 NM1*8 1', 'element 2 PER*9 4']);
  });
});
