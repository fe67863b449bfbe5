import type { Caller } from '../../caller.js';
import { conflict, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { StagedTransactions, TransactionGroups } from '../../store/tables.js';
import { demandOutboundSetting } from '../transaction-settings/sending-settings.js';
import { overridesColumn } from './columns.js';
import type { NewStaged } from './new-staged.js';

/**
 * Stages a transaction as the last of its group, which is made when it is not there.
 * @throws Problem `not-found` for a setting that is not there, `invalid` for another one than the group's, `conflict` where the group was sent.
 */
export async function stageTransaction(queries: AccountQueries, caller: Caller, staged: NewStaged): Promise<void> {
  const { id, partnershipId, groupId, settingId, at } = staged;
  await demandOutboundSetting(queries, partnershipId, settingId);
  const group = { partnership_id: partnershipId, id: groupId, setting_id: settingId, key_mode: caller.mode };
  await queries
    .insert('transaction_groups', { ...group, execution_id: null, created_at: at })
    .onConflict((other) => other.columns(['account_id', 'partnership_id', 'id']).doNothing())
    .execute();
  const found = await openGroup(queries, caller, partnershipId, groupId);
  if (found.setting_id !== settingId) {
    throw invalid(`The group is of transaction setting ${found.setting_id}. Stage the transaction in another group.`);
  }
  const { count } = await queries
    .from('staged_transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('partnership_id', '=', partnershipId)
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  await queries
    .insert('staged_transactions', {
      id,
      partnership_id: partnershipId,
      group_id: groupId,
      place: Number(count),
      overrides: overridesColumn(staged.overrides),
      transaction: staged.transaction ?? null,
      created_at: at,
    })
    .execute();
}

/** @throws Problem `not-found`, also where a test key does not see it; `conflict` for one that was sent. */
export async function openGroup(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  partnershipId: string,
  groupId: string,
): Promise<TransactionGroups> {
  const group = await queries
    .from('transaction_groups')
    .selectAll()
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', groupId)
    .executeTakeFirst();
  if (group === undefined || (caller.mode === 'test' && group.key_mode !== 'test')) throw notFound('transaction group');
  if (group.execution_id !== null) throw sentBefore();
  return group;
}

/** In the order in which they were staged. */
export function stagedTransactions(
  queries: AccountQueries,
  { partnership_id, id }: TransactionGroups,
): Promise<readonly StagedTransactions[]> {
  return queries
    .from('staged_transactions')
    .selectAll()
    .where('partnership_id', '=', partnership_id)
    .where('group_id', '=', id)
    .orderBy('place')
    .orderBy('id')
    .execute();
}

/** Marks a group as sent, in the transaction that sends it. @throws Problem `conflict` where another request was first. */
export async function lockGroup(
  queries: AccountQueries,
  { partnership_id, id }: TransactionGroups,
  executionId: string,
): Promise<void> {
  const { numUpdatedRows } = await queries
    .update('transaction_groups')
    .set({ execution_id: executionId })
    .where('partnership_id', '=', partnership_id)
    .where('id', '=', id)
    .where('execution_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw sentBefore();
}

/**
 * Gives a transaction that was staged without it its JSON.
 * @param transaction as `transactionColumn` makes it.
 * @throws Problem `not-found` where it is gone, `conflict` where it has its JSON or its group was sent.
 */
export async function uploadTransaction(queries: AccountQueries, id: string, transaction: string): Promise<void> {
  const staged = await queries
    .from('staged_transactions')
    .select(['partnership_id', 'group_id', 'transaction'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (staged === undefined) throw notFound('staged transaction');
  if (staged.transaction !== null) throw conflict('The transaction was uploaded before. Stage another.');
  const group = await queries
    .from('transaction_groups')
    .select('execution_id')
    .where('partnership_id', '=', staged.partnership_id)
    .where('id', '=', staged.group_id)
    .executeTakeFirstOrThrow();
  if (group.execution_id !== null) {
    throw conflict('The group was sent already. Stage the transaction in another.');
  }
  await queries.update('staged_transactions').set({ transaction }).where('id', '=', id).execute();
}

function sentBefore() {
  return conflict('The transaction group was sent already: a group is sent once. Stage transactions in another.');
}
