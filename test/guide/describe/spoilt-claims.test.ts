import { describe, expect, it } from 'vitest';
import { describeFinding } from '../../../src/index.js';
import { DICTIONARIES, findingsOf, GUIDE_837P, spoiltClaim } from './spoilt-claim.js';
import { SPOILT_CLAIMS } from './spoilt-claims.js';

describe('a claim with one fault', () => {
  it('has none before', () => {
    expect(findingsOf(spoiltClaim('/heading', undefined, 'heading'))).toEqual([]);
  });

  it.each(SPOILT_CLAIMS)('$fault', ({ at, change, key, says }) => {
    const described = findingsOf(spoiltClaim(at, change, key)).map((found) =>
      describeFinding(found, { guide: GUIDE_837P, dictionaries: DICTIONARIES }),
    );
    expect(described.map(({ text, advice }) => `${text}. ${advice}`)).toEqual(says);
    for (const { place, path } of described) {
      expect(place).toBe(`/${(path ?? []).join('/')}`);
      expect(place).toMatch(/^\/(heading|detail)\//);
    }
  });

  it('is told without any value of the data', () => {
    const canary = 'CANARY~VALUE*7'.repeat(9);
    for (const { at } of SPOILT_CLAIMS) {
      const told = findingsOf(spoiltClaim(at, canary)).map((found) => describeFinding(found, { guide: GUIDE_837P }));
      expect(told.length).toBeGreaterThan(0);
      expect(JSON.stringify(told)).not.toContain('CANARY');
    }
  });
});
