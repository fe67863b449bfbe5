import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseResponse } from '../../src/eligibility/normalise/normalise.js';
import { eligibilityResponses } from '../../src/testing/eligibility-responses.js';
import { answersOf, written } from './response-fixture.js';

const RUNS = Number(process.env.EDILOOM_RUNS ?? 75);
const TIMEOUT = 20_000 + RUNS * 50;

describe('an answer written as 271 and read again', () => {
  it('is the same in normal form, and nothing had no room', { timeout: TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(eligibilityResponses(fc), async (response) => {
        const { text, notes } = written(response);
        expect(notes).toEqual([]);
        const back = await answersOf(text);
        expect(back.map(normaliseResponse)).toEqual([normaliseResponse(response)]);
      }),
      { numRuns: RUNS },
    );
  });

  it('is in normal form already, but for what the set does not say', { timeout: TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(eligibilityResponses(fc), async (response) => {
        const normal = normaliseResponse(response);
        expect(normaliseResponse(normal)).toEqual(normal);
      }),
      { numRuns: RUNS },
    );
  });
});
