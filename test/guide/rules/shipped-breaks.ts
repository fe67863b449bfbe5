// Sets of the guides that ship: each is clean, and each change breaks just one rule. Synthetic.

const INQUIRY = `ST*270*0001*005010X279A1~BHT*0022*13*REQ1*20260401*0930~
HL*1**20*1~NM1*PR*2*ACME HEALTH*****PI*12345~HL*2*1*21*1~NM1*1P*2*GOOD CLINIC*****XX*1993999998~
HL*3*2*22*0~TRN*1*T1*9CLINIC001~NM1*IL*1*DOE*JANE****MI*A1~REF*SY*999887777~HI*ABK:J020*ABF:J021~EQ*30****1~III*ZZ*11~
HL*4*2*22*1~NM1*IL*1*ROE*JIM****MI*A2~HL*5*4*23*0~TRN*1*T2*9CLINIC001~NM1*03*1*ROE*SUE~HI*BK:462*BF:463~EQ*30~SE*21*0001~`;
const RESPONSE = `ST*271*0001*005010X279A1~BHT*0022*11*REQ1*20260401*0931~
HL*1**20*1~NM1*PR*2*ACME HEALTH*****PI*12345~HL*2*1*21*1~NM1*1P*2*GOOD CLINIC*****XX*1993999998~
HL*3*2*22*0~TRN*1*T1*9CLINIC001~NM1*IL*1*DOE*JANE****MI*A1~REF*18*P1*GOLD~INS*Y*18*001*25~HI*ABK:J020~DTP*291*RD8*20260101-20261231~
EB*1**30~EB*C*IND*30***23*500~EB*A**30*****.2~EB*B**98****25~EB*F**33******P6*20~EB*F**98~HSD*VS*25~EB*V**30~MSG*TRY LATER~
EB*X**30**********HC:99213*1~REF*N6*N1*NET~DTP*348*RD8*20260101-20260101~III*ZZ*11~
HL*4*2*22*1~NM1*IL*1*ROE*JIM****MI*A2~HL*5*4*23*0~TRN*2*T2*9CLINIC001~NM1*03*1*ROE*SUE~INS*N*19~EB*1**30~SE*36*0001~`.replace(
  'EB*X**30**',
  'EB*X****',
);
const REMITTANCE = `ST*835*0001~BPR*I*60*C*CHK************20260401~TRN*1*CK1*1999999999~DTM*405*20260401~
N1*PR*ACME HEALTH~N3*1 MAIN ST~N4*TOWN*TX*75001~PER*BL*DESK*TE*5550100~N1*PE*GOOD CLINIC*XX*1993999998~
LX*1~TS3*1993999998*11*20261231*2*130.5~
CLP*C1*1*100.5*70*10.25*12*P1*11~CAS*CO*45*10.1~NM1*QC*1*DOE*JANE~SVC*HC:99213*90.4*70**1~CAS*PR*1*10.25~CAS*CO*45*5.05**97*5.1~
CLP*C2*4*30*0**12*P2*11~CAS*OA*23*30~NM1*QC*1*ROE*SUE~PLB*1993999998*20261231*WO:1*10~SE*22*0001~`;

