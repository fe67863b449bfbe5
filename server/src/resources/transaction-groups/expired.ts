import { sql } from 'kysely';
import { dialectOf } from '../../store/dialect-of.js';
import { DAY_MS, deleteRows, groupsAtMost, type Purge, withinPortion } from '../../store/purge.js';
import { type SentAfter, type SentGroup, sentAfter } from '../../store/sent-after.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

// Over all accounts, as retention is.

/** Days that a group is kept which nobody sends and to which nothing is added. */
const OPEN_DAYS = 30;

interface Group {
  readonly account_id: string;
  readonly partnership_id: string;
  readonly id: string;
}

/** Removes what was sent with executions that are removed. @returns how many transactions; where it is `most`, there may be others. */
export async function removeGroupsOf(tx: Transaction, executionIds: readonly string[], most: number): Promise<number> {
  const sent = listOf(tx, executionIds);
  const { rows } = await sql<Group>`select account_id, partnership_id, id from transaction_groups
    where execution_id is not null and execution_id in ${sent}`.execute(tx);
  const removed = await removeStaged(tx, rows, most);
  if (removed < most)
    await sql`delete from transaction_groups where execution_id is not null and execution_id in ${sent}`.execute(tx);
  return removed;
}

/** Groups that were sent. @see sentAfter. */
export function groupsSentAfter(db: Transaction, page: SentAfter): Promise<readonly SentGroup[]> {
  return sentAfter(db, 'transaction_groups', page);
}

/** Removes open groups that were left alone. */
export const purgeOpenGroups: Purge = async (tx, now, most) => {
  const before = now - OPEN_DAYS * DAY_MS;
  const lock = dialectOf(tx) === 'postgres' ? sql`for update` : sql``;
  const { rows: found } = await sql<Group & { readonly version: number | string }>`
    select account_id, partnership_id, id, version from transaction_groups as g
    where execution_id is null and created_at < ${before} and not exists (select 1 from staged_transactions as s
      where s.account_id = g.account_id and s.partnership_id = g.partnership_id and s.group_id = g.id and s.created_at >= ${before})
    order by created_at limit ${groupsAtMost(most)} ${lock}`.execute(tx);
  // A group goes whole, as it may be sent until then: so many groups as have a portion of transactions, and one at least.
  const rows = withinPortion(found, most);
  const idle: Group[] = [];
  // Asked once more after the lock: what is staged changes its group in the same commit, so nothing is staged from here on.
  for (const group of rows) if (!(await hasStagedSince(tx, group, before))) idle.push(group);
  for (const { account_id, partnership_id, id } of idle) {
    await sql`delete from transaction_groups
      where account_id = ${account_id} and partnership_id = ${partnership_id} and id = ${id}`.execute(tx);
  }
  await removeStaged(tx, idle, Number.POSITIVE_INFINITY);
  return rows.length < found.length ? most : idle.length;
};

async function hasStagedSince(tx: Transaction, { account_id, partnership_id, id }: Group, since: number) {
  const { rows } = await sql`select 1 from staged_transactions where account_id = ${account_id}
    and partnership_id = ${partnership_id} and group_id = ${id} and created_at >= ${since} limit 1`.execute(tx);
  return rows.length > 0;
}

async function removeStaged(tx: Transaction, groups: readonly Group[], most: number): Promise<number> {
  let left = most;
  for (const { account_id, partnership_id, id } of groups) {
    left -= await deleteRows(left, async (some) => {
      const { rows } = await sql`delete from staged_transactions where id in (select id from staged_transactions
        where account_id = ${account_id} and partnership_id = ${partnership_id} and group_id = ${id} limit ${some})
        returning 1 as gone`.execute(tx);
      return rows.length;
    });
  }
  return most - left;
}
