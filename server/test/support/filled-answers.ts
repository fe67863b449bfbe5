/*
 * Answers of payers in which every element stands that an answer in JSON has a property for. Written as X12, so that what is read of them
 * rests on nothing that we write by the same tables.
 */

/** What of a question comes back. */
export interface Asked {
  readonly traceId: string;
  readonly traceNumber: string;
  readonly interchangeNumber: string;
}

const QUALIFIERS_OF_PAYERS = ['PI', 'FI', 'XX', '46', 'NI', 'XV', '24', 'PI'];
const QUALIFIERS_OF_PROVIDERS = ['XX', '34', 'FI', 'PI', 'SV', 'PP', 'XV', '24'];

/** DTP01 as the guide has them at 2100C and at 2110C, and those that payers write beside. */
const DATES =
  '096 102 152 193 194 198 290 291 292 295 304 307 318 340 341 342 343 346 347 348 349 356 357 382 435 442 458 472 539 540 636 771'.split(
    ' ',
  );
const REFERENCES_OF_PLANS =
  '18 1L 1W 3H 49 6P CE CT EA EJ F6 GH HJ IF IG MRC N6 NQ Q4 SY Y4 0B 1C 1D 1J 4A EL EO HPI JD N7 TJ 9F G1 ALS CLI FO M7'.split(
    ' ',
  );
const REFERENCES_OF_BENEFITS = '18 1L 1W 49 6P F6 IG N6 NQ 9F G1 ALS CLI FO M7'.split(' ');

/** The other ids may be anything. */
const IDS_WITH_FORM: Readonly<Record<string, string>> = { SY: '987654329', HPI: '1999999984', TJ: '981234567' };

/** As many as there are ids of providers. */
export const FILLED_ANSWERS = QUALIFIERS_OF_PROVIDERS.length;

/** @param variant which of them, from 0: each has other ids, odd ones are about a dependent. */
export function filledAnswer({ traceId, traceNumber, interchangeNumber }: Asked, variant: number): string {
  const isDependent = variant % 2 === 1;
  const payerId = QUALIFIERS_OF_PAYERS[variant];
  const payer =
    variant === 1
      ? `NM1*PR*1*LAKE*HEALTH*M**JR*${payerId}*${payerId === 'XX' ? '1999999984' : '123456789'}`
      : `NM1*PR*2*LAKE HEALTH*****${payerId}*${payerId === 'XX' ? '1999999984' : '123456789'}`;
  const trace = [`TRN*2*${traceNumber}*9CLEARING0*SECOND`, 'TRN*1*PAYERS-OWN*9PAYER0000*THIRD'];
  const set = [
    `BHT*0022*11*${traceId}*20260115*1200`,
    'HL*1**20*1',
    'AAA*Y**42*Y',
    payer,
    'PER*IC*SERVICE DESK*TE*8005550100*FX*8005550101*UR*https://lake.example.com',
    'AAA*Y**79*C',
    'HL*2*1*21*1',
    `NM1*1P*1*CLINIC*CLARA*M**SR*${QUALIFIERS_OF_PROVIDERS[variant]}*${variant === 0 ? '1999999984' : '987654329'}`,
    'REF*EO*SUBMITTER',
    'N3*1 LAKE ROAD*SUITE 2',
    'N4*LAKETOWN*OH*44101*US***CUY',
    'AAA*N**43*C',
    'PRV*BI*PXC*207Q00000X',
    `HL*3*2*22*${isDependent ? 1 : 0}`,
    ...(isDependent ? [] : trace),
    variant === 2
      ? 'NM1*IL*1*KANARIEVOGEL*QUILLA*M**JR*II*KANARIE0001'
      : 'NM1*IL*1*KANARIEVOGEL*QUILLA*M**JR*MI*KANARIE0001',
    ...(isDependent ? ['DMG*D8*19310207*F'] : member('INS*Y*18*001*25*************1', variant)),
    ...(isDependent
      ? [
          'HL*4*3*23*0',
          ...trace,
          'NM1*03*1*KANARIEVOGEL*QUIRIN*M**III',
          ...member('INS*N*19*001*25*************2', variant),
        ]
      : []),
    ...benefit(),
  ];
  const segments = ['ST*271*0001*005010X279A1', ...set, `SE*${set.length + 2}*0001`];
  const isa = `ISA*00*          *00*          *ZZ*UPSTREAM       *ZZ*CLEARING       *260115*1200*^*00501*${interchangeNumber}*0*P*>`;
  const envelope = ['GS*HB*UPAPP*CLEARAPP*20260115*1200*7*X*005010X279A1', ...segments, 'GE*1*7'];
  return [isa, ...envelope, `IEA*1*${interchangeNumber}`].map((segment) => `${segment}~`).join('');
}