// Rule, text to change, its new text. A change that only the structure would notice as well is avoided.
export const BREAKS: readonly (readonly [string, string, string, string, string])[] = [
  ['270', 'E003', 'warning', '*0930~', '*0930*RT~'],
  ['270', 'E031', 'warning', 'III*ZZ*11~', 'AMT*R*37.5~III*ZZ*11~'],
  ['270', 'E009', 'warning', 'HL*4*2*22*1~', many((n) => `HL*${n}*2*22*0~NM1*IL*1*A~EQ*30~`, 98)],
  ['270', 'E015', 'warning', 'HL*4*2*22*1~', 'HL*4*2*22*1~TRN*1*T3*9CLINIC001~'],
  ['270', 'E029-inquiry', 'warning', 'EQ*30****1~III*ZZ*11~', ''],
  ['270', 'E019', 'warning', 'NM1*IL*1*ROE*JIM', 'NM1*IL*2*ROE*JIM'],
  ['270', 'E021', 'warning', 'REF*SY*999887777', 'REF*1L*A1'],
  ['270', 'E028-icd10', 'warning', 'ABF:J021', 'BF:463'],
  ['270', 'E028-icd9', 'warning', '*BF:463', '*ABF:J021'],
  ['270', 'E028-pointer', 'warning', 'HI*ABK:J020*ABF:J021~', ''],
  ['270', 'E029-choice', 'warning', 'SUE~HI*BK:462*BF:463~EQ*30~', 'SUE~HI*BK:462*BF:463~EQ*30*HC:99213~'],
  ['271', 'E016', 'warning', 'TRN*1*T1*9', 'TRN*1*T1*X'],
  ['271', 'E034-subscriber', 'warning', 'HL*4*2*22*1~', 'HL*9*2*22*0~NM1*IL*1*POE~HL*4*2*22*1~'],
  ['271', 'E058-subscriber', 'warning', '*GOLD~', '*GOLD~AAA*N**75*C~'],
  ['271', 'E047', 'warning', 'III*ZZ*11~', 'III****KNEE~'],
  ['271', 'E020', 'error', 'NM1*IL*1*DOE*JANE', 'NM1*IL*1**JANE'],
  ['271', 'E026-reason', 'warning', '*001*25~', '*001~'],
  ['271', 'E026-type', 'warning', '*001*25~', '**25~'],
  ['271', 'E028-pointer', 'warning', 'HI*ABK:J020~', ''],
  ['271', 'E034-dependent', 'warning', 'INS*N*19~EB*1**30~', 'INS*N*19~'],
  ['271', 'E037', 'warning', '*.2~', '*20~'],
  ['271', 'E038-coinsurance', 'warning', 'EB*A**30*****.2~', 'EB*A**30~'],
  ['271', 'E038-copayment', 'warning', '****25~EB*F', '~EB*F'],
  ['271', 'E038-amount', 'warning', '***23*500~', '***23~'],
  ['271', 'E038-period', 'warning', '***23*500~', '****500~'],
  ['271', 'E038-limitation', 'warning', 'HSD*VS*25~', ''],
  ['271', 'E038-unprocessed', 'notice', 'MSG*TRY LATER~', ''],
  ['271', 'E042', 'notice', 'EB*X****', 'EB*X**30**'],
  ['271', 'E045', 'warning', 'REF*18*P1*GOLD', 'REF*SY*999887777*GOLD'],
  ['271', 'E045', 'warning', 'REF*N6*N1*NET', 'REF*9F*N1*NET'],
  ['271', 'E058-dependent', 'warning', 'NM1*03*1*ROE*SUE~', 'NM1*03*1*ROE*SUE~AAA*N**67*C~'],
  ['835', 'balance-service', 'error', 'SVC*HC:99213*90.4*', 'SVC*HC:99213*90.41*'],
  ['835', 'balance-claim', 'error', 'CAS*CO*45*10.1~', 'CAS*CO*45*10.11~'],
  ['835', 'balance-payment', 'error', 'WO:1*10~', 'WO:1*-10~'],
  ['835', 'balance-patient-responsibility', 'warning', '*70*10.25*12', '*70*10.24*12'],
  ['835', 'balance-claim-count', 'warning', '*2*130.5~', '*3*130.5~'],
  ['835', 'balance-claim-charge', 'warning', '*2*130.5~', '*2*130.50001~'],
];

export const TEXTS: Readonly<Record<string, string>> = { 270: INQUIRY, 271: RESPONSE, 835: REMITTANCE };
export const IDS: Readonly<Record<string, string>> = {
  270: '270-005010X279A1',
  271: '271-005010X279A1',
  835: '835-005010X221A1',
};

function many(text: (n: number) => string, count: number): string {
  return `${Array.from({ length: count }, (_, i) => text(i + 4)).join('')}HL*${count + 4}*2*22*1~`;
}
