import { route } from '../../../operations/route.js';
import { demandFilename } from '../../../resources/filenames/demand-filename.js';
import { createPartnership, proposedId } from '../../../resources/partnerships/rows.js';
import { NewPartnership, Partnership } from '../../../resources/partnerships/schemas.js';
import { presentPartnership } from '../../../resources/partnerships/shown.js';

export const createPartnershipRoute = route({
  operation: 'CreateX12Partnership',
  family: 'partners',
  method: 'POST',
  path: '/x12/partnerships',
  summary: 'Creates a partnership of a local profile and a partner profile',
  schemas: { body: NewPartnership, response: { 201: Partnership } },
  keys: 'live',
  audit: { action: 'create', objectKind: 'partnership' },
  handle: async (call) => {
    const { services, caller, body } = call;
    const filename = body.ackConfiguration?.connection?.filename;
    await demandFilename(services, caller.accountId, filename, '/ackConfiguration/connection/filename');
    return call.commit(async (queries) => {
      const row = await createPartnership(queries, services.clock, body);
      return { status: 201, body: await presentPartnership(queries, row), objectId: proposedId(body) };
    });
  },
});
