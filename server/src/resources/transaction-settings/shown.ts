import { isoTime } from '../../clock.js';
import type { TransactionSettings } from '../../store/tables.js';
import type { InboundSetting, OutboundSetting } from './schemas.js';

export function presentInbound(row: TransactionSettings): InboundSetting {
  return {
    inboundX12TransactionSettingsId: row.id,
    ...presentCommon(row),
    // Written by `inboundFacts`.
    ...(row.fragments === null ? {} : { fragmentConfig: JSON.parse(row.fragments) as Fragments }),
  };
}

type Fragments = NonNullable<InboundSetting['fragmentConfig']>;

export function presentOutbound(
  row: TransactionSettings,
  kind: NonNullable<OutboundSetting['connection']>['connectionType'] | undefined,
): OutboundSetting {
  return {
    outboundX12TransactionSettingsId: row.id,
    ...presentCommon(row),
    ...(row.local_application_id === null ? {} : { localApplicationId: row.local_application_id }),
    ...(row.partner_application_id === null ? {} : { partnerApplicationId: row.partner_application_id }),
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

function presentCommon(row: TransactionSettings) {
  return {
    release: row.release,
    transactionSetIdentifier: row.transaction_set,
    ...(row.guide_id === null ? {} : { guideId: row.guide_id }),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
