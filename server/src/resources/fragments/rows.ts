import type { Caller } from '../../caller.js';
import { usedBefore } from '../../exchange/outbound/fragments.js';
import { invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';

export interface NewFragment {
  readonly id: string;
  readonly groupId: string;
  readonly guideId: string;
  /** JSON, sealed where payloads are. */
  readonly fragment: string;
  readonly at: number;
}

/**
 * Writes a fragment down as the last of its group, which is made when it is not there.
 * @throws Problem `conflict` where the group was sent, `invalid` where it is for another guide, `not-found` where the key does not see it.
 */
export async function addFragment(queries: AccountQueries, caller: Caller, fragment: NewFragment): Promise<void> {
  const { id, groupId, guideId, at } = fragment;
  await queries
    .insert('fragment_groups', {
      id: groupId,
      guide_id: guideId,
      key_mode: caller.mode,
      execution_id: null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute();
  const group = await queries
    .from('fragment_groups')
    .select(['guide_id', 'key_mode', 'execution_id'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  if (group.key_mode !== caller.mode) throw notFound('fragment group');
  if (group.execution_id !== null) throw usedBefore();
  if (group.guide_id !== guideId) {
    throw invalid(`The fragment group is for guide ${group.guide_id}. Put the fragment into another group.`);
  }
  const { count } = await queries
    .from('fragments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  await queries
    .insert('fragments', { id, group_id: groupId, place: Number(count), fragment: fragment.fragment, created_at: at })
    .execute();
}
