import { sql } from 'kysely';
import { dialectOf } from '../../store/dialect-of.js';
import { putSetting, readSetting } from '../../store/settings.js';
import type { Transaction } from '../../store/store.js';

/** More entries, and more transactions of a database, than come between a backup and its restore. */
const GAP = 1_000_000_000_000;

/**
 * Has new entries begin far behind all that were ever written, also behind those that were lost: of a store that was restored. Readers
 * that had read those stand behind the restored end, and would miss what comes until it has reached them.
 */
export async function skipFeedPlaces(tx: Transaction): Promise<void> {
  if (dialectOf(tx) === 'sqlite') {
    // SQLite has the row only once there was an entry.
    await sql`insert into sqlite_sequence (name, seq)
      select 'feed', 0 where not exists (select 1 from sqlite_sequence where name = 'feed')`.execute(tx);
    await sql`update sqlite_sequence set seq = seq + ${GAP} where name = 'feed'`.execute(tx);
    return;
  }
  await sql`select setval(pg_get_serial_sequence('feed', 'position'),
    nextval(pg_get_serial_sequence('feed', 'position')) + ${GAP}::bigint)`.execute(tx);
  await putSetting(tx, 'feed-offset', String(Number((await readSetting(tx, 'feed-offset')) ?? 0) + GAP));
}
