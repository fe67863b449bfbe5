import { isoTime } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections, TransactionSettings } from '../../store/tables.js';
import { kindNamesOf } from '../connections/kind-by-id.js';
import { publishedId } from '../guides/guide-id.js';
import { fragmentConfigOf } from './fragment-config.js';
import type { InboundSetting, OutboundSetting } from './schemas.js';

/** An inbound setting as answers and files show it. */
export function showInbound(row: TransactionSettings): InboundSetting {
  const fragmentConfig = fragmentConfigOf(row);
  return {
    inboundX12TransactionSettingsId: row.id,
    ...showCommon(row),
    ...(fragmentConfig === undefined ? {} : { fragmentConfig }),
  };
}

/** An outbound setting. @param kind of its connection, which a list of settings reads for all at once. */
export function showOutbound(row: TransactionSettings, kind: Connections['kind'] | undefined): OutboundSetting {
  return {
    outboundX12TransactionSettingsId: row.id,
    ...showCommon(row),
    ...(row.connection_id === null || kind === undefined
      ? {}
      : {
          connection: {
            connectionType: kind,
            connectionId: row.connection_id,
            ...(row.subdirectory === null ? {} : { subdirectory: row.subdirectory }),
          },
        }),
    ...(row.filename === null ? {} : { filename: row.filename }),
  };
}

/** One outbound setting, with the kind of its connection. */
export async function showOneOutbound(queries: AccountQueries, row: TransactionSettings): Promise<OutboundSetting> {
  const kinds = await kindNamesOf(queries, [row.connection_id]);
  return showOutbound(row, kinds.get(row.connection_id ?? ''));
}

function showCommon(row: TransactionSettings) {
  return {
    release: row.release,
    transactionSetIdentifier: row.transaction_set,
    ...(row.guide_id === null ? {} : { guideId: publishedId(row.guide_id) }),
    ...(row.local_application_id === null ? {} : { localApplicationId: row.local_application_id }),
    ...(row.partner_application_id === null ? {} : { partnerApplicationId: row.partner_application_id }),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
