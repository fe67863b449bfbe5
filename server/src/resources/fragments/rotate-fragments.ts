import { fragmentContext, SEALED_TEXT, sealedAnew } from '../../secrets/payload-columns.js';
import { behind, type Rotation } from '../../secrets/rotation.js';

/** Seals a page of fragments with the current master key. */
export const rotateFragments: Rotation = async (tx, keys, { after, most }) => {
  const rows = await tx
    .selectFrom('fragments')
    .select(['account_id', 'id', 'fragment'])
    .where('fragment', 'like', `${SEALED_TEXT}%`)
    .where('fragment', 'not like', `${SEALED_TEXT}${keys.currentId}%`)
    .where(behind(after))
    .orderBy('account_id')
    .orderBy('id')
    .limit(most)
    .execute();
  for (const { account_id, id, fragment } of rows) {
    await tx
      .updateTable('fragments')
      .set({ fragment: sealedAnew(keys, fragmentContext(account_id, id), fragment) })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      // One that another run has sealed meanwhile stays as it is.
      .where('fragment', '=', fragment)
      .execute();
  }
  return { last: rows.at(-1), changed: rows.length };
};
