import { behind, type Rotation } from '../secrets/rotation.js';
import { artifactContext } from './create-artifacts.js';

/**
 * Seals with the current master key what of the next artifacts lies in its row and is sealed with another. Artifacts never change, and what
 * is removed meanwhile is not updated.
 */
export const rotateArtifacts: Rotation = async (tx, keys, { after, most }) => {
  const rows = await tx
    .selectFrom('artifacts')
    .select(['account_id', 'id', 'master_key_id'])
    .where(behind(after))
    .orderBy('account_id')
    .orderBy('id')
    .limit(most)
    .execute();
  let changed = 0;
  for (const { account_id, id, master_key_id } of rows) {
    if (master_key_id === null || master_key_id === keys.currentId) continue;
    const own = tx.selectFrom('artifacts').select('bytes').where('account_id', '=', account_id).where('id', '=', id);
    const { bytes = null } = (await own.executeTakeFirst()) ?? {};
    if (bytes === null) continue;
    const context = artifactContext(account_id, id);
    const sealed = keys.seal(context, keys.open(master_key_id, context, bytes));
    await tx
      .updateTable('artifacts')
      .set({ master_key_id: sealed.keyId, bytes: sealed.ciphertext })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      .execute();
    changed += 1;
  }
  return { last: rows.at(-1), changed };
};
