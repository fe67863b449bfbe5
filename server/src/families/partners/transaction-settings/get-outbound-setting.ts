import { route } from '../../../operations/route.js';
import { findSetting } from '../../../resources/transaction-settings/rows.js';
import { OutboundParams, OutboundSetting } from '../../../resources/transaction-settings/schemas.js';
import { presentedOutbound } from '../../../resources/transaction-settings/shown-outbound.js';

export const getOutboundSettingRoute = route({
  operation: 'GetOutboundX12TransactionSettings',
  family: 'partners',
  method: 'GET',
  path: '/x12/partnerships/:partnershipId/outbound-transactions/:outboundX12TransactionSettingsId',
  summary: 'Reads an outbound transaction setting',
  schemas: { params: OutboundParams, response: { 200: OutboundSetting } },
  handle: async (call) => ({
    body: await call.read(async (queries) => {
      const row = await findSetting(
        queries,
        call.params.partnershipId,
        'outbound',
        call.params.outboundX12TransactionSettingsId,
      );
      return presentedOutbound(queries, row);
    }),
  }),
});
