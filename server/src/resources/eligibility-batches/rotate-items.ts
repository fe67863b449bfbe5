import { sql } from 'kysely';
import {
  isSealedByAnother,
  SEALED_COLUMN,
  SEALED_HEAD,
  SEALED_KEY,
  sealedAnew,
  sealedColumnKey,
} from '../../secrets/payload-columns.js';
import type { Rotation } from '../../secrets/rotation.js';
import type { Transaction } from '../../store/store.js';
import { itemContext } from './columns.js';

/** Seals with the current master key what of the next items of batches is sealed with another. */
export const rotateBatchItems: Rotation = async (tx, keys, { after, most }) => {
  const rows = await tx
    .selectFrom('eligibility_batch_items')
    .select(['account_id', 'id', sql<string | null>`substr(content, 1, ${SEALED_HEAD})`.as('head')])
    .where('id', '>', after.id)
    .orderBy('id')
    .limit(most)
    .execute();
  const others = rows.filter(({ head }) => isSealedByAnother(keys, head));
  for (const { account_id, id } of others) {
    const own = tx.selectFrom('eligibility_batch_items').select('content').where('id', '=', id);
    const { content = null } = (await own.executeTakeFirst()) ?? {};
    // Removed meanwhile.
    if (content === null) continue;
    await tx
      .updateTable('eligibility_batch_items')
      .set({ content: sealedAnew(keys, itemContext(account_id, id), content) })
      .where('id', '=', id)
      // One that another run has sealed meanwhile stays as it is.
      .where('content', '=', content)
      .execute();
  }
  return { last: rows.at(-1), changed: others.length };
};

/** Ids of the master keys that items of batches are sealed with. */
export async function batchItemKeyIds(db: Transaction): Promise<readonly string[]> {
  // Behind the id stands the ciphertext: so many characters have the id in them, and are the same for all of one key.
  const head = sql<string>`substr(content, 1, ${SEALED_KEY})`;
  const rows = await db
    .selectFrom('eligibility_batch_items')
    .select(head.as('head'))
    .distinct()
    .where(head, 'like', SEALED_COLUMN)
    .execute();
  return rows.flatMap((row) => sealedColumnKey(row.head) ?? []);
}
