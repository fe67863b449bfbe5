import { isDeepStrictEqual } from 'node:util';
import { ulid } from '../ids.js';
import { invalid } from '../problems.js';
import { guideNamed } from '../resources/guides/rows.js';
import {
  type ChangingColumns,
  changingColumnsOf,
  inboundColumns,
  outboundColumns,
} from '../resources/transaction-settings/changing-columns.js';
import {
  type Direction,
  inboundSettingFor,
  insertSetting,
  inWords,
  replaceSetting,
  settingWithId,
} from '../resources/transaction-settings/rows.js';
import type { TransactionSettings } from '../store/tables.js';
import type { ApplyContext } from './apply-context.js';
import { connectionOf } from './connection-by-name.js';
import type { FilePartnership } from './file-schema.js';
import { at } from './report.js';

/** Settings of a partnership: outbound ones by their ids, inbound ones by set, release and application ids. */
export async function applySettings(
  context: ApplyContext,
  partnershipId: string,
  { inboundTransactions = [], outboundTransactions = [] }: FilePartnership,
  pointer: string,
): Promise<void> {
  const { queries, engine, services } = context;
  const setting = { clock: services.clock, engine, partnershipId };
  for (const [index, { guide, ...given }] of inboundTransactions.entries()) {
    await at(`${pointer}/inboundTransactions/${index}`, async () => {
      const columns = await inboundColumns(queries, setting, { ...given, ...(await guideIdOf(context, guide)) });
      const before = await inboundSettingFor(queries, partnershipId, columns);
      await bringUp(context, partnershipId, 'inbound', { id: before?.id ?? ulid(services.clock), before, columns });
    });
  }
  for (const [
    index,
    { guide, connection, outboundX12TransactionSettingsId: id, ...given },
  ] of outboundTransactions.entries()) {
    await at(`${pointer}/outboundTransactions/${index}`, async () => {
      const reference = await connectionOf(queries, partnershipId, connection);
      const wanted = { ...given, ...(await guideIdOf(context, guide)) };
      const named = reference === undefined ? wanted : { ...wanted, connection: reference };
      const columns = await outboundColumns(queries, setting, named);
      const before = await settingWithId(queries, partnershipId, id);
      if (before?.direction === 'inbound') throw invalid(`An inbound setting has the id ${id}.`);
      await bringUp(context, partnershipId, 'outbound', { id, before, columns });
    });
  }
}

interface Setting {
  readonly id: string;
  readonly before: TransactionSettings | undefined;
  readonly columns: ChangingColumns;
}

async function bringUp(
  { services, queries, engine, changes }: ApplyContext,
  partnershipId: string,
  direction: Direction,
  { id, before, columns }: Setting,
): Promise<void> {
  const context = { clock: services.clock, engine, partnershipId };
  const shown = direction === 'outbound' ? id : inWords(columns);
  const name = `${partnershipId}/${shown}`;
  if (before === undefined) {
    await insertSetting(queries, context, direction, id, columns);
    changes.add(direction, name, 'created');
  } else if (isDeepStrictEqual(changingColumnsOf(before), columns)) {
    changes.add(direction, name, 'unchanged');
  } else {
    await replaceSetting(queries, context, direction, id, columns);
    changes.add(direction, name, 'changed');
  }
}

async function guideIdOf({ queries, engine }: ApplyContext, guide: string | undefined): Promise<{ guideId?: string }> {
  if (guide === undefined) return {};
  if (engine.entries.some(({ id }) => id === guide)) return { guideId: guide };
  const own = await guideNamed(queries, guide);
  if (own === undefined)
    throw invalid(`There is no guide ${guide}.`, {
      errors: [{ path: '/guide', message: 'There is no such guide.' }],
    });
  return { guideId: own.id };
}
