import { behind, type Rotation } from '../secrets/rotation.js';
import { artifactContext } from './create-artifacts.js';

/**
 * Seals a page of artifacts whose bytes lie in their rows with the current master key. Artifacts never change, and what is removed
 * meanwhile is not updated.
 */
export const rotateArtifacts: Rotation = async (tx, keys, { after, most }) => {
  const rows = await tx
    .selectFrom('artifacts')
    .select(['account_id', 'id', 'master_key_id', 'bytes'])
    .where('master_key_id', '<>', keys.currentId)
    .where(behind(after))
    .orderBy('account_id')
    .orderBy('id')
    .limit(most)
    .execute();
  for (const { account_id, id, master_key_id, bytes } of rows) {
    if (master_key_id === null || bytes === null) continue;
    const context = artifactContext(account_id, id);
    const sealed = keys.seal(context, keys.open(master_key_id, context, bytes));
    await tx
      .updateTable('artifacts')
      .set({ master_key_id: sealed.keyId, bytes: sealed.ciphertext })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      .execute();
  }
  return { last: rows.at(-1), changed: rows.length };
};
