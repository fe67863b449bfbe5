import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionClocks } from '../../../src/transports/receiving/session-clocks.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function begin(): { readonly clocks: SessionClocks; readonly late: string[] } {
  const late: string[] = [];
  const clocks = new SessionClocks({ loginTimeout: 100, idleTimeout: 50, late: (clock) => late.push(clock) });
  return { clocks, late };
}

describe('clocks of a session', () => {
  it('report a login that does not come', () => {
    const { late } = begin();
    vi.advanceTimersByTime(99);
    expect(late).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(late).toEqual(['login']);
  });

  it('report a time without a request, counted from the last', () => {
    const { clocks, late } = begin();
    clocks.loggedIn();
    clocks.idle();
    vi.advanceTimersByTime(49);
    clocks.idle();
    vi.advanceTimersByTime(49);
    expect(late).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(late).toEqual(['idle']);
  });

  it('do not run while a request is being done', () => {
    const { clocks, late } = begin();
    clocks.loggedIn();
    clocks.idle();
    clocks.busy();
    vi.advanceTimersByTime(1000);
    expect(late).toEqual([]);
    clocks.idle();
    vi.advanceTimersByTime(50);
    expect(late).toEqual(['idle']);
  });

  it('are still once the connection is over', () => {
    const { clocks, late } = begin();
    clocks.idle();
    clocks.stop();
    clocks.idle();
    vi.advanceTimersByTime(1000);
    expect(late).toEqual([]);
  });
});
