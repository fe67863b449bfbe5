import { sql } from 'kysely';
import {
  isSealedByAnother,
  SEALED_COLUMN,
  SEALED_HEAD,
  SEALED_KEY,
  sealedAnew,
  sealedColumnKey,
  stagedContext,
} from '../../secrets/payload-columns.js';
import type { Rotation } from '../../secrets/rotation.js';
import type { Transaction } from '../../store/store.js';

/** Seals with the current master key what of the next staged transactions is sealed with another. */
export const rotateStaged: Rotation = async (tx, keys, { after, most }) => {
  const rows = await tx
    .selectFrom('staged_transactions')
    .select(['account_id', 'id', sql<string | null>`substr("transaction", 1, ${SEALED_HEAD})`.as('head')])
    .where('id', '>', after.id)
    .orderBy('id')
    .limit(most)
    .execute();
  const others = rows.filter(({ head }) => isSealedByAnother(keys, head));
  for (const { account_id, id } of others) {
    const own = tx
      .selectFrom('staged_transactions')
      .select('transaction')
      .where('account_id', '=', account_id)
      .where('id', '=', id);
    const { transaction = null } = (await own.executeTakeFirst()) ?? {};
    if (transaction === null) continue;
    await tx
      .updateTable('staged_transactions')
      .set({ transaction: sealedAnew(keys, stagedContext(account_id, id), transaction) })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      // One that another run has sealed meanwhile stays as it is.
      .where('transaction', '=', transaction)
      .execute();
  }
  return { last: rows.at(-1), changed: others.length };
};

/** Ids of the master keys that staged transactions are sealed with. */
export async function stagedKeyIds(db: Transaction): Promise<readonly string[]> {
  // Behind the id stands the ciphertext: so many characters have the id in them, and are the same for all of one key.
  const head = sql<string>`substr("transaction", 1, ${SEALED_KEY})`;
  const rows = await db
    .selectFrom('staged_transactions')
    .select(head.as('head'))
    .distinct()
    .where(head, 'like', SEALED_COLUMN)
    .execute();
  return rows.flatMap((row) => sealedColumnKey(row.head) ?? []);
}
