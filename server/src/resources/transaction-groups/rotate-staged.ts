import { sql } from 'kysely';
import { isSealedByAnother, SEALED_HEAD, sealedAnew, stagedContext } from '../../secrets/payload-columns.js';
import type { Rotation } from '../../secrets/rotation.js';

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
