import { route } from '../../../operations/route.js';
import { deletePartnership } from '../../../resources/partnerships/rows.js';
import { Nothing, PartnershipParams } from '../../../schemas/common.js';

export const deletePartnershipRoute = route({
  operation: 'DeleteX12Partnership',
  family: 'partners',
  method: 'DELETE',
  path: '/x12/partnerships/:partnershipId',
  summary: 'Deletes a partnership that has no settings and no connections',
  schemas: { params: PartnershipParams, response: { 204: Nothing } },
  keys: 'live',
  audit: { action: 'delete', objectKind: 'partnership', objectParam: 'partnershipId' },
  handle: (call) =>
    call.commit(async (queries) => {
      await deletePartnership(queries, call.params.partnershipId);
      return { status: 204, body: undefined };
    }),
});
