import { route } from '../../../operations/route.js';
import { deleteSetting } from '../../../resources/transaction-settings/rows.js';
import { InboundParams } from '../../../resources/transaction-settings/schemas.js';
import { Nothing } from '../../../schemas/common.js';

export const deleteInboundSettingRoute = route({
  operation: 'DeleteInboundX12TransactionSettings',
  family: 'partners',
  method: 'DELETE',
  path: '/x12/partnerships/:partnershipId/inbound-transactions/:inboundX12TransactionSettingsId',
  summary: 'Deletes an inbound transaction setting',
  schemas: { params: InboundParams, response: { 204: Nothing } },
  keys: 'live',
  audit: {
    action: 'delete',
    objectKind: 'inbound-transaction-setting',
    objectParam: 'inboundX12TransactionSettingsId',
  },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteSetting(queries, call.params.partnershipId, 'inbound', call.params.inboundX12TransactionSettingsId);
      return { status: 204, body: undefined };
    }),
});
