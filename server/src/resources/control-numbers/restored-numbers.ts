import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../clock.js';
import { Problem } from '../../problems.js';
import { dropSetting, putSetting, readSetting } from '../../store/settings.js';
import type { Transaction } from '../../store/store.js';
import { LAST_NUMBER } from './last-number.js';

/** The setting that stops all counters, with when the backup was made. */
export const HELD = 'control-numbers-held';
/** The setting that says where counters of new pairs begin. */
export const FIRST = 'control-numbers-first';

/** Whose counters are raised; all of them where nothing is named. */
export interface Raised {
  readonly accountId?: string | undefined;
  /** As `pairKey` names it. */
  readonly pair?: string | undefined;
}

/**
 * Stops all counters of a store that was restored: numbers that were given after the backup would be given again, and partners refuse or
 * drop what comes under a number twice. Only the operator knows how many those may be.
 * @param since when the backup was made, ISO 8601.
 */
export function holdNumbers(tx: Transaction, since: string): Promise<void> {
  return putSetting(tx, HELD, since);
}

/** When the backup was made whose restore has stopped the counters; `undefined`: they run. */
export function numbersHeldSince(db: Transaction): Promise<string | undefined> {
  return readSetting(db, HELD);
}

/** Lets the counters go on where the backup has them: nothing was sent since. */
export function releaseNumbers(tx: Transaction): Promise<void> {
  return dropSetting(tx, HELD);
}

/**
 * Raises counters, those of pairs that are not known yet with all others; and lets them go on where all of them were raised.
 * @param by from 1 to 999999998. @returns how many counters, two a pair.
 */
export async function raiseNumbers(tx: Transaction, clock: Clock, by: number, raised: Raised = {}): Promise<number> {
  const { accountId, pair } = raised;
  let rows = tx.updateTable('control_numbers').set({
    interchange_next: above('interchange_next', by),
    group_next: above('group_next', by),
    updated_at: clock.now(),
  });
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId);
  if (pair !== undefined) rows = rows.where('pair', '=', pair);
  const { numUpdatedRows } = await rows.executeTakeFirst();
  if (accountId === undefined && pair === undefined) {
    const first = Number((await readSetting(tx, FIRST)) ?? 1);
    await putSetting(tx, FIRST, String(((first - 1 + by) % LAST_NUMBER) + 1));
    await releaseNumbers(tx);
  }
  return Number(numUpdatedRows) * 2;
}

/** What follows the last number is 1 again. */
function above(next: string, by: number): RawBuilder<number> {
  return sql<number>`(${sql.ref(next)} - 1 + ${by}) % ${sql.lit(LAST_NUMBER)} + 1`;
}

/** The answer to whoever would take a number meanwhile. */
export function heldNumbers(): Problem {
  return new Problem(
    'unavailable',
    'The store was restored from a backup, and control numbers may have been sent since it was made. The operator says how many: ediloom-server ' +
      'control-numbers raise +N, or control-numbers as-is where nothing was sent.',
    { code: 'CONTROL_NUMBERS_HELD' },
  );
}
