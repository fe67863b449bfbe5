import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import { validateNow } from '../fuzz/read-now.js';

/** Places of a claim's set where a case puts its segments. */
interface Parts {
  readonly billing?: string;
  readonly subscriber?: string;
  readonly claim?: string;
  readonly providers?: string;
  readonly other?: string;
  readonly otherProviders?: string;
  readonly line?: string;
  readonly adjudication?: string;
}

const SUBSCRIBER = 'SBR*P*18*******CI~';
const BILLING = 'NM1*85*2*LAKE DENTAL*****XX*1234567893~';

function told(version: string, set: string): string[] {
  const body = `ST*837*0001*${version}~BHT*0019*00*CLAIM1*20260131*1200*CH~NM1*41*2*LAKE*****46*LAKE1~PER*IC*DESK*TE*2125550100~NM1*40*2*NORTH HEALTH*****46*00123~${set}`;
  const count = body.split('~').length;
  const text = `ISA*00*          *00*          *ZZ*A              *ZZ*B              *260302*1015*^*00501*000000001*0*P*:~GS*HC*AB*CD*20260302*1015*1*X*${version}~${body}SE*${count}*0001~GE*1*1~IEA*1*000000001~`;
  const { findings } = validateNow([Buffer.from(text, 'latin1')], {});
  const line = ({ level, code, at }: Finding): string => `${level} ${code} ${at.segmentId} ${at.element ?? ''}`;
  return findings.map((found) => line(found).trim());
}

function dental(parts: Parts): string[] {
  const other =
    parts.other === undefined && parts.otherProviders === undefined && parts.adjudication === undefined
      ? ''
      : `${parts.other ?? 'SBR*S*18*******CI~'}OI***Y***Y~NM1*IL*1*DOE*JANE****MI*M2~NM1*PR*2*SOUTH HEALTH*****PI*00456~${parts.otherProviders ?? ''}`;
  return told(
    '005010X224A2',
    `HL*1**20*1~${parts.billing ?? BILLING}N3*1 MAIN ST~N4*ALBANY*NY*122071234~REF*EI*123456789~HL*2*1*22*0~${parts.subscriber ?? SUBSCRIBER}NM1*IL*1*DOE*JANE****MI*M1~N3*2 ELM ST~N4*ALBANY*NY*12207~DMG*D8*19800229*F~NM1*PR*2*NORTH HEALTH*****PI*00123~CLM*C1*100***11:B:1*Y*A*Y*Y~${parts.claim ?? ''}${parts.providers ?? ''}${other}LX*1~SV3*AD:D2740*100~${parts.line ?? ''}${parts.adjudication ?? ''}`,
  );
}

const FACILITY = 'N3*5 MILL RD~N4*ALBANY*NY*122071234~';

describe('the guide of dental claims', () => {
  it.each<readonly [string, Parts]>([
    ['a place of service that is an organisation', { providers: `NM1*77*2*MILL CLINIC*****XX*1234567893~${FACILITY}` }],
    ['the same of a line', { line: `NM1*77*2*MILL CLINIC~${FACILITY}REF*LU*7~` }],
    ['a supervising provider that is a person', { providers: 'NM1*DQ*1*ROE*ANN*B**III~REF*1G*A12345~' }],
    ['the sales tax of a line', { line: 'AMT*T*3.5~' }],
    [
      'what another payer paid for a procedure',
      { adjudication: 'SVD*00456*60*AD:D2740**1~CAS*CO*45*40~DTP*573*D8*20260115~' },
    ],
    ['the estimated date of a prior placement', { line: 'DTP*139*D8*20200115~' }],
    ['the known date of a prior placement', { line: 'DTP*441*D8*20200115~' }],
    ['diagnoses of dentistry', { claim: 'HI*TQ:4001~' }],
    ['a repriced procedure', { line: 'HCP*02*80*20******AD*D2750*UN*1~' }],
    ['why Medicare pays second', { subscriber: 'SBR*S*18***12****MB~' }],
    ['the same of another subscriber', { other: 'SBR*S*18***47****MB~' }],
    ['the suffix of a dentist who bills', { billing: 'NM1*85*1*ROE*ANN*B**JR*XX*1234567893~' }],
    ['a location number of an assistant surgeon at another payer', { otherProviders: 'NM1*DD*1~REF*LU*7~' }],
    ['what the patient has paid', { claim: 'AMT*F5*20~' }],
    ['an organisation that rendered a line', { line: 'NM1*82*2*MILL CLINIC*****XX*1234567893~PRV*PE*PXC*122300000X~' }],
    ['the same at another payer', { otherProviders: 'NM1*82*2~REF*G2*7~' }],
  ])('takes %s', (_, parts) => {
    expect(dental(parts)).toEqual([]);
  });

  it.each<readonly [string, Parts, readonly string[]]>([
    ['a person as place of service', { providers: `NM1*77*1*ROE~${FACILITY}` }, ['element I6 NM1 2']],
    [
      'a revenue code behind the procedure',
      { adjudication: 'SVD*00456*60*AD:D2740*0300*1~CAS*CO*45*40~DTP*573*D8*20260115~' },
      ['element I10 SVD 4'],
    ],
  ])('refuses %s', (_, parts, findings) => {
    expect(dental(parts)).toEqual(findings);
  });
});

describe('the guide of professional claims', () => {
  it('takes a HIPPS rate code in what another payer paid', () => {
    expect(
      told(
        '005010X222A1',
        `HL*1**20*1~${BILLING}N3*1 MAIN ST~N4*ALBANY*NY*122071234~REF*EI*123456789~HL*2*1*22*0~${SUBSCRIBER}NM1*IL*1*DOE*JANE****MI*M1~N3*2 ELM ST~N4*ALBANY*NY*12207~DMG*D8*19800229*F~NM1*PR*2*NORTH HEALTH*****PI*00123~CLM*C1*100***11:B:1*Y*A*Y*Y~HI*ABK:J069~SBR*S*18*******CI~OI***Y***Y~NM1*IL*1*DOE*JANE****MI*M2~NM1*PR*2*SOUTH HEALTH*****PI*00456~LX*1~SV1*HC:99213*100*UN*1***1~DTP*472*D8*20260115~SVD*00456*60*HP:KAGC1**1~CAS*CO*45*40~DTP*573*D8*20260120~`,
      ),
    ).toEqual([]);
  });
});
