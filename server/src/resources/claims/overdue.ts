import { sql } from 'kysely';
import { AccountQueries } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';
import { countAtMost } from '../../store/count-at-most.js';
import { grouped } from '../../store/grouped.js';
import { skipLocked } from '../../store/lock-row.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { awaitSecond, takeOverdueAgain } from './second-deadlines.js';

// Over all accounts: time passes for all of them alike, and routes that do not answer are the operator's.

/** Claims that are marked at a time. */
const PORTION = 200;
/** The conditions of their indexes, word by word: SQLite takes them for no other. */
const IS_AWAITED = sql<boolean>`due_at is not null and overdue_since is null`;
const IS_OVERDUE = sql<boolean>`overdue_since is not null`;

/** Claims of one account of which something should have been heard. */
export interface OverdueClaims {
  readonly queries: AccountQueries;
  /** Each once for each thing that is missing. */
  readonly claims: readonly Claims[];
}

/**
 * Marks claims as overdue of which something should have been heard, a portion of them, each once for each thing that is missing. Those that somebody
 * changes at this moment are left to the next time.
 * @returns those that were marked; none: there are no others.
 */
export async function takeOverdueClaims(tx: Transaction, now: number): Promise<readonly OverdueClaims[]> {
  const first = byAccount(tx, await takeOverdue(tx, now));
  const both: OverdueClaims[] = [];
  for (const { queries, claims } of first) both.push({ queries, claims: await awaitSecond(queries, claims, now) });
  return [...first, ...both, ...byAccount(tx, await takeOverdueAgain(tx, now, PORTION))];
}

async function takeOverdue(tx: Transaction, now: number): Promise<readonly Claims[]> {
  const found = await sql<Pick<Claims, 'id'>>`select id from claims where ${IS_AWAITED} and due_at <= ${now}
    order by due_at limit ${PORTION} ${skipLocked(tx)}`.execute(tx);
  if (found.rows.length === 0) return [];
  const ids = listOf(tx, found.rows.map(({ id }) => id).sort());
  const { rows } = await sql<Claims>`update claims set overdue_since = ${now}
    where id in ${ids} and ${IS_AWAITED} and due_at <= ${now} returning *`.execute(tx);
  return rows;
}

function byAccount(tx: Transaction, rows: readonly Claims[]): readonly OverdueClaims[] {
  const accounts = grouped(rows, ({ account_id }) => account_id);
  return [...accounts].map(([accountId, claims]) => ({ queries: new AccountQueries(tx, accountId), claims }));
}

/** How many claims are overdue, counted up to a bound; for `/metrics`. @param most default 100,000. */
export function countOverdueClaims(db: Transaction, most?: number): Promise<number> {
  return countAtMost(db, sql`select 1 from claims where ${IS_OVERDUE}`, most);
}

/** Claims that are overdue, those that are so for the longest first. @param accountId of one account; default: of all of them. */
export function overdueClaims(db: Transaction, page: AskedPage, accountId?: string): Promise<Page<Claims>> {
  let query = db.selectFrom('claims').selectAll().where(IS_OVERDUE);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  return readPage(query, ['overdue_since', 'id'], page);
}
