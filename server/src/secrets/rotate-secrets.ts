import type { Transaction } from '../store/store.js';
import { secretContext } from './create-secrets.js';
import { behind, type Rotation } from './rotation.js';

/** Seals a page of secrets with the current master key. */
export const rotateSecrets: Rotation = async (tx, keys, { after, most }) => {
  const rows = await tx
    .selectFrom('secrets')
    .selectAll()
    .where('master_key_id', '<>', keys.currentId)
    .where(behind(after))
    .orderBy('account_id')
    .orderBy('id')
    .limit(most)
    .execute();
  let changed = 0;
  for (const { account_id, id, purpose, owner_id, name, master_key_id, ciphertext } of rows) {
    const context = secretContext(account_id, { purpose, ownerId: owner_id, name });
    const sealed = keys.seal(context, keys.open(master_key_id, context, ciphertext));
    const { numUpdatedRows } = await tx
      .updateTable('secrets')
      .set({ master_key_id: sealed.keyId, ciphertext: sealed.ciphertext })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      // A secret that somebody has replaced since stays replaced.
      .where('ciphertext', '=', ciphertext)
      .executeTakeFirst();
    changed += Number(numUpdatedRows);
  }
  return { last: rows.at(-1), changed };
};

/** Ids of the master keys that secrets are sealed with. Over all accounts, as the master key is one for all of them. */
export async function secretKeyIds(db: Transaction): Promise<readonly string[]> {
  const rows = await db.selectFrom('secrets').select('master_key_id').distinct().execute();
  return rows.map(({ master_key_id }) => master_key_id);
}
