import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.js';

interface IndexColumns {
  readonly tbl: string;
  readonly idx: string;
  readonly isUnique: number;
  readonly first: string;
  readonly columns: number;
  /** Columns that are no columns of the table: -2 in SQLite. */
  readonly expressions: number;
}

/**
 * Lets the planner count on very many rows of an account. It knows nothing of an index by itself and takes ten rows for an account,
 * so that it would rather read the whole account than look up a list of ids. What is in the tables changes nothing about it.
 */
export async function describeTables(db: Kysely<Tables>): Promise<void> {
  // Makes the table of statistics where there is none.
  await sql`analyze settings`.execute(db);
  const { rows } = await sql<IndexColumns>`select m.name as tbl, l.name as idx, l."unique" as isUnique, c.name as first,
      (select count(*) from pragma_index_info(l.name)) as columns,
      (select count(*) from pragma_index_info(l.name) where cid = -2) as expressions
    from sqlite_schema as m, pragma_index_list(m.name) as l, pragma_index_info(l.name) as c
    where m.type = 'table' and c.seqno = 0 and c.name = 'account_id'`.execute(db);
  await sql`delete from sqlite_stat1`.execute(db);
  for (const row of rows) {
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${row.tbl}, ${row.idx}, ${statOf(row)})`.execute(db);
  }
  await sql`analyze sqlite_schema`.execute(db);
}

/**
 * Rows of the table, then how many share the first column, the first two ... An index by an expression was made for a question that asks
 * for just that: it is to win over another that could serve.
 */
function statOf({ columns, isUnique, expressions }: IndexColumns): string {
  const shared = Array.from({ length: columns }, (_, place) => {
    if (place === 0 && columns > 1) return 100_000;
    if (isUnique === 1 && place === columns - 1) return 1;
    return expressions > 0 ? 2 : 4;
  });
  return [1_000_000, ...shared].join(' ');
}
