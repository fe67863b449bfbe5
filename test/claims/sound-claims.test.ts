import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { shapeOf } from '../../src/claims/claim-type.js';
import { loadGuides } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';
import type { JsonObject } from '../../src/model/json.js';
import { soundClaims } from '../../src/testing/sound-claims.js';

/** The short form; `npm run properties:claims` has 10,000 of each. */
const RUNS = Number(process.env.EDILOOM_RUNS ?? 150);
const NOW = Date.UTC(2026, 2, 1, 9, 15);
const guides = await loadGuides();

describe('sound claims', () => {
  it.each(['professional', 'institutional', 'dental'] as const)(
    '%s: break no rule, as JSON and as X12, and the guide finds nothing',
    { timeout: 60_000 + RUNS * 100 },
    async (type) => {
      const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
      if (guide === undefined) throw new Error(`no guide of ${type}`);
      const codec = createClaimCodec(type, guide);
      const engine = createEngine({ guides: [guide] });
      const property = fc.asyncProperty(soundClaims(fc, type), async (request) => {
        const { document, problems, errors, warnings } = codec.encode(request, {
          ...{ sender: { qualifier: 'ZZ', id: 'SENDER' }, receiver: { qualifier: 'ZZ', id: 'RECEIVER' } },
          ...{ transactionId: 'X1', now: NOW },
        });
        expect({ problems, errors, warnings: warnings.filter(({ rule }) => /^V/.test(rule)) }).toEqual({
          ...{ problems: [], errors: [], warnings: [] },
        });
        if (document === undefined) throw new Error('no document');
        const { bytes } = engine.generate(document);
        expect((await engine.validate(bytes)).findings).toEqual([]);
        const read = await engine.parse(bytes);
        const data = read.interchanges[0]?.groups[0]?.transactions[0]?.data as JsonObject;
        const judged = codec.judge(data, { now: NOW });
        expect(judged.map(({ errors, warnings }) => ({ errors, warnings }))).toEqual([{ errors: [], warnings: [] }]);
      });
      await fc.assert(property, { numRuns: RUNS });
    },
  );

  it('have as many lines as a bench asks for', () => {
    const [claim] = fc.sample(soundClaims(fc, 'professional', { lines: 10 }), 1);
    expect(claim).toMatchObject({ claimInformation: { serviceLines: { length: 10 } } });
  });
});
