import { route } from '../../../operations/route.js';
import { demandFilename } from '../filename-expression.js';
import { PartnershipParams } from '../partnership-id.js';
import { presentPartnership } from './present.js';
import { updatePartnership } from './queries.js';
import { Partnership, PartnershipUpdate } from './schemas.js';

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
