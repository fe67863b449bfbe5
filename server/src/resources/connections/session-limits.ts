import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { settingsOf } from './settings-of.js';

/**
 * How many sessions connections may have at once: what their setting `maxSessions` says, else the default.
 * @returns by id; one that is gone is not in it.
 */
export async function sessionLimits(
  db: Transaction,
  ids: readonly string[],
  standard: number,
): Promise<ReadonlyMap<string, { readonly most: number; readonly isPolled: boolean }>> {
  // Over all accounts: jobs of all of them are looked for together. Ids are ULIDs, so that none is there twice.
  const rows = await db
    .selectFrom('connections')
    .select(['id', 'settings', 'poll_job'])
    .where('id', 'in', listOf(db, ids))
    .execute();
  return new Map(
    rows.map((row) => {
      const { maxSessions } = settingsOf(row);
      const most = typeof maxSessions === 'number' ? maxSessions : standard;
      return [row.id, { most, isPolled: row.poll_job !== null }];
    }),
  );
}
