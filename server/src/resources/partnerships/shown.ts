import { isoTime } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections, Partnerships, TransactionSettings } from '../../store/tables.js';
import { kindNamesOf } from '../connections/kind-by-id.js';
import { findProfile } from '../profiles/rows.js';
import { showProfile } from '../profiles/shown.js';
import { settingsOfPartnership } from '../transaction-settings/rows.js';
import { showInbound, showOutbound } from '../transaction-settings/shown.js';
import {
  type AckConfiguration,
  ackConfigurationOf,
  expectedAcknowledgmentsOf,
  processingConfigurationOf,
} from './configuration.js';
import type { Partnership } from './schemas.js';

/** A partnership with its profiles and settings, as answers and files show it. */
export async function showPartnership(queries: AccountQueries, row: Partnerships): Promise<Partnership> {
  const settings = await settingsOfPartnership(queries, row.partnership_id);
  const ack = ackConfigurationOf(row);
  const processing = processingConfigurationOf(row);
  const expected = expectedAcknowledgmentsOf(row);
  // One query for the kinds of all connections that are shown.
  const kinds = await kindNamesOf(queries, [
    ...settings.map((one) => one.connection_id),
    ack?.connection?.connectionId,
  ]);
  const of = (direction: TransactionSettings['direction']) => settings.filter((one) => one.direction === direction);
  return {
    ...showTerms(row),
    ...(ack === undefined ? {} : { ackConfiguration: showAcknowledgments(ack, kinds) }),
    ...(processing === undefined ? {} : { processingConfiguration: processing }),
    ...(expected === undefined ? {} : { expectedAcknowledgments: expected }),
    localProfile: showProfile(await findProfile(queries, row.local_profile_id)),
    partnerProfile: showProfile(await findProfile(queries, row.partner_profile_id)),
    inboundTransactions: of('inbound').map(showInbound),
    outboundTransactions: of('outbound').map((one) => showOutbound(one, kinds.get(one.connection_id ?? ''))),
  };
}

/** Who the two are, and what the headers of their interchanges say: what lists show too. */
export function showTerms(row: Partnerships) {
  return {
    partnershipId: row.partnership_id,
    localProfileId: row.local_profile_id,
    partnerProfileId: row.partner_profile_id,
    interchangeUsageIndicator: row.usage_indicator,
    timezone: row.timezone,
    timeFormat: row.time_format,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

/** The type of the connection is that of its row, whatever spelling the request had. */
function showAcknowledgments(
  { connection, ...policy }: AckConfiguration,
  kinds: ReadonlyMap<string, Connections['kind']>,
): NonNullable<Partnership['ackConfiguration']> {
  const connectionType = kinds.get(connection?.connectionId ?? '');
  return connection === undefined || connectionType === undefined
    ? policy
    : { ...policy, connection: { ...connection, connectionType } };
}
