import { SEALED_TEXT, sealedAnew, stagedContext } from '../../secrets/payload-columns.js';
import { behind, type Rotation } from '../../secrets/rotation.js';

/** Seals a page of staged transactions with the current master key. */
export const rotateStaged: Rotation = async (tx, keys, { after, most }) => {
  const rows = await tx
    .selectFrom('staged_transactions')
    .select(['account_id', 'id', 'transaction'])
    .where('transaction', 'like', `${SEALED_TEXT}%`)
    .where('transaction', 'not like', `${SEALED_TEXT}${keys.currentId}%`)
    .where(behind(after))
    .orderBy('account_id')
    .orderBy('id')
    .limit(most)
    .execute();
  for (const { account_id, id, transaction } of rows) {
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
  return { last: rows.at(-1), changed: rows.length };
};
