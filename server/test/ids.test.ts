import { describe, expect, it } from 'vitest';
import { ulid, uuid } from '../src/ids.js';

describe('ids', () => {
  it('are UUIDs of version 7 that sort by their age, however many there are in a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => uuid());
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('are ULIDs that sort by their time', () => {
    const [early, late] = [1, 2].map((now) => ulid({ now: () => now }));
    expect(early).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(early && late && early < late).toBe(true);
  });
});
