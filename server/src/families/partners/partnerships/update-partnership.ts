import { route } from '../../../operations/route.js';
import { demandFilename } from '../../../resources/filenames/demand-filename.js';
import { updatePartnership } from '../../../resources/partnerships/rows.js';
import { Partnership, PartnershipUpdate } from '../../../resources/partnerships/schemas.js';
import { presentPartnership } from '../../../resources/partnerships/shown.js';
import { PartnershipParams } from '../../../schemas/common.js';

export const updatePartnershipRoute = route({
  operation: 'UpdateX12Partnership',
  family: 'partners',
  method: 'PUT',
  path: '/x12/partnerships/:partnershipId',
  summary: 'Replaces what can change of a partnership',
  schemas: { params: PartnershipParams, body: PartnershipUpdate, response: { 200: Partnership } },
  keys: 'live',
  audit: { action: 'update', objectKind: 'partnership', objectParam: 'partnershipId' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    const filename = body.ackConfiguration?.connection?.filename;
    await demandFilename(services, caller.accountId, filename, '/ackConfiguration/connection/filename');
    return call.commit(async (queries) => {
      const row = await updatePartnership(queries, services.clock, params.partnershipId, body);
      return { body: await presentPartnership(queries, row) };
    });
  },
});
