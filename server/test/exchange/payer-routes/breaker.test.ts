import { describe, expect, it } from 'vitest';
import { Breaker } from '../../../src/exchange/payer-routes/breaker.js';
import type { PayerReply } from '../../../src/exchange/payer-routes/payer-exchange.js';

const LIMITS = { failures: 2, openMs: 30_000 };
const ANSWER: PayerReply = { kind: 'answer', x12: new Uint8Array() };
const LATE: PayerReply = { kind: 'none', failure: 'timed-out', wasSent: true };

/** One that has just opened, at 0, and a check that began before. */
function opened() {
  const breaker = new Breaker();
  const slow = breaker.begin(0);
  for (let failure = 0; failure < LIMITS.failures; failure++) breaker.begin(0)?.over(LATE, 0, LIMITS);
  expect([breaker.state(29_999), breaker.state(30_000)]).toEqual(['open', 'half-open']);
  return { breaker, slow };
}

describe('a breaker', () => {
  it('lets one check try when its time is over, also while checks of before still fail', () => {
    const { breaker, slow } = opened();
    const trial = breaker.begin(30_000);
    slow?.over(LATE, 30_001, LIMITS);
    expect(breaker.begin(30_002)).toBeUndefined();
    trial?.over(ANSWER, 30_003, LIMITS);
    expect(breaker.state(30_003)).toBe('closed');
  });

  it('stays closed where the payer found fault with what was asked: others share the route', () => {
    const breaker = new Breaker();
    const faults: readonly PayerReply[] = [
      { kind: 'none', failure: 'http-status', wasSent: true, detail: '400' },
      { kind: 'none', failure: 'http-status', wasSent: true, detail: '422' },
      { kind: 'none', failure: 'envelope', wasSent: true, detail: 'PayloadIllegal' },
    ];
    for (const fault of [...faults, ...faults]) breaker.begin(0)?.over(fault, 0, LIMITS);
    expect(breaker.state(0)).toBe('closed');
    const down: PayerReply = { kind: 'none', failure: 'http-status', wasSent: true, detail: '503' };
    for (const one of [down, ...faults, down]) breaker.begin(0)?.over(one, 0, LIMITS);
    expect(breaker.state(0)).toBe('open');
  });

  it('stays open no longer for what began before it opened', () => {
    const { breaker, slow } = opened();
    slow?.over(LATE, 29_000, LIMITS);
    expect(breaker.state(30_000)).toBe('half-open');
  });

  it('opens again by one that tried and failed, and closes by any answer', () => {
    const { breaker, slow } = opened();
    breaker.begin(30_000)?.over(LATE, 31_000, LIMITS);
    expect([breaker.state(60_999), breaker.state(61_000)]).toEqual(['open', 'half-open']);
    slow?.over(ANSWER, 40_000, LIMITS);
    expect(breaker.state(40_000)).toBe('closed');
  });

  it('does not stay open for as long as a clock is put back', () => {
    const breaker = new Breaker();
    for (let failure = 0; failure < LIMITS.failures; failure++) breaker.begin(3_600_000)?.over(LATE, 3_600_000, LIMITS);
    expect(breaker.state(3_600_001)).toBe('open');
    expect(breaker.state(0)).toBe('half-open');
  });

  it('counts failures one after another, and none of this server alone', () => {
    const breaker = new Breaker();
    const busy: PayerReply = { kind: 'none', failure: 'busy', wasSent: false };
    for (const reply of [LATE, ANSWER, LATE, busy, busy]) breaker.begin(0)?.over(reply, 0, LIMITS);
    expect(breaker.state(0)).toBe('closed');
    breaker.begin(0)?.over(LATE, 0, LIMITS);
    expect(breaker.state(0)).toBe('open');
  });
});
