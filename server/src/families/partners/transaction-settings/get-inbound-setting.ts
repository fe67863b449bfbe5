import { route } from '../../../operations/route.js';
import { findSetting } from '../../../resources/transaction-settings/rows.js';
import { InboundParams, InboundSetting } from '../../../resources/transaction-settings/schemas.js';
import { presentInbound } from '../../../resources/transaction-settings/shown.js';

export const getInboundSettingRoute = route({
  operation: 'GetInboundX12TransactionSettings',
  family: 'partners',
  method: 'GET',
  path: '/x12/partnerships/:partnershipId/inbound-transactions/:inboundX12TransactionSettingsId',
  summary: 'Reads an inbound transaction setting',
  schemas: { params: InboundParams, response: { 200: InboundSetting } },
  handle: async (call) => ({
    body: await call.read(async (queries) => {
      const row = await findSetting(
        queries,
        call.params.partnershipId,
        'inbound',
        call.params.inboundX12TransactionSettingsId,
      );
      return presentInbound(row);
    }),
  }),
});
