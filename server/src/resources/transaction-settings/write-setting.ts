import type { Clock } from '../../clock.js';
import { ulid } from '../../ids.js';
import { invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { TransactionSettings } from '../../store/tables.js';
import type { GuideLibrary } from '../guides/guide-library.js';
import { lockPartnership } from '../partnerships/lock-partnership.js';
import { inboundColumns, outboundColumns, type SettingContext } from './changing-columns.js';
import { readEngineGuides } from './chosen-guide.js';
import { findSetting, insertSetting, replaceSetting } from './rows.js';
import type { InboundSettingUpdate, NewInboundSetting, NewOutboundSetting } from './schemas.js';

/** Reads what settings of a partnership are written with. It reads files at times, so before the transaction. */
export async function settingContext(
  { clock, guides }: { readonly clock: Clock; readonly guides: GuideLibrary },
  partnershipId: string,
): Promise<SettingContext> {
  return { clock, partnershipId, engine: await readEngineGuides({ guides }) };
}

/** @throws Problem `not-found` for the partnership, `invalid` for the guide or the fragments, `conflict` as {@link insertSetting}. */
export async function createInbound(
  queries: AccountQueries,
  context: SettingContext,
  given: NewInboundSetting,
): Promise<TransactionSettings> {
  await lockForSettings(queries, context);
  const columns = await inboundColumns(queries, context, given);
  return insertSetting(queries, context, 'inbound', ulid(context.clock), columns);
}

/**
 * The filename has been checked before, as that waits for the worker.
 * @throws Problem `not-found` for the partnership, `invalid` for guide or connection, `conflict` as {@link insertSetting}.
 */
export async function createOutbound(
  queries: AccountQueries,
  context: SettingContext,
  given: NewOutboundSetting,
): Promise<TransactionSettings> {
  await lockForSettings(queries, context);
  const columns = await outboundColumns(queries, context, given);
  const id = given.outboundX12TransactionSettingsId ?? ulid(context.clock);
  return insertSetting(queries, context, 'outbound', id, columns);
}

/** Replaces all of an inbound setting. @throws as {@link createInbound}, also `not-found` for the setting. */
export async function updateInbound(
  queries: AccountQueries,
  context: SettingContext,
  id: string,
  given: InboundSettingUpdate,
): Promise<TransactionSettings> {
  await lockForSettings(queries, context);
  await findSetting(queries, context.partnershipId, 'inbound', id);
  return replaceSetting(queries, context, 'inbound', id, await inboundColumns(queries, context, given));
}

/** Replaces all of an outbound setting. @throws as {@link createOutbound}, also `not-found` for the setting. */
export async function updateOutbound(
  queries: AccountQueries,
  context: SettingContext,
  id: string,
  given: NewOutboundSetting,
): Promise<TransactionSettings> {
  await lockForSettings(queries, context);
  await findSetting(queries, context.partnershipId, 'outbound', id);
  return replaceSetting(queries, context, 'outbound', id, await outboundColumns(queries, context, given));
}

/** One at a time writes settings of a partnership, which stays meanwhile: what is checked of the others holds until the commit. */
async function lockForSettings(queries: AccountQueries, { partnershipId }: SettingContext): Promise<void> {
  if ((await lockPartnership(queries, partnershipId)) === undefined) throw notFound('partnership');
}

/** The id may be sent back with a setting, but names it. @throws Problem `invalid` for another one. */
export function demandSameId(id: string, given: string | undefined): void {
  if ((given ?? id) !== id) throw invalid('The id of a setting cannot change.');
}