/** A 999 in place of the answer. */
export function rejectedAnswer(groupNumber: string): string {
  const set = ['ST*999*0001*005010X231A1', `AK1*HS*${groupNumber}*005010X279A1`, 'AK2*270*0001*005010X279A1'];
  const isa =
    'ISA*00*          *00*          *ZZ*UPSTREAM       *ZZ*CLEARING       *260115*1200*^*00501*000000078*0*P*>';
  const body = [...set, 'IK3*DMG*9**8', 'CTX*SITUATIONAL TRIGGER*DMG*9', 'IK4*2*1251*8', 'IK5*R*5', 'AK9*R*1*1*0'];
  const segments = [isa, 'GS*FA*UPAPP*CLEARAPP*20260115*1200*8*X*005010X231A1', ...body, `SE*${body.length + 1}*0001`];
  return [...segments, 'GE*1*8', 'IEA*1*000000078'].map((segment) => `${segment}~`).join('');
}

/** What follows NM1 of 2100C or 2100D. */
function member(ins: string, variant: number): readonly string[] {
  const period = variant % 4 < 2 ? 'RD8*20200101-20251231' : 'D8*20200101';
  return [
    ...REFERENCES_OF_PLANS.map((code) => `REF*${code}*${IDS_WITH_FORM[code] ?? `ID-${code}`}*ABOUT ${code}`),
    'N3*4711 PERCH STREET*FLAT 3',
    'N4*BIRDTON*OH*44102*US***CUY',
    'AAA*N**58*C',
    'PRV*PE*PXC*208D00000X',
    'DMG*D8*19310207*F',
    ins,
    'HI*ABK>J459*ABF>E119',
    ...DATES.map((code) => `DTP*${code}*D8*20260131`),
    `MPI*A*AE*A*ABOUT SERVICE*A1*${period}`,
  ];
}

function benefit(): readonly string[] {
  return [
    'EB*1*FAM*30^88*HM*GOLD*23*100.50**DY*12*Y*Y',
    'EB*A*IND*98*PR*GOLD*24**.2*VS*3*N*N*HC>99213>25>57>59>76>>99215*1>2>3>4',
    'HSD*VS*10*MO*1*34*2*A*D',
    ...REFERENCES_OF_BENEFITS.map((code) => `REF*${code}*B-${code}*ABOUT ${code}`),
    ...DATES.map((code) => `DTP*${code}*D8*20260131`),
    'DTP*435*RD8*20260101-20260105',
    'DTP*096*RD8*20260101-20260105',
    'AAA*N**15*C',
    'MSG*ASK BEFORE TREATMENT',
    'III*ZZ*11*44*LEFT WING',
    'III*GR*10*44*LEFT WING',
    'LS*2120',
    'NM1*P3*1*DOVE*DORA*D**MD*XX*1999999984*48',
    'N3*2 NEST ROAD*UPSTAIRS',
    'N4*BIRDTON*OH*44102*US***CUY',
    'PER*IC*FRONT DESK*TE*8005550102',
    'PRV*PC*PXC*207Q00000X',
    'LE*2120',
  ];
}
