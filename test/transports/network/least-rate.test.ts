import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transportReasonOf } from '../../../src/delivery/transport-error.js';
import { LEAST_RATE, RateWatch } from '../../../src/transports/network/least-rate.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A transfer whose server gives so many bytes each second, and a wait for it that ends when the test says. */
function transfer({ minBytesPerSecond = 1024, lump = 0 } = {}) {
  let bytes = 0;
  const reasons: unknown[] = [];
  const rate = new RateWatch({
    ...LEAST_RATE,
    minBytesPerSecond,
    moved: () => bytes,
    lump: () => lump,
    tooSlow: (error) => reasons.push(transportReasonOf(error)),
  });
  return {
    reasons,
    rate,
    during: (wait: Promise<void>) => rate.during(wait),
    pass(seconds: number, perSecond: number) {
      for (let second = 0; second < seconds; second++) {
        bytes += perSecond;
        vi.advanceTimersByTime(1000);
      }
    },
  };
}

const forEver = new Promise<void>(() => {});

describe('the pace of a transfer', () => {
  it('ends one that moves next to nothing for two minutes, once', () => {
    const { during, pass, reasons } = transfer();
    void during(forEver);
    pass(119, 68);
    expect(reasons).toEqual([]);
    pass(300, 68);
    expect(reasons).toEqual(['stalled']);
  });

  it('leaves a slow partner alone, also one who moves all of it at the end of two minutes', () => {
    const { during, pass, reasons } = transfer();
    void during(forEver);
    pass(3600, 1100);
    pass(119, 0);
    pass(1, 200_000);
    expect(reasons).toEqual([]);
  });

  it('counts no time in which our own side works', async () => {
    const { during, pass, reasons } = transfer();
    for (let piece = 0; piece < 5; piece++) {
      const waited = during(vi.advanceTimersByTimeAsync(20_000).then(() => {}));
      await waited;
      pass(3600, 0);
    }
    expect(reasons).toEqual([]);
    void during(forEver);
    pass(30, 0);
    expect(reasons).toEqual(['stalled']);
  });

  it('gives what is told of together the time that it takes', () => {
    const { during, pass, reasons } = transfer({ lump: 262_144 });
    void during(forEver);
    pass(250, 0);
    expect(reasons).toEqual([]);
    pass(40, 0);
    expect(reasons).toEqual(['stalled']);
  });

  it('is not looked at where any is right, nor once the transfer is over', () => {
    const any = transfer({ minBytesPerSecond: 0 });
    void any.during(forEver);
    any.pass(600, 0);
    const over = transfer();
    void over.during(forEver);
    over.rate.end();
    over.pass(600, 0);
    expect([...any.reasons, ...over.reasons]).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
