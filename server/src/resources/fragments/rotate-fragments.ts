import { sql } from 'kysely';
import { fragmentContext, isSealedByAnother, SEALED_HEAD, sealedAnew } from '../../secrets/payload-columns.js';
import type { Rotation } from '../../secrets/rotation.js';

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
