import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Transaction } from './store.js';

/** Groups that were sent, from a place on in the order of their executions. */
export interface SentAfter {
  /** `''`: from the first. */
  readonly after: string;
  readonly most: number;
  /** The condition under which an execution is there, given the column with its id. */
  readonly isThere: (executionId: RawBuilder<string>) => RawBuilder<SqlBool>;
}

/** With which execution a group was sent, and whether that is there. */
export interface SentGroup {
  readonly executionId: string;
  readonly isThere: boolean;
}

/** By the index of what was sent. Of groups of one execution at the end of a page, the next may have none: they stand and go with it alike. */
export async function sentAfter(
  db: Transaction,
  table: 'transaction_groups' | 'fragment_groups',
  { after, most, isThere }: SentAfter,
): Promise<readonly SentGroup[]> {
  const { rows } = await sql<{ readonly id: string; readonly there: number }>`
    select execution_id as id, case when ${isThere(sql<string>`execution_id`)} then 1 else 0 end as there
    from ${sql.table(table)} where execution_id is not null and execution_id > ${after}
    order by execution_id limit ${most}`.execute(db);
  return rows.map(({ id, there }) => ({ executionId: id, isThere: Number(there) === 1 }));
}
