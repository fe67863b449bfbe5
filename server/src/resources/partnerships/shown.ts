import { isoTime } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections, Partnerships, TransactionSettings } from '../../store/tables.js';
import { kindsOf } from '../connections/kind-by-id.js';
import { findProfile, presentProfile } from '../profiles/rows.js';
import { presentInbound, presentOutbound } from '../transaction-settings/shown.js';
import type { Partnership, PartnershipUpdate } from './schemas.js';

/** A partnership with its profiles and settings. */
export async function presentPartnership(queries: AccountQueries, row: Partnerships): Promise<Partnership> {
  const settings = await queries
    .from('transaction_settings')
    .selectAll()
    .where('partnership_id', '=', row.partnership_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ack = acknowledgmentsOf(row);
  const processing = processingOf(row);
  const kinds = await kindsOf(queries, [...settings.map((one) => one.connection_id), ack?.connection?.connectionId]);
  const of = (direction: TransactionSettings['direction']) => settings.filter((one) => one.direction === direction);
  return {
    ...presentFacts(row),
    ...(ack === undefined ? {} : { ackConfiguration: presentAcknowledgments(ack, kinds) }),
    ...(processing === undefined ? {} : { processingConfiguration: processing }),
    localProfile: presentProfile(await findProfile(queries, row.local_profile_id)),
    partnerProfile: presentProfile(await findProfile(queries, row.partner_profile_id)),
    inboundTransactions: of('inbound').map(presentInbound),
    outboundTransactions: of('outbound').map((one) => presentOutbound(one, kinds.get(one.connection_id ?? ''))),
  };
}

/** What lists show too. */
export function presentFacts(row: Partnerships) {
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

type Acknowledgments = NonNullable<PartnershipUpdate['ackConfiguration']>;
type Processing = NonNullable<PartnershipUpdate['processingConfiguration']>;

/** The column as it was written from a request that its schema has let through. */
export function acknowledgmentsOf({ ack_configuration }: Partnerships): Acknowledgments | undefined {
  return ack_configuration === null ? undefined : (JSON.parse(ack_configuration) as Acknowledgments);
}

/** As {@link acknowledgmentsOf}. */
export function processingOf({ processing_configuration }: Partnerships): Processing | undefined {
  return processing_configuration === null ? undefined : (JSON.parse(processing_configuration) as Processing);
}

function presentAcknowledgments(
  { connection, ...policy }: Acknowledgments,
  kinds: ReadonlyMap<string, Connections['kind']>,
): NonNullable<Partnership['ackConfiguration']> {
  const connectionType = kinds.get(connection?.connectionId ?? '');
  return connection === undefined || connectionType === undefined
    ? policy
    : { ...policy, connection: { ...connection, connectionType } };
}
