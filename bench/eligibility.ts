import { readFileSync } from 'node:fs';
import type { EligibilityRequest } from '../src/eligibility/request/request.js';
import { requestCodec } from '../src/eligibility/request/request-codec.js';
import { createEngine } from '../src/engine/create-engine.js';
import type { Guide } from '../src/model/guide.js';

// Eligibility a second on one core: process CPU time, best of five passes. Run it on a quiet machine: npm run bench:eligibility

const PASSES = 5;
const ROUNDS = 20_000;

const guide = JSON.parse(readFileSync(new URL('../guides/270-005010X279A1.json', import.meta.url), 'utf8')) as Guide; // a guide that ships, and is checked when compiled
const codec = requestCodec(guide);
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

report('request to document (judged, mapped)', 1, () => documentOf(REQUEST));
report('request to X12, an interchange each', 1, () => engine.generate(documentOf(REQUEST)));
report('document to X12, a hundred sets in one', 100, () => engine.generate(HUNDRED));
report('270 in guide JSON to request', 1, () => codec.decode(first.data));

function documentOf(request: EligibilityRequest) {
  const { document } = codec.encode(request, OPTIONS);
  if (document === undefined) throw new Error('The request of the bench is refused.');
  return document;
}

function report(title: string, sets: number, work: () => unknown): void {
  let best = Infinity;
  for (let pass = 0; pass < PASSES; pass++) {
    const start = process.cpuUsage();
    for (let round = 0; round < ROUNDS / sets; round++) work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  console.log(
    `${title.padEnd(42)} ${Math.round(ROUNDS / best)
      .toLocaleString('en-US')
      .padStart(9)} a second`,
  );
}
