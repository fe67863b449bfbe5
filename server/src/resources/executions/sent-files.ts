import { sql } from 'kysely';
import { dialectOf } from '../../store/dialect-of.js';
import type { Transaction } from '../../store/store.js';
import type { Executions } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';

/** Where a walk over the files of all accounts stands: at this one. */
export interface FilePlace {
  readonly account_id: string;
  readonly created_at: number;
  readonly id: string;
}

/** A file as such a walk sees it. */
export type WalkedFile = FilePlace &
  Pick<Executions, 'direction' | 'key_mode' | 'partnership_id' | 'interchange' | 'transaction_count'>;

/** The files behind a place, account by account and in each the oldest first; over all accounts, as an upgrade is. */
export async function filesBehind(db: Transaction, place: FilePlace, most: number): Promise<readonly WalkedFile[]> {
  const { rows } =
    await sql<WalkedFile>`select account_id, created_at, id, direction, key_mode, partnership_id, interchange, transaction_count
    from executions where (account_id, created_at, id) > (${place.account_id}, ${place.created_at}, ${place.id})
    order by account_id, created_at, id limit ${most}`.execute(db);
  return rows;
}

/** Locks files, so that no retry takes their transactions elsewhere meanwhile. */
export async function lockFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (dialectOf(tx) === 'sqlite') return;
  await sql`select id from executions where id in ${listOf(tx, ids)} order by id for update`.execute(tx);
}
