import type { Caller } from '../../caller.js';
import { changedMeanwhile, conflict, invalid, notFound } from '../../problems.js';
import { GROUP_CHARACTERS, LEAST_CHARACTERS } from '../../schemas/transaction-sizes.js';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { FragmentGroups } from '../../store/tables.js';
import { publishedId } from '../guides/guide-id.js';
import { unknownGuide } from '../guides/load-own.js';
import { lockGuide } from '../guides/lock-guide.js';
import { fragmentOf } from './columns.js';
import type { NewFragment } from './new-fragment.js';

/**
 * Writes a fragment down as the last of its group, which is made when it is not there.
 * @throws Problem `conflict` where the group was sent, `invalid` where it is for another guide or has all that it takes, `not-found` where the key does not see it.
 */
export async function addFragment(queries: AccountQueries, caller: Caller, fragment: NewFragment): Promise<void> {
  const { id, groupId, guideId, at } = fragment;
  const group = await lockGroupForAdding(queries, caller, fragment);
  if (group.guide_id !== guideId) {
    throw invalid(
      `The fragment group is for guide ${publishedId(group.guide_id)}. Put the fragment into another group.`,
    );
  }
  // A guide with an open group is not deleted; one whose first group this is might be, at this moment.
  if (group.version === 1 && (await lockGuide(queries, guideId)) === undefined) throw unknownGuide();
  await queries
    .insert('fragments', {
      id,
      group_id: groupId,
      place: group.version - 1,
      fragment: fragment.fragment,
      created_at: at,
    })
    .execute();
}

/**
 * The open group of a fragment, made where it is not there, with its version raised. Until the commit nobody else adds to it or sends it:
 * one statement, so that a sending is either seen here or sees this.
 */
async function lockGroupForAdding(
  queries: AccountQueries,
  caller: Caller,
  { groupId, guideId, fragment, at }: NewFragment,
): Promise<FragmentGroups> {
  const characters = Math.max(LEAST_CHARACTERS, fragment.length);
  const group = { id: groupId, guide_id: guideId, key_mode: caller.mode };
  const locked = await queries
    .insert('fragment_groups', { ...group, execution_id: null, version: 1, characters, created_at: at })
    .onConflict((other) =>
      other
        .columns(['account_id', 'id'])
        .doUpdateSet((row) => ({
          version: row('fragment_groups.version', '+', 1),
          characters: row('fragment_groups.characters', '+', characters),
        }))
        .where('fragment_groups.execution_id', 'is', null),
    )
    .returningAll()
    .executeTakeFirst();
  const found =
    locked ?? (await queries.from('fragment_groups').selectAll().where('id', '=', groupId).executeTakeFirst());
  if (found !== undefined && found.key_mode !== caller.mode) throw notFound('fragment group');
  if (locked === undefined) throw sentBefore(found);
  if (locked.characters > GROUP_CHARACTERS) throw tooLarge();
  return locked;
}

/** @throws Problem `not-found`, also where a test key does not see it; `conflict` for one that was sent. */
export async function openFragmentGroup(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  id: string,
): Promise<FragmentGroups> {
  const group = await queries.from('fragment_groups').selectAll().where('id', '=', id).executeTakeFirst();
  if (group === undefined || (caller.mode === 'test' && group.key_mode !== 'test')) throw notFound('fragment group');
  if (group.execution_id !== null) throw sentBefore(group);
  return group;
}

/** The fragments of a group, in the order in which they came. */
export async function fragmentsOf(
  queries: AccountQueries,
  payloads: PayloadColumns,
  groupId: string,
): Promise<readonly unknown[]> {
  const rows = await queries
    .from('fragments')
    .select(['id', 'fragment'])
    .where('group_id', '=', groupId)
    .orderBy('place')
    .orderBy('id')
    .execute();
  return rows.map((row) => fragmentOf(payloads, queries.accountId, row));
}

/**
 * Marks a group as sent, in the transaction that sends it.
 * @param group as it was before its fragments were read.
 * @throws Problem `conflict` where another request was first, `changedMeanwhile` where a fragment came since.
 */
export async function lockFragmentGroup(
  queries: AccountQueries,
  { id, version }: FragmentGroups,
  executionId: string,
): Promise<void> {
  const { numUpdatedRows } = await queries
    .update('fragment_groups')
    .set({ execution_id: executionId })
    .where('id', '=', id)
    .where('execution_id', 'is', null)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  // Whoever sends may do so with a key that sees it: that was asked before.
  await openFragmentGroup(queries, { mode: 'live' }, id);
  throw changedMeanwhile('Fragments are being put into the group. Send it when all are in it.');
}

function tooLarge() {
  return invalid(
    `The fragments of the group would have more than ${GROUP_CHARACTERS} characters. Send them in several transactions.`,
    { code: 'GROUP_TOO_LARGE' },
  );
}

function sentBefore(group: Pick<FragmentGroups, 'execution_id'> | undefined) {
  const file = group?.execution_id ? `, with execution ${group.execution_id}` : '';
  return conflict(`The fragment group was sent already${file}: a group is sent once. Put fragments into another.`);
}
