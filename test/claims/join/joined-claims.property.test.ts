import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../../src/claims/claim-codec.js';
import { type ClaimType, shapeOf } from '../../../src/claims/claim-type.js';
import { joinClaims } from '../../../src/claims/join/join-claims.js';
import { claimJoinKey } from '../../../src/claims/join/join-key.js';
import { normalise } from '../../../src/claims/prepare-claim.js';
import { loadGuides } from '../../../src/guides/catalogue.js';
import { createEngine, type Delimiters } from '../../../src/index.js';
import type { JsonObject } from '../../../src/model/json.js';
import { claimRequests } from '../../../src/testing/claim-requests.js';
import { soundClaims } from '../../../src/testing/sound-claims.js';
import { withoutForms } from '../formed-findings.js';

const RUNS = Number(process.env.EDILOOM_RUNS ?? 20);
const guides = await loadGuides();

const HEADER = {
  ...{ senderQualifier: 'ZZ', senderId: 'SENDER', receiverQualifier: 'ZZ', receiverId: 'RECEIVER' },
  ...{ usageIndicatorCode: 'T', date: '2026-03-01', time: '0915' },
} as const;
const NUMBERS = { interchangeNumber: '000000042', groupNumber: 7, now: Date.UTC(2026, 2, 2, 10, 20, 30) };
const DELIMITERS: readonly Delimiters[] = [
  { element: '*', component: ':', repetition: '^', segment: '~' },
  { element: '|', component: '>', repetition: '!', segment: '\n' },
  { element: '\x1d', component: '\x1f', repetition: '\x1c', segment: '\x1e' },
];
const NEWLINES = ['', '\n', '\r\n'] as const;

interface Single {
  readonly bytes: Uint8Array;
  readonly transactionId: string;
  readonly normal: JsonObject;
}

function benchOf(type: ClaimType) {
  const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
  if (guide === undefined) throw new Error(`no guide of ${type}`);
  const engine = createEngine({ guides: [guide] });
  const codec = createClaimCodec(type, guide);

  /** Claims that name the same submitter and receiver as the first does, each in an interchange with a line break of its own. */
  async function singlesOf(requests: readonly JsonObject[], delimiters: Delimiters): Promise<readonly Single[]> {
    const singles: Single[] = [];
    for (const [at, own] of requests.entries()) {
      const request = withHeadOf(requests[0] ?? {}, own);
      const transactionId = `T${at}`;
      const { transaction } = codec.write(request, { transactionId, date: '20260301', time: '0915' });
      const groups = [{ header: { date: '2026-03-01', time: '0915' }, transactions: [transaction] }];
      const { bytes } = engine.generate(
        { interchanges: [{ header: { ...HEADER, controlNumber: at + 1 }, delimiters, groups }] },
        { delimiters: 'choose', newline: NEWLINES[at % 3] ?? '' },
      );
      expect(withoutForms((await engine.validate(bytes)).findings)).toEqual([]);
      singles.push({ bytes, transactionId, normal: normalise(type, request) });
    }
    return singles;
  }

  async function expectJoined(singles: readonly Single[], claimsPerSet: number): Promise<void> {
    const options = { ...NUMBERS, claimsPerSet };
    const { bytes, sets } = joinClaims(
      singles.map((single) => single.bytes),
      options,
    );
    expect(withoutForms((await engine.validate(bytes)).findings)).toEqual([]);
    const { interchanges } = await engine.parse(bytes);
    expect(interchanges).toMatchObject([
      { header: { date: '2026-03-02', time: '10:20', controlNumber: '000000042' }, groups: [{}] },
    ]);
    const [group] = interchanges[0]?.groups ?? [];
    expect(group?.header).toMatchObject({ date: '2026-03-02', time: '10:20:30', controlNumber: '7' });
    const transactions = group?.transactions ?? [];
    const decoded = transactions.map(({ data }) => codec.decode(data as JsonObject).claims);
    expect(decoded.flat().map(({ request }) => normalise(type, request))).toEqual(singles.map(({ normal }) => normal));
    expect(sets).toEqual(
      decoded.map((claims, at) => ({
        number: String(at + 1).padStart(4, '0'),
        transactionId: singles[at * claimsPerSet]?.transactionId,
        claims: claims.length,
      })),
    );
    expect(transactions.map(({ header }) => header?.controlNumber)).toEqual(sets.map(({ number }) => number));
    expect(sets.length).toBe(Math.ceil(singles.length / claimsPerSet));
  }
  return { singlesOf, expectJoined };
}

/** What the set says before its first level: of another request. */
function withHeadOf(first: JsonObject, request: JsonObject): JsonObject {
  const names = ['submitter', 'receiver', 'tradingPartnerServiceId', 'tradingPartnerName'];
  const { claimIdentifier, ...information } = request.claimInformation as JsonObject;
  const head = names.filter((name) => name in first).map((name) => [name, first[name]]);
  const rest = Object.entries(request).filter(([name]) => !names.includes(name));
  const identifier = (first.claimInformation as JsonObject).claimIdentifier;
  const claimInformation = { ...information, ...(identifier === undefined ? {} : { claimIdentifier: identifier }) };
  return Object.fromEntries([...rest, ...head, ['claimInformation', claimInformation]]) as JsonObject;
}

/** Those of one key, in their order. */
function byKey(singles: readonly Single[], claimsPerSet: number): readonly (readonly Single[])[] {
  const found = new Map<string, Single[]>();
  for (const single of singles) {
    const key = claimJoinKey(single.bytes, { claimsPerSet });
    found.set(key, [...(found.get(key) ?? []), single]);
  }
  return [...found.values()];
}

describe.each(['professional', 'institutional', 'dental'] as const)('%s: joined claims', (type) => {
  const { singlesOf, expectJoined } = benchOf(type);

  it.each([
    ['of every property', claimRequests(fc, type)],
    ['that are sound', soundClaims(fc, type)],
  ])(
    '%s are what they were alone, and the guide finds nothing',
    { timeout: 60_000 + RUNS * 1_000 },
    async (_, claim) => {
      const drawn = fc.tuple(fc.array(claim, { minLength: 1, maxLength: 7 }), fc.constantFrom(...DELIMITERS));
      let most = 0;
      const property = fc.asyncProperty(drawn, async ([requests, delimiters]) => {
        const singles = await singlesOf(requests, delimiters);
        for (const claimsPerSet of [1, 3, 100]) {
          for (const same of byKey(singles, claimsPerSet)) {
            await expectJoined(same, claimsPerSet);
            if (claimsPerSet === 100) most = Math.max(most, same.length);
          }
        }
      });
      await fc.assert(property, { numRuns: RUNS });
      // A test of claims that are never joined would say nothing.
      expect(most).toBeGreaterThan(2);
    },
  );
});
