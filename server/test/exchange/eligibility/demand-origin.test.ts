import { describe, expect, it } from 'vitest';
import { demandOrigin } from '../../../src/exchange/eligibility/demand-origin.js';
import type { Origins, RefusedOrigin } from '../../../src/origins/origin.js';

describe('a payer that takes requests of the United States only', () => {
  const origin = { peer: '198.51.100.7', isTrustedProxy: false, forwarded: '203.0.113.9' };
  const demand = (refused: RefusedOrigin | undefined, usOnly = true) => {
    const origins: Origins = { refusal: () => refused, builtAt: 0 };
    return () => demandOrigin({ origins }, { usOnly }, origin);
  };

  it('is not asked for a request from elsewhere; others are asked', () => {
    expect(demand(undefined)).not.toThrow();
    expect(demand({ why: 'elsewhere' }, false)).not.toThrow();
    expect(demand({ why: 'elsewhere' })).toThrow(expect.objectContaining({ kind: 'denied', code: 'ORIGIN_BLOCKED' }));
  });

  it('says which entry, and never its address', () => {
    expect(demand({ why: 'elsewhere' })).toThrow(/The connection is an address elsewhere/);
    expect(demand({ why: 'unreadable', entry: 2 })).toThrow(/Entry 2 of X-Forwarded-For is no address/);
    expect(demand({ why: 'too-long' })).toThrow(/X-Forwarded-For has more entries/);
    for (const why of ['elsewhere', 'unknown', 'unreadable', 'too-long'] as const) {
      expect(demand({ why, entry: 1 })).not.toThrow(/198\.51|203\.0/);
    }
  });
});
