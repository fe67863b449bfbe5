import { expect, it } from 'vitest';
import { WaitLog } from '../../src/jobs/wait-log.js';

it('says of each kind once a minute that its jobs wait', () => {
  const log = new WaitLog();
  const said = (kind: string, now: number): boolean => log.isToSay(kind, now);
  expect([said('batch-check', 0), said('batch-check', 0), said('batch-check', 59_999)]).toEqual([true, false, false]);
  expect([said('start-batch', 1), said('batch-check', 60_000), said('batch-check', 60_001)]).toEqual([
    true,
    true,
    false,
  ]);
  // The clock is set back.
  expect(said('batch-check', 5)).toBe(true);
});
