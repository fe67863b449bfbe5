import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { shapeOf } from '../../src/claims/claim-type.js';
import { normalise } from '../../src/claims/prepare-claim.js';
import { loadGuides } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';
import type { JsonObject } from '../../src/model/json.js';
import { claimRequests } from '../../src/testing/claim-requests.js';
import { withoutForms } from './formed-findings.js';

/** The short form; `npm run properties:claims` has 10,000 of each. */
const RUNS = Number(process.env.EDILOOM_RUNS ?? 150);
const guides = await loadGuides();

const HEADER = {
  ...{ senderQualifier: 'ZZ', senderId: 'SENDER', receiverQualifier: 'ZZ', receiverId: 'RECEIVER' },
  ...{ usageIndicatorCode: 'T', date: '2026-03-01', time: '0915', controlNumber: 1 },
} as const;

describe('what is written of a claim is what is read', () => {
  it.each(['professional', 'institutional', 'dental'] as const)(
    '%s: in normal form, and the guide finds nothing',
    { timeout: 60_000 + RUNS * 200 },
    async (type) => {
      const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
      if (guide === undefined) throw new Error(`no guide of ${type}`);
      const codec = createClaimCodec(type, guide);
      const engine = createEngine({ guides: [guide] });
      const property = fc.asyncProperty(claimRequests(fc, type), async (request) => {
        const { transaction, notes } = codec.write(request, {
          ...{ transactionId: 'X1', date: '20260301', time: '0915' },
        });
        expect(notes).toEqual([]);
        const groups = [{ header: { date: '2026-03-01', time: '0915' }, transactions: [transaction] }];
        const { bytes } = engine.generate({ interchanges: [{ header: HEADER, groups }] });
        const { findings } = await engine.validate(bytes);
        expect(withoutForms(findings)).toEqual([]);
        const document = await engine.parse(bytes);
        const data = document.interchanges[0]?.groups[0]?.transactions[0]?.data as JsonObject;
        const decoded = codec.decode(data);
        expect(decoded.notes).toEqual([]);
        const normal = normalise(type, request);
        expect(decoded.claims.map((claim) => normalise(type, claim.request))).toEqual([normal]);
        expect(normalise(type, normal)).toEqual(normal);
      });
      await fc.assert(property, { numRuns: RUNS });
    },
  );
});
