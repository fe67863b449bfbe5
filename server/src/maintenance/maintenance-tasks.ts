import { chainAudit } from '../audit/chain-audit.js';
import type { Clock } from '../clock.js';
import { purgeAnswers } from '../idempotency/rows.js';
import type { ScheduledTask } from '../jobs/scheduled.js';
import type { Store } from '../store/store.js';
import { purgeExpired, purgeWith } from './purge-expired.js';

const MINUTE = 60_000;

export interface MaintenanceOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Removes objects that nothing refers to. */
  readonly sweep: (signal: AbortSignal) => Promise<unknown>;
}

/** What the server does for itself, beside requests and deliveries. */
export function maintenanceTasks({ store, clock, sweep }: MaintenanceOptions): readonly ScheduledTask[] {
  const task = (kind: string, everyMs: number, work: (signal: AbortSignal) => Promise<unknown>): ScheduledTask => ({
    kind,
    everyMs,
    run: async (signal) => void (await work(signal)),
  });
  return [
    task('chain-audit', MINUTE, (signal) => chainAudit(store, signal)),
    task('purge-idempotency', 10 * MINUTE, (signal) => purgeWith(purgeAnswers, { store, clock, signal })),
    task('purge-expired', 60 * MINUTE, (signal) => purgeExpired({ store, clock, signal })),
    task('sweep-objects', 24 * 60 * MINUTE, sweep),
  ];
}
