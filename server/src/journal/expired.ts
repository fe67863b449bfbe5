import { sql } from 'kysely';
import { isoTime } from '../clock.js';
import { dialectOf } from '../store/dialect-of.js';
import { DAY_MS, type Purge } from '../store/purge.js';

/** Days for which a file, a message id or a receipt is known again: a year, as interchanges are, and a day. */
const JOURNAL_DAYS = 366;

/** Removes what transports of all accounts remember of longer ago. */
export const purgeJournal: Purge = async (tx, now, most) => {
  // By a key of three columns SQLite would go through all entries of an account for each portion.
  const key = dialectOf(tx) === 'sqlite' ? sql`rowid` : sql`account_id, kind, id`;
  const { rows } = await sql`delete from journal where (${key}) in (
    select ${key} from journal where at < ${isoTime(now - JOURNAL_DAYS * DAY_MS)}
    order by at limit ${most}) returning 1 as gone`.execute(tx);
  return rows.length;
};
