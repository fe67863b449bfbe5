import { readFileSync } from 'node:fs';
import type { EligibilityRequest } from '../../src/eligibility/request/request.js';
import { createRequestCodec } from '../../src/eligibility/request/request-codec.js';
import { createResponseCodec } from '../../src/eligibility/response-codec.js';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Guide } from '../../src/model/guide.js';
import type { WorkRow } from '../time-row.js';

// What `bench/eligibility.ts` times, one of them a process.

const guide = JSON.parse(readFileSync(new URL('../../guides/270-005010X279A1.json', import.meta.url), 'utf8')) as Guide; // a guide that ships, and is checked when compiled
const codec = createRequestCodec(guide);
const engine = createEngine({ guides: [guide] });
const OPTIONS = {
  sender: { qualifier: 'ZZ', id: 'LAKECLINIC' },
  receiver: { qualifier: 'ZZ', id: 'NORTHHEALTH' },
  transactionId: 'CHECK-1',
  now: Date.UTC(2026, 0, 31, 9, 5),
};
const REQUEST: EligibilityRequest = {
  tradingPartnerServiceId: '00123',
  tradingPartnerName: 'NORTH HEALTH',
  provider: { organizationName: 'LAKE CLINIC', npi: '1234567893' },
  subscriber: { memberId: 'M0001', firstName: 'JANE', lastName: 'DOE', dateOfBirth: '19800102' },
  encounter: { serviceTypeCodes: ['30', '88'], dateOfService: '20260131' },
};

const document = documentOf(REQUEST);
const [first] = document.interchanges[0].groups[0].transactions;
const [interchange] = document.interchanges;
const [group] = interchange.groups;
const HUNDRED = {
  interchanges: [{ ...interchange, groups: [{ ...group, transactions: Array.from({ length: 100 }, () => first) }] }],
};

const guide271 = JSON.parse(
  readFileSync(new URL('../../guides/271-005010X279A1.json', import.meta.url), 'utf8'),
) as Guide; // as above
const answers = createResponseCodec(guide271);
const reader = createEngine({ guides: [guide271] });
const BYTES = new TextEncoder().encode(answer271(40));
const parsed = await reader.parse(BYTES);

export const ELIGIBILITY_WORK: readonly WorkRow[] = [
  { title: 'request to document (judged, mapped)', sets: 1, run: () => documentOf(REQUEST) },
  { title: 'request to X12, an interchange each', sets: 1, run: () => engine.generate(documentOf(REQUEST)) },
  { title: 'document to X12, a hundred sets in one', sets: 100, run: () => engine.generate(HUNDRED) },
  { title: '270 in guide JSON to request', sets: 1, run: () => codec.decode(first.data) },
  { title: '271 of 40 EB loops in guide JSON to answer', sets: 1, run: () => answers.decode(parsed) },
  {
    title: '271 of 40 EB loops from bytes to answer',
    sets: 1,
    run: async () => answers.decode(await reader.parse(BYTES)),
  },
];

function documentOf(request: EligibilityRequest) {
  const { document } = codec.encode(request, OPTIONS);
  if (document === undefined) throw new Error('The request of the bench is refused.');
  return document;
}

/** A 271 about a subscriber whose benefits have what benefits of payers usually have. */
function answer271(benefits: number): string {
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
