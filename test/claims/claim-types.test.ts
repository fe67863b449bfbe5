import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAIM_GUIDES, CLAIM_SERVICES, type ClaimType } from '../../src/claims/index.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { soundClaims } from '../../src/testing/sound-claims.js';

describe.each(Object.keys(CLAIM_GUIDES) as ClaimType[])('%s claims', (type) => {
  it('have a guide that ships', async () => {
    expect((await loadGuide(CLAIM_GUIDES[type])).$id).toContain(`:${CLAIM_GUIDES[type]}`);
  });

  it('have lines that call their procedure so', () => {
    const [claim] = fc.sample(soundClaims(fc, type, { lines: 2 }), 1);
    const line = { [CLAIM_SERVICES[type]]: { lineItemChargeAmount: expect.any(String) } };
    expect(claim).toMatchObject({ claimInformation: { serviceLines: [line, line] } });
  });
});
