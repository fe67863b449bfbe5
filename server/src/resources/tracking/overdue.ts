import { sql } from 'kysely';
import { AccountQueries } from '../../store/account-queries.js';
import { countAtMost } from '../../store/count-at-most.js';
import type { SentGroups } from '../../store/exchange-tables.js';
import { grouped } from '../../store/grouped.js';
import { skipLocked } from '../../store/lock-row.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

/** Groups that are looked for at a time. */
const PORTION = 100;
/** The condition of their index, word by word: SQLite takes it for no other. */
const IS_OPEN = sql<boolean>`state in ('awaited', 'overdue')`;

/** Groups of one account whose answers should have come, file by file. */
export interface Overdue {
  readonly queries: AccountQueries;
  readonly groups: readonly SentGroups[];
}

/**
 * Marks the groups as overdue whose answers should have come, of some files at a time and each file whole, over all accounts: time passes for
 * all of them alike. Those that somebody changes at this moment are left to the next time.
 * @returns those that were marked; none: there are no others.
 */
export async function takeOverdue(tx: Transaction, now: number): Promise<readonly Overdue[]> {
  const isDue = sql`state = 'awaited' and due_at is not null and due_at <= ${now}`;
  const found = await sql<Pick<SentGroups, 'execution_id'>>`select execution_id from sent_groups where ${isDue}
    order by due_at limit ${PORTION} ${skipLocked(tx)}`.execute(tx);
  if (found.rows.length === 0) return [];
  const files = listOf(tx, [...new Set(found.rows.map(({ execution_id }) => execution_id))]);
  const { rows } = await sql<SentGroups>`update sent_groups set state = 'overdue', updated_at = ${now}
    where execution_id in ${files} and ${isDue} returning *`.execute(tx);
  const accounts = grouped(rows, ({ account_id }) => account_id);
  return [...accounts].map(([accountId, groups]) => ({ queries: new AccountQueries(tx, accountId), groups }));
}

/** Groups that wait for answers, and those that do so for too long, each counted up to 100,000; over all accounts, for `/metrics`. */
export async function countOpenGroups(db: Transaction): Promise<Readonly<Record<'awaited' | 'overdue', number>>> {
  // The state stands in the text, so that both databases see which index fits.
  const count = (state: 'awaited' | 'overdue') =>
    countAtMost(db, sql`select 1 from sent_groups where ${IS_OPEN} and state = ${sql.lit(state)}`);
  const [awaited, overdue] = await Promise.all([count('awaited'), count('overdue')]);
  return { awaited, overdue };
}

/** A file for which answers are missing. */
export interface OverdueFile {
  readonly executionId: string;
  readonly partnershipId: string;
  readonly interchangeNumber: number;
  readonly dueAt: number | null;
}

/** Files of an account for which answers are missing, the newest first. @param most groups that are looked at. */
export async function overdueFiles(queries: AccountQueries, most: number): Promise<readonly OverdueFile[]> {
  const rows = await queries
    .from('sent_groups')
    .select(['execution_id', 'partnership_id', 'interchange_number', 'due_at'])
    .where(IS_OPEN)
    .where('state', '=', 'overdue')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const files = grouped(rows, ({ execution_id }) => execution_id);
  return [...files].flatMap(([executionId, [row]]) =>
    row === undefined
      ? []
      : {
          executionId,
          partnershipId: row.partnership_id,
          interchangeNumber: Number(row.interchange_number),
          dueAt: row.due_at,
        },
  );
}
