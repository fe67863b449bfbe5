import type { Caller } from '../../caller.js';
import { changedMeanwhile, conflict, invalid, notFound } from '../../problems.js';
import { GROUP_CHARACTERS, LEAST_CHARACTERS } from '../../schemas/transaction-sizes.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { StagedTransactions, TransactionGroups } from '../../store/tables.js';
import { lockOutboundSetting } from '../transaction-settings/sending-settings.js';
import { overridesColumn } from './columns.js';
import type { NewStaged } from './new-staged.js';

/**
 * Stages a transaction as the last of its group, which is made when it is not there.
 * @throws Problem `not-found` for a setting that is not there, `invalid` for another one than the group's and for more than a group takes,
 *   `conflict` where the group was sent.
 */
export async function stageTransaction(queries: AccountQueries, caller: Caller, staged: NewStaged): Promise<void> {
  const { id, partnershipId, groupId, settingId, at } = staged;
  const group = await lockGroupForStaging(queries, caller, staged);
  if (group.setting_id !== settingId) {
    throw invalid(`The group is of transaction setting ${group.setting_id}. Stage the transaction in another group.`);
  }
  // A setting with an open group is not deleted; one whose first group this is might be, at this moment.
  if (group.version === 1) await lockOutboundSetting(queries, partnershipId, settingId);
  await queries
    .insert('staged_transactions', {
      id,
      partnership_id: partnershipId,
      group_id: groupId,
      place: group.version - 1,
      overrides: overridesColumn(staged.overrides),
      transaction: staged.transaction ?? null,
      created_at: at,
    })
    .execute();
}

/**
 * The open group of what is staged, made where it is not there, with its version raised. Until the commit nobody else changes or sends
 * it: one statement, so that a sending is either seen here or sees this.
 * @throws Problem as {@link openGroup}.
 */
async function lockGroupForStaging(
  queries: AccountQueries,
  caller: Caller,
  { partnershipId, groupId, settingId, transaction = '', at }: NewStaged,
): Promise<TransactionGroups> {
  const characters = Math.max(LEAST_CHARACTERS, transaction.length);
  const group = { partnership_id: partnershipId, id: groupId, setting_id: settingId, key_mode: caller.mode };
  const locked = await queries
    .insert('transaction_groups', { ...group, execution_id: null, version: 1, characters, created_at: at })
    .onConflict((other) =>
      other
        .columns(['account_id', 'partnership_id', 'id'])
        .doUpdateSet((row) => ({
          version: row('transaction_groups.version', '+', 1),
          characters: row('transaction_groups.characters', '+', characters),
        }))
        .where('transaction_groups.execution_id', 'is', null),
    )
    .returningAll()
    .executeTakeFirst();
  if (locked === undefined) throw sentBefore(await openGroup(queries, caller, partnershipId, groupId));
  demandSeen(caller, locked);
  demandRoom(locked);
  return locked;
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
  if (group === undefined) throw notFound('transaction group');
  demandSeen(caller, group);
  if (group.execution_id !== null) throw sentBefore(group);
  return group;
}

function demandSeen({ mode }: Pick<Caller, 'mode'>, group: TransactionGroups): void {
  if (mode === 'test' && group.key_mode !== 'test') throw notFound('transaction group');
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

/**
 * Marks a group as sent, in the transaction that sends it.
 * @param group as it was before its transactions were read.
 * @throws Problem `conflict` where another request was first, `changedMeanwhile` where something was staged since.
 */
export async function lockGroup(
  queries: AccountQueries,
  { partnership_id, id, version }: TransactionGroups,
  executionId: string,
): Promise<void> {
  const { numUpdatedRows } = await queries
    .update('transaction_groups')
    .set({ execution_id: executionId })
    .where('partnership_id', '=', partnership_id)
    .where('id', '=', id)
    .where('execution_id', 'is', null)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  // Whoever sends may do so with a key that sees it: that was asked before.
  await openGroup(queries, { mode: 'live' }, partnership_id, id);
  throw changedMeanwhile('Transactions are being staged in the group. Send it when all are staged.');
}

/**
 * Gives a transaction that was staged without it its JSON.
 * @param transaction as `transactionColumn` makes it.
 * @throws Problem `not-found` where it is gone, `conflict` where it has its JSON or its group was sent, `invalid` for more than a group takes.
 */
export async function uploadTransaction(queries: AccountQueries, id: string, transaction: string): Promise<void> {
  const staged = await queries
    .from('staged_transactions')
    .select(['partnership_id', 'group_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (staged === undefined) throw notFound('staged transaction');
  const group = await queries
    .update('transaction_groups')
    .set((row) => ({ version: row('version', '+', 1), characters: row('characters', '+', transaction.length) }))
    .where('partnership_id', '=', staged.partnership_id)
    .where('id', '=', staged.group_id)
    .where('execution_id', 'is', null)
    .returning('characters')
    .executeTakeFirst();
  if (group === undefined) throw conflict('The group was sent already. Stage the transaction in another.');
  demandRoom(group);
  const { numUpdatedRows: uploaded } = await queries
    .update('staged_transactions')
    .set({ transaction })
    .where('id', '=', id)
    .where('transaction', 'is', null)
    .executeTakeFirstOrThrow();
  if (uploaded === 0n) throw conflict('The transaction was uploaded before. Stage another.');
}

function demandRoom({ characters }: Pick<TransactionGroups, 'characters'>): void {
  if (characters <= GROUP_CHARACTERS) return;
  throw invalid(
    `The transactions of the group would have more than ${GROUP_CHARACTERS} characters. Send it, and stage the transaction in another.`,
    { code: 'GROUP_TOO_LARGE' },
  );
}

function sentBefore({ execution_id }: Pick<TransactionGroups, 'execution_id'>) {
  return conflict(
    `The transaction group was sent already, with execution ${execution_id}: a group is sent once. Stage transactions in another.`,
  );
}
