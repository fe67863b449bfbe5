import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../src/eligibility/request/check-request.js';
import { normaliseRequest } from '../../../src/eligibility/request/normalise-request.js';
import { eligibilityRequests } from '../../../src/testing/eligibility-requests.js';
import { throughX12 } from './requests.js';

const runs = { numRuns: Number(process.env.EDILOOM_RUNS ?? 75) };
const timeout = 20_000 + runs.numRuns * 50;

describe('a request through X12 and back', () => {
  it('is drawn as the rules want it', { timeout }, () => {
    fc.assert(
      fc.property(eligibilityRequests(fc), (request) => {
        expect(checkRequest(request).problems).toEqual([]);
      }),
      runs,
    );
  });

  it('comes back in normal form', { timeout }, async () => {
    const property = fc.asyncProperty(eligibilityRequests(fc), fc.boolean(), async (drawn, apart) => {
      const request = { submitterTransactionIdentifier: 'T-1', ...drawn };
      const { request: back, notes } = await throughX12(request, { serviceTypes: apart ? 'apart' : 'together' });
      expect(notes).toEqual([]);
      expect(normaliseRequest(back)).toEqual(normaliseRequest(request));
    });
    await fc.assert(property, runs);
  });

  it('has a normal form of which the normal form is the same', { timeout }, () => {
    const property = fc.property(eligibilityRequests(fc), (request) => {
      const normal = normaliseRequest(request);
      expect(normaliseRequest(normal)).toEqual(normal);
    });
    fc.assert(property, runs);
  });
});
