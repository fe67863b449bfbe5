import { sql } from 'kysely';
import type { Transaction } from '../store/store.js';
import {
  isSealedByAnother,
  SEALED_COLUMN,
  SEALED_HEAD,
  SEALED_KEY,
  sealedAnew,
  sealedColumnKey,
} from './payload-columns.js';
import type { Rotation } from './rotation.js';

/** Tables whose ids are unique over all accounts, with a column that `PayloadColumns` seals. */
interface SealedColumns {
  readonly eligibility_batch_items: 'content';
  readonly providers: 'content';
  readonly provider_enrollments: 'content';
  readonly enrollment_notes: 'content';
  readonly enrollment_tasks: 'content' | 'response';
  readonly claims: 'payer_number';
  readonly unmatched_claim_answers: 'content';
  readonly invocations: 'event' | 'error' | 'log';
}

export interface SealedColumn<Table extends keyof SealedColumns = keyof SealedColumns> {
  readonly table: Table;
  readonly column: SealedColumns[Table];
  /** As the column was sealed with it. */
  readonly contextOf: (accountId: string, id: string) => string;
}

// Each of the tables has the columns `account_id`, `id` and this one; kysely's types cannot follow a table that is a parameter.
type AnyTable = 'eligibility_batch_items';

/** Seals with the current master key what of the next rows is sealed with another. */
export function rotationOf({ table: name, column: named, contextOf }: SealedColumn): Rotation {
  const [table, column] = [name as AnyTable, named as 'content'];
  return async (tx, keys, { after, most }) => {
    const rows = await tx
      .selectFrom(table)
      .select(['account_id', 'id', sql<string | null>`substr(${sql.ref(column)}, 1, ${SEALED_HEAD})`.as('head')])
      .where('id', '>', after.id)
      .orderBy('id')
      .limit(most)
      .execute();
    const others = rows.filter(({ head }) => isSealedByAnother(keys, head));
    for (const { account_id, id } of others) {
      const own = tx.selectFrom(table).select(column).where('id', '=', id);
      const stored = (await own.executeTakeFirst())?.[column] ?? null;
      // Removed meanwhile.
      if (stored === null) continue;
      await tx
        .updateTable(table)
        .set({ [column]: sealedAnew(keys, contextOf(account_id, id), stored) })
        .where('id', '=', id)
        // One that another run has sealed meanwhile stays as it is.
        .where(column, '=', stored)
        .execute();
    }
    return { last: rows.at(-1), changed: others.length };
  };
}

/** Ids of the master keys that a column is sealed with. */
export function keyIdsOf({ table: name, column }: SealedColumn): (db: Transaction) => Promise<readonly string[]> {
  const table = name as AnyTable;
  return async (db) => {
    // Behind the id stands the ciphertext: so many characters have the id in them, and are the same for all of one key.
    const head = sql<string>`substr(${sql.ref(column)}, 1, ${SEALED_KEY})`;
    const rows = await db
      .selectFrom(table)
      .select(head.as('head'))
      .distinct()
      .where(head, 'like', SEALED_COLUMN)
      .execute();
    return rows.flatMap((row) => sealedColumnKey(row.head) ?? []);
  };
}
