import { describe, expect, it } from 'vitest';
import { isOpen } from '../../../src/exchange/payer-routes/hours.js';

const ZONE = { timeZone: 'America/New_York' };
const at = (hours: Parameters<typeof isOpen>[0], local: string) => isOpen(hours, Date.parse(local));

describe('hours of a route', () => {
  it('are always without any, and never in maintenance', () => {
    expect(at(undefined, '2026-01-05T12:00:00Z')).toBe(true);
    expect(at(ZONE, '2026-01-05T12:00:00Z')).toBe(true);
    const closed = { ...ZONE, maintenance: [{ from: '2026-01-05T12:00:00Z', to: '2026-01-05T14:00:00Z' }] };
    expect(at(closed, '2026-01-05T12:00:00Z')).toBe(false);
    expect(at(closed, '2026-01-05T14:00:00Z')).toBe(true);
  });

  it('are those of the zone, and go over midnight from the day on which they begin', () => {
    const day = { ...ZONE, windows: [{ days: ['MO' as const], from: '08:00', to: '24:00' }] };
    expect(at(day, '2026-01-05T07:59:00-05:00')).toBe(false);
    expect(at(day, '2026-01-05T08:00:00-05:00')).toBe(true);
    expect(at(day, '2026-01-05T23:59:00-05:00')).toBe(true);
    expect(at(day, '2026-01-06T00:00:00-05:00')).toBe(false);
    const night = { ...ZONE, windows: [{ days: ['SU' as const], from: '22:00', to: '06:00' }] };
    expect(at(night, '2026-01-04T22:00:00-05:00')).toBe(true);
    expect(at(night, '2026-01-05T05:59:00-05:00')).toBe(true);
    expect(at(night, '2026-01-05T06:00:00-05:00')).toBe(false);
    expect(at(night, '2026-01-04T05:00:00-05:00')).toBe(false);
  });

  // 24 hours before Monday 00:30 it was Saturday: the Sunday had 23.
  it('go over midnight also in the nights in which the clocks change', () => {
    const night = { ...ZONE, windows: [{ days: ['SU' as const], from: '22:00', to: '06:00' }] };
    expect(at(night, '2026-03-09T00:30:00-04:00')).toBe(true);
    expect(at(night, '2026-11-02T00:30:00-05:00')).toBe(true);
    expect(at({ ...night, windows: [{ days: ['SA'], from: '22:00', to: '06:00' }] }, '2026-03-09T00:30:00-04:00')).toBe(
      false,
    );
  });
});
