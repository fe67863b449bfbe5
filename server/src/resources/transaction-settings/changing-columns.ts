import type { Clock } from '../../clock.js';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { TransactionSettings } from '../../store/tables.js';
import { demandConnection } from '../connections/outbound-connection.js';
import { demandGuide, type EngineGuides } from './chosen-guide.js';
import { fragmentColumn } from './fragment-config.js';
import type { NewInboundSetting, NewOutboundSetting } from './schemas.js';

/** What a setting is written with. */
export interface SettingContext {
  readonly clock: Clock;
  /** Read before the transaction. */
  readonly engine: EngineGuides;
  readonly partnershipId: string;
}

/** What can change of a setting: a change replaces all of it. */
export type ChangingColumns = Omit<
  TransactionSettings,
  'account_id' | 'partnership_id' | 'id' | 'direction' | 'created_at' | 'updated_at'
>;

/** Those of a row, to compare with what it is to be. */
export function changingColumnsOf(row: TransactionSettings): ChangingColumns {
  const { account_id, partnership_id, id, direction, created_at, updated_at, ...columns } = row;
  return columns;
}

/** Columns of an outbound setting. @throws Problem `invalid` where guide, connection or filename cannot be those. */
export async function outboundColumns(
  queries: AccountQueries,
  { engine, partnershipId }: SettingContext,
  given: NewOutboundSetting,
): Promise<ChangingColumns> {
  const wanted = { transactionSet: given.transactionSetIdentifier, release: given.release };
  const guide = await demandGuide(queries, engine, given.guideId, wanted);
  const { connection } = given;
  if (connection !== undefined) await demandConnection(queries, partnershipId, connection);
  return {
    release: given.release,
    transaction_set: given.transactionSetIdentifier,
    guide_id: guide?.id ?? null,
    local_application_id: given.localApplicationId ?? null,
    partner_application_id: given.partnerApplicationId ?? null,
    connection_id: connection?.connectionId ?? null,
    subdirectory: connection?.subdirectory ?? null,
    filename: filenameOf(given) ?? null,
    fragments: null,
  };
}

/** A filename may stand beside the connection or in it: clients of both spellings are served. @throws Problem `invalid` for two that differ. */
export function filenameOf({ filename, connection }: NewOutboundSetting): string | undefined {
  if (filename !== undefined && connection?.filename !== undefined && filename !== connection.filename) {
    throw invalid('Two filenames are given. Leave that of the connection out.', {
      errors: [{ path: '/connection/filename', message: 'This is not the filename of the setting.' }],
    });
  }
  return filename ?? connection?.filename;
}

/** Columns of an inbound setting. @throws Problem `invalid` where the guide cannot be that, or has no place for fragments. */
export async function inboundColumns(
  queries: AccountQueries,
  { engine }: SettingContext,
  given: NewInboundSetting,
): Promise<ChangingColumns> {
  const wanted = { transactionSet: given.transactionSetIdentifier, release: given.release };
  const guide = await demandGuide(queries, engine, given.guideId, wanted);
  const fragments = given.fragmentConfig;
  if (fragments?.enabled === true && guide?.fragmentPath === undefined) {
    const message = 'Fragments need a guide of yours that has a fragmentPath. Name such a guide.';
    throw invalid(message, { errors: [{ path: '/fragmentConfig/enabled', message }] });
  }
  return {
    release: given.release,
    transaction_set: given.transactionSetIdentifier,
    guide_id: guide?.id ?? null,
    local_application_id: given.localApplicationId ?? null,
    partner_application_id: given.partnerApplicationId ?? null,
    connection_id: null,
    subdirectory: null,
    filename: null,
    fragments: fragmentColumn(fragments),
  };
}
