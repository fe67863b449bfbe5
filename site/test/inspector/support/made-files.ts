import { generateFile } from '../../../../bench/generate/interchange-file.js';

/** A synthetic 837P file of about so many bytes; the same for the same size. */
export function claimFile(bytes: number): Uint8Array {
  return Buffer.concat([...generateFile({ set: '837P', bytes, seed: 1, newline: '\n' })]);
}

const ISA_START = 'ISA*00*          *00*          *ZZ*';

/** A 270 whose sender is named; `body` stands between BHT and SE. Segments are without terminators. */
export function inquiry(body: readonly string[], sender = 'SENDER'): string {
  const segments = [
    `${ISA_START}${sender.padEnd(15)}*ZZ*RECEIVER       *260301*0915*^*00501*000000001*0*T*:`,
    'GS*HS*SENDER*RECEIVER*20260301*0915*1*X*005010X279A1',
    'ST*270*0001*005010X279A1',
    'BHT*0022*13*REF*20260301*0915',
    ...body,
    `SE*${body.length + 3}*0001`,
    'GE*1*1',
    'IEA*1*000000001',
  ];
  return segments.map((segment) => `${segment}~\n`).join('');
}

/** So many purchase orders in one group, five segments each: set `n`, from 0, begins at segment `2 + 5 * n`. */
export function orders(sets: number): string {
  const segments = [
    `${ISA_START}BUYER          *ZZ*SELLER         *260131*0905*U*00401*000000007*0*T*>`,
    'GS*PO*BUYER*SELLER*20260131*0905*7*X*004010',
  ];
  for (let n = 0; n < sets; n++) {
    const number = String(n + 1).padStart(4, '0');
    segments.push(
      `ST*850*${number}`,
      `BEG*00*SA*PO-${1000 + n}**20260131`,
      'PO1*1*12*EA*9.75',
      'CTT*1',
      `SE*5*${number}`,
    );
  }
  segments.push(`GE*${sets}*7`, 'IEA*1*000000007');
  return segments.map((segment) => `${segment}~\n`).join('');
}
