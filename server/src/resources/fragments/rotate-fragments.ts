import { sql } from 'kysely';
import {
  fragmentContext,
  isSealedByAnother,
  SEALED_COLUMN,
  SEALED_HEAD,
  SEALED_KEY,
  sealedAnew,
  sealedColumnKey,
} from '../../secrets/payload-columns.js';
import type { Rotation } from '../../secrets/rotation.js';
import type { Transaction } from '../../store/store.js';

/** Seals with the current master key what of the next fragments is sealed with another. */
export const rotateFragments: Rotation = async (tx, keys, { after, most }) => {
  const rows = await tx
    .selectFrom('fragments')
    .select(['account_id', 'id', sql<string | null>`substr(fragment, 1, ${SEALED_HEAD})`.as('head')])
    .where('id', '>', after.id)
    .orderBy('id')
    .limit(most)
    .execute();
  const others = rows.filter(({ head }) => isSealedByAnother(keys, head));
  for (const { account_id, id } of others) {
    const own = tx.selectFrom('fragments').select('fragment').where('account_id', '=', account_id).where('id', '=', id);
    const { fragment = null } = (await own.executeTakeFirst()) ?? {};
    // Removed meanwhile.
    if (fragment === null) continue;
    await tx
      .updateTable('fragments')
      .set({ fragment: sealedAnew(keys, fragmentContext(account_id, id), fragment) })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      // One that another run has sealed meanwhile stays as it is.
      .where('fragment', '=', fragment)
      .execute();
  }
  return { last: rows.at(-1), changed: others.length };
};

/** Ids of the master keys that fragments are sealed with. */
export async function fragmentKeyIds(db: Transaction): Promise<readonly string[]> {
  // Behind the id stands the ciphertext: so many characters have the id in them, and are the same for all of one key.
  const head = sql<string>`substr(fragment, 1, ${SEALED_KEY})`;
  const rows = await db
    .selectFrom('fragments')
    .select(head.as('head'))
    .distinct()
    .where(head, 'like', SEALED_COLUMN)
    .execute();
  return rows.flatMap((row) => sealedColumnKey(row.head) ?? []);
}
