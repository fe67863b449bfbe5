import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimCodec } from '../../src/claims/claim-codec.js';
import { shapeOf } from '../../src/claims/claim-type.js';
import { normalise } from '../../src/claims/prepare-claim.js';
import { loadGuides } from '../../src/guides/catalogue.js';
import { claimRequests } from '../../src/testing/claim-requests.js';

/** The short form; `npm run properties:claims` has 10,000 of each. */
const RUNS = Number(process.env.EDILOOM_RUNS ?? 150);
const guides = await loadGuides();

describe('what is written of a claim is what is read', () => {
  it.each(['professional', 'institutional', 'dental'] as const)(
    '%s: in normal form',
    { timeout: 60_000 + RUNS * 100 },
    (type) => {
      const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
      if (guide === undefined) throw new Error(`no guide of ${type}`);
      const codec = claimCodec(type, guide);
      const property = fc.property(claimRequests(fc, type), (request) => {
        const { transaction, notes } = codec.write(request, {
          ...{ transactionId: 'X1', date: '20260301', time: '0915' },
        });
        expect(notes).toEqual([]);
        const [claim] = codec.decode(transaction.data).claims;
        const normal = normalise(type, request);
        expect(normalise(type, claim?.request ?? {})).toEqual(normal);
        expect(normalise(type, normal)).toEqual(normal);
      });
      fc.assert(property, { numRuns: RUNS });
    },
  );
});
