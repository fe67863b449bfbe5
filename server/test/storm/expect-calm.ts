import { expect } from 'vitest';
import type { StormReport } from './storm.js';

/** That all held, and that the storm was one. */
export function expectCalm(report: StormReport, rounds: number): void {
  const { kills, killsAtStart, standstills, sent, acknowledged, hanging, others, violations, leftovers, exitCodes } =
    report;
  const statuses = JSON.stringify(others);
  console.log(
    `${kills} kills (${killsAtStart} at start), ${standstills} standstills, ${sent} requests, ${acknowledged} acknowledged, ${hanging} hanging; others ${statuses}`,
  );
  expect(violations).toEqual({
    ...{ keys: [], numbers: [], executions: [], deliveries: [], files: [], feed: [], jobs: [], leases: [], audit: [] },
  });
  expect(leftovers).toEqual([]);
  expect(exitCodes.every((code) => code === 0)).toBe(true);
  expect(acknowledged).toBe(sent);
  expect(sent).toBeGreaterThan(rounds);
}
