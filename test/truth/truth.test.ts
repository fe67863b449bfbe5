import { describe, expect, it } from 'vitest';
import { ALL_WAYS } from './all-ways.js';
import { measure } from './measure.js';
import { report, totals } from './report.js';
import { soundSets } from './sound-sets.js';

// The short form of `npm run truth`. Vitest fails a test that hangs after this long.
const HANG_MS = 120_000;

describe('faults known by construction', () => {
  const sets = soundSets({ seed: 1, made: 1 });
  const rows = measure(sets, ALL_WAYS, { seed: 1, places: 1 });
  const { found, code, place, alone } = totals(rows);
  // What a failure prints: the table, and what was told in place of what is right.
  const table = report(rows, 20);

  it('are made of every guide, in every way', { timeout: HANG_MS }, () => {
    expect(new Set(sets.map(({ guide }) => guide.id)).size).toBe(47);
    expect(rows.filter(({ tried }) => tried === 0).map(({ way }) => way)).toEqual([]);
  });

  it('are found', () => expect(found, table).toBeGreaterThanOrEqual(99.5));
  it('are told by the code of the standard', () => expect(code, table).toBeGreaterThanOrEqual(99.5));
  it('are told at the right place', () => expect(place, table).toBeGreaterThanOrEqual(99));
  it('are told alone', () => expect(alone, table).toBeGreaterThanOrEqual(97));
});
