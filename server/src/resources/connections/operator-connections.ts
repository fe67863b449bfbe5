import { ulid } from '../../ids.js';
import type { Platform } from '../../platform.js';
import { conflict, invalid } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import { putSetting } from '../../store/settings.js';
import type { Transaction } from '../../store/store.js';
import type { Connections } from '../../store/tables.js';
import { lockPartnership } from '../partnerships/lock-partnership.js';
import { kindOf } from './kinds/kind-table.js';
import { neededBy } from './needed-by.js';
import { OPERATOR_KINDS, type OperatorConnection, operatorSettings } from './operator-schema.js';
import { endPolling, keepPolled, pollJobName } from './polling.js';
import { connectionNamed } from './rows.js';

/** A connection of the operator's file whose account is known. */
export interface PlacedConnection {
  readonly accountId: string;
  readonly given: OperatorConnection;
}

/** What the file has changed. */
export interface OperatorReport {
  readonly made: number;
  readonly changed: number;
  /** Not in the file any more, and nothing needs them. */
  readonly removed: number;
  /** Not in the file any more, and needed still: what refers to them is told so when it would send, and what came in over them is processed. */
  readonly disabled: number;
}

/**
 * Makes the connections of the operator's kinds what the operator's file says. They are rows as all others, so that settings refer to them
 * and files go over them by the same ways; nothing but the file makes, changes or removes them.
 * @throws Problem `invalid` or `conflict` with the pointer into the file; then nothing is changed.
 */
export async function applyOperatorConnections(
  services: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  placed: readonly PlacedConnection[],
): Promise<OperatorReport> {
  const { clock } = services;
  // Processes that start at the same time take turns.
  await putSetting(tx, 'operator-connections', String(clock.now()));
  const report = { made: 0, changed: 0, removed: 0, disabled: 0 };
  const kept = new Set<string>();
  for (const [index, { accountId, given }] of placed.entries()) {
    const queries = new AccountQueries(tx, accountId);
    const { id, outcome } = await bringUp(services, queries, given, `/connections/${index}`);
    if (kept.has(id)) {
      throw at(`/connections/${index}/name`, 'Another connection of the file, at the same place, has this name.');
    }
    kept.add(id);
    if (outcome !== 'same') report[outcome]++;
  }
  for (const row of await operatorRows(tx)) {
    if (kept.has(row.id)) continue;
    const outcome = await takeAway(clock, new AccountQueries(tx, row.account_id), row);
    if (outcome !== 'same') report[outcome]++;
  }
  return report;
}

async function bringUp(
  services: Pick<Platform, 'clock' | 'jobs'>,
  queries: AccountQueries,
  given: OperatorConnection,
  pointer: string,
): Promise<{ readonly id: string; readonly outcome: 'made' | 'changed' | 'same' }> {
  const { connectionType: kind, partnershipId, name, enabled = true, test = false } = given;
  if (partnershipId !== undefined && (await lockPartnership(queries, partnershipId)) === undefined) {
    throw at(
      `${pointer}/partnershipId`,
      'The account has no such partnership. Make it first, or leave the member out: then all partnerships may use the connection.',
    );
  }
  const { clock } = services;
  const settings = operatorSettings(given);
  const columns = { enabled: Number(enabled), test: Number(test), settings: JSON.stringify(settings) };
  const poll_job = pollJobName(kindOf({ kind }), enabled, settings);
  const before = await connectionNamed(queries, partnershipId, name);
  if (before === undefined) {
    const id = ulid(clock);
    const times = { last_poll_at: null, created_at: clock.now(), updated_at: clock.now() };
    await queries
      .insert('connections', { id, partnership_id: partnershipId ?? null, kind, name, ...columns, poll_job, ...times })
      .execute();
    await keepPolled(services, queries, { id, poll_job });
    return { id, outcome: 'made' };
  }
  if (before.kind !== kind) {
    throw conflict(
      `${pointer}/name: Connection ${before.id}, which is not the operator's, has this name. Choose another.`,
    );
  }
  const isSame =
    before.enabled === columns.enabled && before.test === columns.test && before.settings === columns.settings;
  if (isSame) return { id: before.id, outcome: 'same' };
  await queries
    .update('connections')
    .set({ ...columns, poll_job, updated_at: clock.now() })
    .where('id', '=', before.id)
    .execute();
  await keepPolled(services, queries, { id: before.id, poll_job });
  return { id: before.id, outcome: 'changed' };
}

/** Of all accounts, as the file is one for all of them. */
function operatorRows(tx: Transaction): Promise<readonly Connections[]> {
  const names = OPERATOR_KINDS.map(({ name }) => name);
  return tx.selectFrom('connections').selectAll().where('kind', 'in', names).execute();
}

async function takeAway(
  clock: Platform['clock'],
  queries: AccountQueries,
  { id, enabled }: Connections,
): Promise<'removed' | 'disabled' | 'same'> {
  const { settings, partnerships, isDelivering, isReceiving } = await neededBy(queries, id);
  const isNeeded = settings.length + partnerships.length > 0 || isDelivering || isReceiving;
  if (!isNeeded) {
    await queries.delete('connections').where('id', '=', id).execute();
    await endPolling(queries, id);
    return 'removed';
  }
  if (enabled === 0) return 'same';
  const columns = { enabled: 0, poll_job: null, updated_at: clock.now() };
  await queries.update('connections').set(columns).where('id', '=', id).execute();
  await endPolling(queries, id);
  return 'disabled';
}

function at(path: string, message: string): Error {
  return invalid(`${path}: ${message}`, { errors: [{ path, message }] });
}
