import { readFileSync } from 'node:fs';
import type { EligibilityRequest } from '../../src/eligibility/request/request.js';
import { createRequestCodec } from '../../src/eligibility/request/request-codec.js';
import { createResponseCodec } from '../../src/eligibility/response-codec.js';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Guide } from '../../src/model/guide.js';
import type { WorkRow } from '../time-row.js';
import { answer271, OPTIONS, REQUEST } from './inputs.js';

// What `bench/eligibility.ts` times, one of them a process.

const guide = JSON.parse(readFileSync(new URL('../../guides/270-005010X279A1.json', import.meta.url), 'utf8')) as Guide; // a guide that ships, and is checked when compiled
const codec = createRequestCodec(guide);
const engine = createEngine({ guides: [guide] });
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
