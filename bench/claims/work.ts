import { readFileSync } from 'node:fs';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import type { EncodeClaimOptions } from '../../src/claims/claim-codec-types.js';
import { type ClaimType, shapeOf } from '../../src/claims/claim-type.js';
import { joinClaims } from '../../src/claims/join/join-claims.js';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Guide } from '../../src/model/guide.js';
import type { JsonObject } from '../../src/model/json.js';
import type { WorkRow } from '../time-row.js';

// What `bench/claims.ts` times, one of them a process.

const OPTIONS: EncodeClaimOptions = {
  ...{ sender: { qualifier: 'ZZ', id: 'LAKECLINIC' }, receiver: { qualifier: 'ZZ', id: 'NORTHHEALTH' } },
  ...{ transactionId: 'CLAIM-1', claimNumber: '01JTESTREF0000000000000001', now: Date.UTC(2026, 2, 1, 9, 15) },
};

const NUMBERS = { interchangeNumber: 1, groupNumber: 1, now: Date.UTC(2026, 2, 1, 9, 15) };

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
}

/** Codec, engine, and an example with so many lines and none of the payers before it. */
function benchOf(type: ClaimType, example: string, count: number) {
  const guide = readJson(`guides/${shapeOf(type).guide}.json`) as Guide; // one that ships, checked when it is compiled
  const codec = createClaimCodec(type, guide);
  const engine = createEngine({ guides: [guide] });
  const request = readJson(`fixtures/claims/${example}.json`) as JsonObject; // our own fixture
  const { claimInformation } = request as {
    claimInformation: { serviceLines: JsonObject[]; claimChargeAmount: string };
  };
  const [line = {}] = claimInformation.serviceLines;
  claimInformation.serviceLines = Array.from({ length: count }, (_, at) => ({
    ...line,
    [shapeOf(type).lineNumber]: `LINE${at}`,
  }));
  const service = line[shapeOf(type).service] as JsonObject; // each example has one
  claimInformation.claimChargeAmount = (Number(service.lineItemChargeAmount) * count).toFixed(2);
  const document = () => {
    const { document: made, problems, errors } = codec.encode(request, OPTIONS);
    if (made === undefined) throw new Error(`refused: ${JSON.stringify([problems, errors])}`);
    return made;
  };
  const { bytes } = engine.generate(document());
  const joined = (claims: number) => () =>
    joinClaims(Array<Uint8Array>(claims).fill(bytes), { ...NUMBERS, claimsPerSet: 100 });
  const read = async () => (await engine.parse(bytes)).interchanges[0]?.groups[0]?.transactions[0]?.data ?? {};
  return { codec, engine, request, document, read, joined };
}

const ten = benchOf('professional', 'p1-subscriber', 10);
const long = benchOf('institutional', 'i1-inpatient', 999);
const guideJson = await ten.read();

export const CLAIM_WORK: readonly WorkRow[] = [
  { title: '837P of 10 lines: request judged', sets: 1, run: () => ten.codec.check(ten.request, OPTIONS) },
  { title: '837P of 10 lines: request to document', sets: 1, run: ten.document },
  { title: '837P of 10 lines: request to X12', sets: 1, run: () => ten.engine.generate(ten.document()) },
  { title: '837P of 10 lines: guide JSON to request', sets: 1, run: () => ten.codec.decode(guideJson) },
  {
    title: '837P of 10 lines: X12 to request',
    sets: 1,
    run: async () => ten.codec.decode(await ten.read()),
  },
  { title: '837P of 10 lines: joined, 5,000 a file', sets: 5_000, passSets: 5_000, run: ten.joined(5_000) },
  {
    title: '837I of 999 lines: request to X12',
    ...{ sets: 1, passSets: 20 },
    run: () => long.engine.generate(long.document()),
  },
  {
    title: '837I of 999 lines: X12 to request',
    ...{ sets: 1, passSets: 20 },
    run: async () => long.codec.decode(await long.read()),
  },
];
