import { sql } from 'kysely';
import type { Clock } from '../clock.js';
import type { Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';

/**
 * Puts all open jobs of some kinds among those that have failed, where a person sees them and has them done, or not: of a store that was
 * restored, in which nobody can know whether they were done after the backup. Only while no process does jobs.
 * @param why what is shown of them. @returns how many.
 */
export async function holdJobs(tx: Transaction, clock: Clock, kinds: readonly string[], why: string): Promise<number> {
  const { rows } = await sql`update jobs
    set state = 'failed', owner = null, lease_until = null, error = ${why}, updated_at = ${clock.now()}
    where state <> 'failed' and kind in ${listOf(tx, kinds)} returning 1 as held`.execute(tx);
  return rows.length;
}
