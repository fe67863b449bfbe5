import type { EligibilityRequest } from '../../src/eligibility/request/request.js';

/** Of the interchange that a request travels in; the hour stands still. */
export const OPTIONS = {
  sender: { qualifier: 'ZZ', id: 'LAKECLINIC' },
  receiver: { qualifier: 'ZZ', id: 'NORTHHEALTH' },
  transactionId: 'CHECK-1',
  now: Date.UTC(2026, 0, 31, 9, 5),
};
export const REQUEST: EligibilityRequest = {
  tradingPartnerServiceId: '00123',
  tradingPartnerName: 'NORTH HEALTH',
  provider: { organizationName: 'LAKE CLINIC', npi: '1234567893' },
  subscriber: { memberId: 'M0001', firstName: 'JANE', lastName: 'DOE', dateOfBirth: '19800102' },
  encounter: { serviceTypeCodes: ['30', '88'], dateOfService: '20260131' },
};

/** A 271 about a subscriber whose benefits have what benefits of payers usually have. */
export function answer271(benefits: number): string {
  const kinds = [
    ['EB*1*IND*30^1^33^47^48*HM*GOLD PLAN', 'REF*6P*G1*GROUP', 'DTP*291*D8*20260101'],
    ['EB*C*IND*30***23*500.00****Y*Y', 'DTP*292*RD8*20260101-20261231', 'MSG*DEDUCTIBLE APPLIES'],
    ['EB*B*IND*98***27*25.00*****Y', 'LS*2120', 'NM1*P3*1*ROE*RICHARD', 'PER*IC**TE*5555550100', 'LE*2120'],
    ['EB*F*IND***********AD:D1110', 'HSD*VS*2***22', 'DTP*304*D8*20240115'],
  ] as const;
  const head = ['BHT*0022*11*REQ1*20260401*0931', 'HL*1**20*1', 'NM1*PR*2*NORTH HEALTH*****PI*00123', 'HL*2*1*21*1'];
  const member = ['NM1*1P*2*LAKE CLINIC*****XX*1234567893', 'HL*3*2*22*0', 'TRN*2*T-1*9CLINIC001'];
  const person = ['NM1*IL*1*DOE*JANE****MI*M0001', 'N3*1 ELM STREET', 'N4*SPRINGFIELD*IL*62701', 'DMG*D8*19800102*F'];
  const body = Array.from({ length: benefits }, (_, index) => kinds[index % kinds.length] ?? []).flat();
  const set = ['ST*271*0001*005010X279A1', ...head, ...member, ...person, 'DTP*346*D8*20260101', ...body];
  const segments = [
    'ISA*00*          *00*          *ZZ*NORTHHEALTH    *ZZ*LAKECLINIC     *260401*0931*^*00501*000000072*0*T*:',
    'GS*HB*NORTHHEALTH*LAKECLINIC*20260401*0930*72*X*005010X279A1',
    ...set,
    `SE*${set.length + 1}*0001`,
    'GE*1*72',
    'IEA*1*000000072',
  ];
  return `${segments.join('~')}~`;
}
