import { route } from '../../../operations/route.js';
import { deleteSetting } from '../../../resources/transaction-settings/rows.js';
import { OutboundParams } from '../../../resources/transaction-settings/schemas.js';
import { Nothing } from '../../../schemas/common.js';

export const deleteOutboundSettingRoute = route({
  operation: 'DeleteOutboundX12TransactionSettings',
  family: 'partners',
  method: 'DELETE',
  path: '/x12/partnerships/:partnershipId/outbound-transactions/:outboundX12TransactionSettingsId',
  summary: 'Deletes an outbound transaction setting',
  schemas: { params: OutboundParams, response: { 204: Nothing } },
  keys: 'live',
  audit: {
    action: 'delete',
    objectKind: 'outbound-transaction-setting',
    objectParam: 'outboundX12TransactionSettingsId',
  },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteSetting(queries, call.params.partnershipId, 'outbound', call.params.outboundX12TransactionSettingsId);
      return { status: 204, body: undefined };
    }),
});
