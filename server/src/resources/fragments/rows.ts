import type { Caller } from '../../caller.js';
import { conflict, invalid, notFound } from '../../problems.js';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { FragmentGroups } from '../../store/tables.js';
import { fragmentOf } from './columns.js';
import type { NewFragment } from './new-fragment.js';

/** Of all fragments of one transaction, in characters of JSON: they are put together in memory. */
const MOST_CHARACTERS = 25_000_000;

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
    .onConflict((other) => other.columns(['account_id', 'id']).doNothing())
    .execute();
  const group = await queries
    .from('fragment_groups')
    .select(['guide_id', 'key_mode', 'execution_id'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  if (group.key_mode !== caller.mode) throw notFound('fragment group');
  if (group.execution_id !== null) throw sentBefore();
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

/** @throws Problem `not-found`, also where a test key does not see it; `conflict` for one that was sent. */
export async function openFragmentGroup(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  id: string,
): Promise<FragmentGroups> {
  const group = await queries.from('fragment_groups').selectAll().where('id', '=', id).executeTakeFirst();
  if (group === undefined || (caller.mode === 'test' && group.key_mode !== 'test')) throw notFound('fragment group');
  if (group.execution_id !== null) throw sentBefore();
  return group;
}

/** The fragments of a group, in the order in which they came. @throws Problem `invalid` where they are too large together. */
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
  const characters = rows.reduce((sum, { fragment }) => sum + fragment.length, 0);
  if (characters > MOST_CHARACTERS) {
    throw invalid(`The fragments have more than ${MOST_CHARACTERS} characters. Send them in several transactions.`);
  }
  return rows.map((row) => fragmentOf(payloads, queries.accountId, row));
}

/** Marks a group as sent, in the transaction that sends it. @throws Problem `conflict` where another request was first. */
export async function lockFragmentGroup(queries: AccountQueries, id: string, executionId: string): Promise<void> {
  const { numUpdatedRows } = await queries
    .update('fragment_groups')
    .set({ execution_id: executionId })
    .where('id', '=', id)
    .where('execution_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw sentBefore();
}

function sentBefore() {
  return conflict('The fragment group was sent already: a group is sent once. Put fragments into another.');
}
