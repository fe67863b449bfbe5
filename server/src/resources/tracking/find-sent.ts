import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { dialectOf } from '../../store/dialect-of.js';
import type { SentGroups } from '../../store/exchange-tables.js';
import { grouped } from '../../store/grouped.js';
import { listOf } from '../../store/value-list.js';
import { sentFactsOf } from './columns.js';

/** From whom answers came, and whether as a test. */
export interface Answering {
  /** The pair of what is answered. */
  readonly pair: string;
  readonly partnershipId: string;
  readonly keyMode: SentGroups['key_mode'];
}

/**
 * Groups that answers may be about, in the order of sending, and locked. Only those that went to the partner who answers; a partner's tests
 * answer nothing that is in production.
 * @param numbers of `interchange_number` or `group_number`.
 */
export async function lockAnswered(
  queries: AccountQueries,
  by: 'interchange_number' | 'group_number',
  numbers: readonly number[],
  answering: Answering,
): Promise<readonly SentGroups[]> {
  const { tx, accountId } = queries;
  const lock = dialectOf(tx) === 'postgres' ? sql`for update` : sql``;
  const wanted = listOf(tx, [...new Set(numbers)].map(String));
  const { rows } = await sql<SentGroups>`select * from sent_groups where account_id = ${accountId}
    and ${sql.ref(by)} in (select cast(value as bigint) from ${wanted} as numbers)
    and pair = ${answering.pair} and partnership_id = ${answering.partnershipId}
    order by created_at, id ${lock}`.execute(tx);
  return rows.filter((row) => answering.keyMode === 'live' || isTest(row));
}

/** The groups of files, in the order of sending, and locked. */
export async function lockGroupsOf(
  queries: AccountQueries,
  executionIds: readonly string[],
): Promise<readonly SentGroups[]> {
  const { tx, accountId } = queries;
  const lock = dialectOf(tx) === 'postgres' ? sql`for update` : sql``;
  const { rows } = await sql<SentGroups>`select * from sent_groups where account_id = ${accountId}
    and execution_id in ${listOf(tx, executionIds)} order by created_at, id ${lock}`.execute(tx);
  return rows;
}

/** Sent by a key for tests, or as a test (ISA15 T) by another. */
export function isTest(row: Pick<SentGroups, 'key_mode' | 'facts'>): boolean {
  return row.key_mode === 'test' || sentFactsOf(row).usage === 'T';
}

/** What is known of a group by now. */
export type GroupAnswers = Pick<SentGroups, 'interchange_answer' | 'duplicate' | 'state'>;

/** Writes it down: a statement for those that are to say the same. */
export async function writeGroupAnswers(
  queries: AccountQueries,
  changed: readonly (readonly [id: string, GroupAnswers])[],
  at: number,
): Promise<void> {
  const alike = grouped(changed, ([, to]) => `${to.interchange_answer} ${to.duplicate} ${to.state}`);
  for (const same of alike.values()) {
    const ids = same.map(([id]) => id);
    const [[, to] = []] = same;
    const groups = queries.update('sent_groups').where('id', 'in', listOf(queries.tx, ids));
    if (to !== undefined) await groups.set({ ...to, updated_at: at }).execute();
  }
}
