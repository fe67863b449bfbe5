import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterWorkingDays, deadlineOf, firstDeadline } from '../../../src/resources/claims/deadlines.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string): number => Date.parse(`${text}Z`);
const iso = (time: number): string => new Date(time).toISOString().slice(0, 16);

describe('working days', () => {
  it.each([
    ['of a Wednesday', '2026-11-25T09:30', 1, '2026-11-26T09:30'],
    ['over a weekend', '2026-11-26T15:00', 2, '2026-11-30T15:00'],
    ['from the last minute of a Friday', '2026-11-27T23:59', 1, '2026-11-30T23:59'],
    ['from a Saturday, which counts as the beginning of Monday', '2026-11-28T10:00', 2, '2026-12-02T00:00'],
    ['from a Sunday', '2026-11-29T23:59', 1, '2026-12-01T00:00'],
    ['from the beginning of a Monday', '2026-11-30T00:00', 5, '2026-12-07T00:00'],
    ['over a leap day', '2028-02-28T12:00', 2, '2028-03-01T12:00'],
    ['a year of them', '2026-01-01T12:00', 260, '2026-12-31T12:00'],
  ])('%s', (_, from, days, until) => {
    expect(iso(afterWorkingDays(at(from), days))).toBe(until);
  });

  it('are never on a weekend, and as many as were asked for, counted one by one', () => {
    const working = (time: number) => ![0, 6].includes(new Date(time).getUTCDay());
    fc.assert(
      fc.property(
        fc.integer({ min: at('2026-01-01T00:00'), max: at('2032-01-01T00:00') }),
        fc.integer({ min: 1, max: 365 }),
        (from, days) => {
          const until = afterWorkingDays(from, days);
          let [passed, time] = [0, from];
          while (!working(time)) time = Math.floor(time / DAY) * DAY + DAY;
          const begun = time;
          for (; passed < days; ) {
            time += DAY;
            if (working(time)) passed++;
          }
          expect([until, until % DAY]).toEqual([time, begun % DAY]);
        },
      ),
    );
  });
});

describe('by when something is heard of a claim', () => {
  const queued = { state: 'QUEUED', at: at('2026-11-27T08:00') } as const;
  const delivered = { state: 'DELIVERED', at: at('2026-11-27T09:00') } as const;
  const received = { state: 'RECEIVED', at: at('2026-11-27T09:05') } as const;
  const deadline = (...args: Parameters<typeof deadlineOf>): string | null => {
    const time = deadlineOf(...args);
    return time === null ? null : iso(time);
  };

  it('is an hour, a day and two working days where the route does not say otherwise', () => {
    expect(deadline('QUEUED', [queued], undefined)).toBe('2026-11-27T09:00');
    expect(deadline('DELIVERED', [queued, delivered], undefined)).toBe('2026-11-28T09:00');
    // From the handing over, not from the 999.
    expect(deadline('RECEIVED', [queued, delivered, received], {})).toBe('2026-12-01T09:00');
    expect(deadline('RECEIVED', [received, delivered, queued], {})).toBe('2026-12-01T09:00');
  });

  it('is what the route says', () => {
    const route = { deliveredWithinHours: 3, acknowledgedWithinHours: 72, reportedWithinDays: 1, waitSeconds: 1800 };
    expect(deadline('QUEUED', [queued], route)).toBe('2026-11-27T11:30');
    // The 277CA is owed before the 999.
    expect(deadline('DELIVERED', [queued, delivered], route)).toBe('2026-11-30T09:00');
    expect(deadline('RECEIVED', [queued, delivered, received], route)).toBe('2026-11-30T09:00');
  });

  it('counts from the 999 where it came before the handing over was written down', () => {
    expect(deadline('RECEIVED', [queued, received], undefined)).toBe('2026-12-01T09:05');
  });

  it('is never of what the payer has or has refused, and of what goes nowhere', () => {
    for (const state of ['ACCEPTED', 'IN_ADJUDICATION', 'REJECTED'] as const) {
      expect(deadline(state, [queued, delivered, { state, at: delivered.at }], undefined)).toBeNull();
    }
    expect(firstDeadline({ route_id: null, created_at: 5 }, undefined)).toBeNull();
    expect(firstDeadline({ route_id: 'r', created_at: 5 }, { deliveredWithinHours: 2 })).toBe(5 + 2 * HOUR);
  });
});
